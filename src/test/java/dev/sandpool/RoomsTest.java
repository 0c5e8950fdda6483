package dev.sandpool;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The house: which room may use which. */
@AnalyzeClasses(packages = "dev.sandpool", importOptions = DoNotIncludeTests.class)
class RoomsTest {

  @ArchTest
  static final ArchRule ROOMS_USE_ONLY_THOSE_ABOVE_THEM =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage("dev.sandpool..")
          .ensureAllClassesAreContainedInArchitecture()
          .layer("api")
          .definedBy("dev.sandpool")
          .layer("backend")
          .definedBy("dev.sandpool.backend..")
          .layer("files")
          .definedBy("dev.sandpool.files..")
          .layer("processes")
          .definedBy("dev.sandpool.processes..")
          .layer("websocket")
          .definedBy("dev.sandpool.kubernetes.websocket")
          .layer("kubernetes")
          .definedBy("dev.sandpool.kubernetes")
          .layer("network")
          .definedBy("dev.sandpool.kubernetes.network..")
          .layer("stock")
          .definedBy("dev.sandpool.kubernetes.stock")
          .layer("raw")
          .definedBy("dev.sandpool.kubernetes.raw..")
          .layer("connect")
          .definedBy("dev.sandpool.kubernetes.claim.connect")
          .layer("runtime")
          .definedBy("dev.sandpool.kubernetes.claim.runtime..")
          .layer("claim")
          .definedBy("dev.sandpool.kubernetes.claim")
          .layer("local")
          .definedBy("dev.sandpool.local..")
          .layer("pool")
          .definedBy("dev.sandpool.pool..")
          .layer("telemetry")
          .definedBy("dev.sandpool.telemetry..")
          .layer("session")
          .definedBy("dev.sandpool.session..")
          .layer("security")
          .definedBy("dev.sandpool.security..")
          .layer("bootstrap")
          .definedBy("dev.sandpool.bootstrap..")
          .layer("cdi")
          .definedBy("dev.sandpool.cdi..")
          .layer("rest")
          .definedBy("dev.sandpool.rest..")
          .layer("health")
          .definedBy("dev.sandpool.health..")
          .layer("cli")
          .definedBy("dev.sandpool.cli..")
          .layer("timer")
          .definedBy("dev.sandpool.timer..")
          .layer("langchain4j")
          .definedBy("dev.sandpool.langchain4j")
          .layer("langchain4j.cdi")
          .definedBy("dev.sandpool.langchain4j.cdi")
          .layer("langgraph4j")
          .definedBy("dev.sandpool.langgraph4j")
          .layer("mcp tools")
          .definedBy("dev.sandpool.mcp.tool..")
          .layer("mcp protocol")
          .definedBy("dev.sandpool.mcp.protocol..")
          .layer("mcp stdio")
          .definedBy("dev.sandpool.mcp.stdio..")
          .layer("mcp http")
          .definedBy("dev.sandpool.mcp.http..")
          .whereLayer("api")
          .mayNotAccessAnyLayer()
          .whereLayer("backend")
          .mayOnlyAccessLayers("api")
          .whereLayer("files")
          .mayOnlyAccessLayers("api", "backend")
          .whereLayer("processes")
          .mayOnlyAccessLayers("api", "backend")
          .whereLayer("websocket")
          .mayOnlyAccessLayers("backend")
          .whereLayer("kubernetes")
          .mayOnlyAccessLayers("api", "backend", "websocket")
          .whereLayer("network")
          .mayOnlyAccessLayers("api", "backend", "kubernetes")
          .whereLayer("stock")
          .mayOnlyAccessLayers("api", "backend", "kubernetes")
          .whereLayer("raw")
          .mayOnlyAccessLayers("api", "backend", "kubernetes", "network", "stock")
          .whereLayer("connect")
          .mayOnlyAccessLayers("api", "backend", "websocket", "kubernetes")
          .whereLayer("runtime")
          .mayOnlyAccessLayers("api", "backend", "kubernetes", "connect")
          .whereLayer("claim")
          .mayOnlyAccessLayers("api", "backend", "kubernetes", "stock", "connect", "runtime")
          .whereLayer("local")
          .mayOnlyAccessLayers("api", "backend")
          .whereLayer("pool")
          .mayOnlyAccessLayers("api", "backend")
          .whereLayer("telemetry")
          .mayOnlyAccessLayers("api", "backend")
          .whereLayer("session")
          .mayOnlyAccessLayers("api", "backend", "pool")
          .whereLayer("security")
          .mayOnlyAccessLayers("api")
          .whereLayer("bootstrap")
          .mayOnlyAccessLayers(
              "api",
              "backend",
              "files",
              "processes",
              "kubernetes",
              "network",
              "stock",
              "raw",
              "connect",
              "runtime",
              "claim",
              "local",
              "pool",
              "telemetry",
              "session",
              "security")
          .whereLayer("cdi")
          .mayOnlyAccessLayers("api", "bootstrap")
          .whereLayer("rest")
          .mayOnlyAccessLayers("api", "security", "bootstrap", "cdi")
          .whereLayer("health")
          .mayOnlyAccessLayers("api", "bootstrap", "cdi")
          .whereLayer("cli")
          .mayOnlyAccessLayers("api", "security", "bootstrap", "mcp tools", "mcp stdio")
          .whereLayer("mcp tools")
          .mayOnlyAccessLayers("api", "bootstrap")
          .whereLayer("mcp protocol")
          .mayOnlyAccessLayers("mcp tools")
          .whereLayer("mcp stdio")
          .mayOnlyAccessLayers("mcp tools", "mcp protocol")
          .whereLayer("mcp http")
          .mayOnlyAccessLayers("api", "security", "bootstrap", "cdi", "mcp tools", "mcp protocol")
          .whereLayer("timer")
          .mayOnlyAccessLayers("api", "bootstrap", "cdi")
          .whereLayer("langchain4j")
          .mayOnlyAccessLayers("api")
          .whereLayer("langchain4j.cdi")
          .mayOnlyAccessLayers("api", "langchain4j")
          .whereLayer("langgraph4j")
          .mayOnlyAccessLayers("api");

