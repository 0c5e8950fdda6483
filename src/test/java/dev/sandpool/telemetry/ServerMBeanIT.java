package dev.sandpool.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The pools' MBeans in the running server, as a console on the same machine finds them. */
@Tag("service")
class ServerMBeanIT {

  @Test
  @SuppressWarnings("BanJNDI") // The address is that of a process that this build started.
  void everyPoolHasOne() throws Exception {
    try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address()))) {
      MBeanServerConnection beans = connector.getMBeanServerConnection();
      ObjectName standard = name("sandpool-default");

      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> (int) beans.getAttribute(standard, "NumIdle") == 2);
      assertThat(beans.isRegistered(name("sandpool-small"))).isTrue();
    }
  }

  private static ObjectName name(String pool) throws Exception {
    return new ObjectName("org.apache.commons.pool2:type=GenericObjectPool,name=" + pool);
  }

  private static String address() throws Exception {
    VirtualMachine server = server();
    try {
      return server.startLocalManagementAgent();
    } finally {
      server.detach();
    }
  }

  /** The server that this build started; others may run on this machine too. */
  private static VirtualMachine server() throws IOException {
    Path servers = Path.of("target", "it-servers").toAbsolutePath();
    for (VirtualMachineDescriptor candidate : VirtualMachine.list()) {
      if (candidate.displayName().contains("sandpool-it-local")) {
        try {
          VirtualMachine found = VirtualMachine.attach(candidate);
          if (Path.of(found.getSystemProperties().getProperty("user.dir")).startsWith(servers)) {
            return found;
          }
          found.detach();
        } catch (AttachNotSupportedException e) {
          // It ended a moment ago.
        }
      }
    }
    throw new AssertionError("There is no server of this build below " + servers);
  }
}
