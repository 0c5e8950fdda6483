package dev.sandpool;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Arrays;

/**
 * {@link Sandboxes} is wrapped several times over. What it makes of its own methods holds for each
 * wrapper only as long as none of them has another idea of it, which those around it would not pass
 * on.
 */
@AnalyzeClasses(packages = "dev.sandpool", importOptions = DoNotIncludeTests.class)
class WrittenOnceTest {

  @ArchTest
  static final ArchRule NOBODY_WRITES_DEFAULT_METHODS_OF_SANDBOXES_ANEW =
      methods()
          .that()
          .areDeclaredInClassesThat()
          .areAssignableTo(Sandboxes.class)
          .and()
          .areDeclaredInClassesThat()
          .areNotInterfaces()
          .should(notOverrideDefaults());

  private static ArchCondition<JavaMethod> notOverrideDefaults() {
    return new ArchCondition<>("not override a default method of Sandboxes") {
      @Override
      public void check(JavaMethod method, ConditionEvents events) {
        events.add(
            new SimpleConditionEvent(method, !overridesDefault(method), method.getDescription()));
      }
    };
  }

  private static boolean overridesDefault(JavaMethod method) {
    Class<?>[] parameters =
        method.getRawParameterTypes().stream().map(JavaClass::reflect).toArray(Class<?>[]::new);
    return Arrays.stream(Sandboxes.class.getMethods())
        .filter(inherited -> inherited.isDefault() && inherited.getName().equals(method.getName()))
        .anyMatch(inherited -> Arrays.equals(inherited.getParameterTypes(), parameters));
  }
}
