package org.example.chat;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** All of it, at the root. */
@ApplicationPath("/")
public class ChatApplication extends Application {}
