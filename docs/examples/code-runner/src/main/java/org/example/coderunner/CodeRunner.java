package org.example.coderunner;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Runs code that nobody looked at. */
@ApplicationPath("/")
public class CodeRunner extends Application {}
