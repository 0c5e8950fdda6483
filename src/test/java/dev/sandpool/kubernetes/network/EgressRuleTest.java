package dev.sandpool.kubernetes.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.InvalidValueException;
import io.kubernetes.client.openapi.models.V1NetworkPolicyEgressRule;
import io.kubernetes.client.util.Yaml;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EgressRuleTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "203.0.113.0/24:443 | {to: [{ipBlock: {cidr: '203.0.113.0/24'}}],"
            + " ports: [{protocol: TCP, port: 443}]}",
        "198.51.100.7:53/udp | {to: [{ipBlock: {cidr: '198.51.100.7/32'}}],"
            + " ports: [{protocol: UDP, port: 53}]}",
        "198.51.100.7:5432 | {to: [{ipBlock: {cidr: '198.51.100.7/32'}}],"
            + " ports: [{protocol: TCP, port: 5432}]}",
        "2001:db8::/32:443 | {to: [{ipBlock: {cidr: '2001:db8::/32'}}],"
            + " ports: [{protocol: TCP, port: 443}]}",
        "[2001:db8::1]:53/udp | {to: [{ipBlock: {cidr: '2001:db8::1/128'}}],"
            + " ports: [{protocol: UDP, port: 53}]}",
        "10.0.0.0/8:8000-8100/sctp | {to: [{ipBlock: {cidr: '10.0.0.0/8'}}],"
            + " ports: [{protocol: SCTP, port: 8000, endPort: 8100}]}",
        "10.0.0.0/8 | {to: [{ipBlock: {cidr: '10.0.0.0/8'}}]}",
        "169.0.0.0/8 | {to: [{ipBlock: {cidr: '169.0.0.0/8', except: ['169.254.0.0/16']}}]}",
        "0.0.0.0/0:1-65535 | {to: [{ipBlock: {cidr: '0.0.0.0/0', except: ['169.254.0.0/16',"
            + " '100.100.100.200/32', '192.0.0.192/32', '168.63.129.16/32']}}],"
            + " ports: [{protocol: TCP, port: 1, endPort: 65535}]}",
      })
  void addressesBecomeRules(String text, String json) {
    assertModel(EgressRule.address(text), json);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "app=postgres@databases:5432 | {to: [{namespaceSelector:"
            + " {matchLabels: {kubernetes.io/metadata.name: databases}},"
            + " podSelector: {matchLabels: {app: postgres}}}],"
            + " ports: [{protocol: TCP, port: 5432}]}",
        "app.kubernetes.io/name=api+tier=web@example.com/team=blue+env=:8080-8081/udp |"
            + " {to: [{namespaceSelector: {matchLabels: {env: '', example.com/team: blue}},"
            + " podSelector: {matchLabels: {app.kubernetes.io/name: api, tier: web}}}],"
            + " ports: [{protocol: UDP, port: 8080, endPort: 8081}]}",
        "*@tools | {to: [{namespaceSelector:"
            + " {matchLabels: {kubernetes.io/metadata.name: tools}}, podSelector: {}}]}",
      })
  void servicesBecomeRules(String text, String json) {
    assertModel(EgressRule.service(text), json);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "k8s-app=kube-dns@kube-system | {to: [{namespaceSelector:"
            + " {matchLabels: {kubernetes.io/metadata.name: kube-system}},"
            + " podSelector: {matchLabels: {k8s-app: kube-dns}}}],"
            + " ports: [{protocol: UDP, port: 53}, {protocol: TCP, port: 53}]}",
        "dns=default@openshift-dns:5353 | {to: [{namespaceSelector:"
            + " {matchLabels: {kubernetes.io/metadata.name: openshift-dns}},"
            + " podSelector: {matchLabels: {dns: default}}}],"
            + " ports: [{protocol: UDP, port: 5353}, {protocol: TCP, port: 5353}]}",
        "169.254.20.10 | {to: [{ipBlock: {cidr: '169.254.20.10/32'}}],"
            + " ports: [{protocol: UDP, port: 53}, {protocol: TCP, port: 53}]}",
        "fd00::10 | {to: [{ipBlock: {cidr: 'fd00::10/128'}}],"
            + " ports: [{protocol: UDP, port: 53}, {protocol: TCP, port: 53}]}",
      })
  void nameServersBecomeRules(String text, String json) {
    assertModel(EgressRule.nameServer(text), json);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254:80",
        "169.254.0.0/16",
        "169.254.170.2",
        "169.254.20.10:53",
        "169.254.128.0/17:443",
        "100.100.100.200",
        "192.0.0.192:80",
        "168.63.129.16",
        "[fd00:ec2::254]:80",
        "fd00:ec2::/64:80",
        "fe80::/10",
        "[fe80::a9fe:a9fe]",
        "[fd20:ce::254]",
        "[64:ff9b::a9fe:a9fe]:80",
      })
  void metadataAddressesAreRefused(String text) {
    assertThatThrownBy(() -> EgressRule.address(text))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("credentials")
        .hasMessageContaining("leave it out");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254",
        "169.254.170.2",
        "169.254.170.23",
        "169.254.0.0/16",
        "10.0.0.0/24",
        "100.100.100.200",
        "fe80::1",
        "fd00:ec2::253",
        "10.0.0.10:53",
        "dns.example.com",
        ""
      })
  void serversThatAreMoreThanThatAreRefused(String text) {
    assertThatThrownBy(() -> EgressRule.nameServer(text))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.1:0", "10.0.0.1:65536", "10.0.0.1:", "10.0.0.1:http", "10.0.0.1:443/icmp",
        "10.0.0.1:443/UDP", "10.0.0.1:90-80", "10.0.0.1:1-2-3", "10.0.0.1:-1", "10.0.0.1:999999999",
        "10.0.0.1:443:444"
      })
  void badPortsAreRefused(String text) {
    assertThatThrownBy(() -> EgressRule.address(text))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("ports from 1 to 65535");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "2001:db8::1", "2001:db8::1:443", "example.com:443", "[10.0.0.1", "*"})
  void otherAddressesAreRefused(String text) {
    assertThatThrownBy(() -> EgressRule.address(text)).isInstanceOf(InvalidValueException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "app=db",
        "@ns",
        "app=db@",
        "app@ns",
        "app=db@NS",
        "app=db+@ns",
        "app=db@*",
        "*@*",
        "a=1+a=2@ns",
        "app=d b@ns",
        "-a=1@ns",
        "app=db@ns@ns",
        "app=db@ns:0",
        "app in (a)@ns"
      })
  void otherServicesAreRefused(String text) {
    assertThatThrownBy(() -> EgressRule.service(text))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("'" + text + "'");
  }

  private static void assertModel(EgressRule rule, String yaml) {
    assertThat(rule.model()).isEqualTo(Yaml.loadAs(yaml, V1NetworkPolicyEgressRule.class));
  }
}
