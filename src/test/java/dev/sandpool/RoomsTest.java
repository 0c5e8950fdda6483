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
          .layer("kubernetes")
          .definedBy("dev.sandpool.kubernetes")
          .layer("raw")
          .definedBy("dev.sandpool.kubernetes.raw..")
          .layer("local")
          .definedBy("dev.sandpool.local..")
          .layer("pool")
          .definedBy("dev.sandpool.pool..")
          .layer("bootstrap")
          .definedBy("dev.sandpool.bootstrap..")
          .layer("cdi")
          .definedBy("dev.sandpool.cdi..")
          .layer("rest")
          .definedBy("dev.sandpool.rest..")
          .layer("health")
          .definedBy("dev.sandpool.health..")
          .whereLayer("api")
          .mayNotAccessAnyLayer()
          .whereLayer("backend")
          .mayOnlyAccessLayers("api")
          .whereLayer("files")
          .mayOnlyAccessLayers("api", "backend")
          .whereLayer("processes")
          .mayOnlyAccessLayers("api", "backend")
          .whereLayer("kubernetes")
          .mayOnlyAccessLayers("api", "backend")
          .whereLayer("raw")
          .mayOnlyAccessLayers("api", "backend", "kubernetes")
          .whereLayer("local")
          .mayOnlyAccessLayers("api", "backend")
          .whereLayer("pool")
          .mayOnlyAccessLayers("api", "backend")
          .whereLayer("bootstrap")
          .mayOnlyAccessLayers(
              "api", "backend", "files", "processes", "kubernetes", "raw", "local", "pool")
          .whereLayer("cdi")
          .mayOnlyAccessLayers("api", "bootstrap")
          .whereLayer("rest")
          .mayOnlyAccessLayers("api", "bootstrap", "cdi")
          .whereLayer("health")
          .mayOnlyAccessLayers("api", "bootstrap", "cdi");

  @ArchTest
  static final ArchRule ONLY_DOORS_TOUCH_JAKARTA_AND_MICROPROFILE =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.sandpool.cdi..", "dev.sandpool.rest..", "dev.sandpool.health..")
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
          .resideInAnyPackage("io.kubernetes..", "okhttp3..", "okio..", "com.google.gson..");

  @ArchTest
  static final ArchRule ONLY_THE_POOL_TOUCHES_COMMONS_POOL =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.sandpool.pool..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.commons.pool2..");
}
