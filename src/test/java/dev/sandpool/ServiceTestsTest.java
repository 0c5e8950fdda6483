package dev.sandpool;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Tag;

/** Tests that share the service's server are told from those that may run side by side. */
@AnalyzeClasses(
    packages = {
      "dev.sandpool.rest",
      "dev.sandpool.health",
      "dev.sandpool.telemetry",
      "dev.sandpool.mcp.http"
    })
class ServiceTestsTest {

  @ArchTest
  static final ArchRule INTEGRATION_TESTS_OF_THE_SERVICE_SAY_SO =
      classes()
          .that()
          .haveSimpleNameEndingWith("IT")
          .and()
          .haveSimpleNameNotStartingWith("Local")
          .should()
          .beAnnotatedWith(
              DescribedPredicate.<JavaAnnotation<?>>describe(
                  "@Tag(\"service\")",
                  annotation ->
                      annotation.getRawType().isEquivalentTo(Tag.class)
                          && annotation.get("value").orElse("").equals("service")));
}