  @ArchTest
  static final ArchRule ONLY_DOORS_TOUCH_JAKARTA_AND_MICROPROFILE =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.sandpool.cdi..",
              "dev.sandpool.rest..",
              "dev.sandpool.health..",
              "dev.sandpool.langchain4j.cdi",
              "dev.sandpool.timer..",
              "dev.sandpool.mcp.http..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("jakarta..", "org.eclipse.microprofile..");

  @ArchTest
  static final ArchRule ONLY_KUBERNETES_ROOMS_TOUCH_ITS_CLIENT =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.sandpool.kubernetes..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.kubernetes..", "okhttp3..", "okio..");

  @ArchTest
  static final ArchRule ONLY_THE_BINDINGS_TOUCH_THE_PROTOCOLS_SDK =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.sandpool.mcp.protocol..", "dev.sandpool.mcp.stdio..", "dev.sandpool.mcp.http..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.modelcontextprotocol..", "reactor..");

  @ArchTest
  static final ArchRule ONLY_THE_POOL_TOUCHES_COMMONS_POOL =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.sandpool.pool..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.commons.pool2..");

  /** So that applications without LangChain4j and LangGraph4j can have all the others. */
  @ArchTest
  static final ArchRule ONLY_THEIR_ROOMS_TOUCH_LANGCHAIN4J_AND_LANGGRAPH4J =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.sandpool.langchain4j..", "dev.sandpool.langgraph4j..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.langchain4j..",
              "org.bsc.langgraph4j..",
              "dev.sandpool.langchain4j..",
              "dev.sandpool.langgraph4j..");
}
