package dev.sandpool.langchain4j.cdi;

/** What of LangChain4j an application may have or not. */
enum Artifact {
  /** {@code dev.langchain4j:langchain4j-core}. */
  TOOLS("dev.langchain4j.agent.tool.Tool"),
  /** {@code dev.langchain4j:langchain4j}. */
  AI_SERVICES("dev.langchain4j.service.AiServices");

  private final String type;

  Artifact(String type) {
    this.type = type;
  }

  /** Whether this room's classes find it: the loader that has them decides, not the thread's. */
  boolean isPresent() {
    try {
      Class.forName(type, false, Artifact.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }
}
