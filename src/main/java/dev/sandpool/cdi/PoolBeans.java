package dev.sandpool.cdi;

import dev.sandpool.Sandbox;
import dev.sandpool.SandboxSpec;
import dev.sandpool.Sandboxes;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.configurator.BeanConfigurator;
import java.lang.annotation.Annotation;

/** Makes a bean for a pool and a scope. */
record PoolBeans(AfterBeanDiscovery event) {

  void add(String pool, Class<? extends Annotation> scope) {
    BeanConfigurator<ScopedSandbox> bean = event.addBean();
    bean.beanClass(ScopedSandbox.class)
        .id(Sandbox.class.getName() + "/" + pool + "/" + scope.getName())
        .types(Object.class, Sandbox.class)
        .addQualifier(new Pool.Literal(pool, scope))
        .scope(scope)
        .produceWith(found -> new ScopedSandbox(found.select(Sandboxes.class).get(), pool))
        .disposeWith((sandbox, found) -> sandbox.end());
    if (pool.equals(SandboxSpec.DEFAULT_NAME) && scope == RequestScoped.class) {
      bean.addQualifier(Default.Literal.INSTANCE);
    }
  }
}
