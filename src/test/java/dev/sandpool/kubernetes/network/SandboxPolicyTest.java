package dev.sandpool.kubernetes.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.InvalidValueException;
import dev.sandpool.kubernetes.network.NetworkOptions.Reach;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1NetworkPolicySpec;
import io.kubernetes.client.util.Yaml;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SandboxPolicyTest {

  private static final List<EgressRule> DNS =
      List.of(EgressRule.nameServer("k8s-app=kube-dns@kube-system"));
  private static final List<EgressRule> ADDRESS = List.of(EgressRule.address("10.0.0.0/8:80"));
  private static final List<EgressRule> SERVICE = List.of(EgressRule.service("app=db@db:5432"));

  private static final NetworkOptions ALL =
      new NetworkOptions(Reach.INTERNET, DNS, ADDRESS, SERVICE);

  @Test
  void nothingIsDenyAll() {
    SandboxPolicy policy = SandboxPolicy.of(NetworkOptions.NONE);

    assertThat(policy.name()).isEqualTo("sandpool-deny-all");
    assertThat(policy.label()).isEqualTo("blocked");
    assertThat(policy.spec().getEgress()).isNullOrEmpty();
    assertThat(SandboxPolicy.of(new NetworkOptions(Reach.NONE, DNS, List.of(), List.of())))
        .isEqualTo(policy);
  }

  static Stream<NetworkOptions> options() {
    return Stream.of(
        NetworkOptions.NONE,
        new NetworkOptions(Reach.DNS, DNS, List.of(), List.of()),
        new NetworkOptions(Reach.INTERNET, DNS, List.of(), List.of()),
        new NetworkOptions(Reach.INTERNET, List.of(), List.of(), List.of()),
        new NetworkOptions(Reach.NONE, List.of(), ADDRESS, List.of()),
        new NetworkOptions(Reach.NONE, List.of(), List.of(), SERVICE),
        ALL);
  }

  /** Policies add up: one that is for one direction only would leave the other open. */
  @ParameterizedTest
  @MethodSource("options")
  void everyPolicyIsForBothDirectionsAndLetsNobodyIn(NetworkOptions options) {
    SandboxPolicy policy = SandboxPolicy.of(options);

    assertThat(policy.spec().getPolicyTypes()).containsExactlyInAnyOrder("Ingress", "Egress");
    assertThat(policy.spec().getIngress()).isNullOrEmpty();
    assertThat(policy.spec().getPodSelector().getMatchLabels())
        .isEqualTo(Map.of("sandpool.dev/network", policy.label()));
    assertThat(policy.spec().getPodSelector().getMatchExpressions()).isNullOrEmpty();
    assertThat(policy.label()).hasSizeLessThan(64);
  }

  /** A rule without peers would allow everything. */
  @ParameterizedTest
  @MethodSource("options")
  void everyRuleNamesWhom(NetworkOptions options) {
    assertThat(options.rules()).allSatisfy(rule -> assertThat(rule.model().getTo()).isNotEmpty());
  }

  @Test
  void otherOptionsAreAnotherPolicyAndTheSameAreTheSame() {
    Set<String> names =
        options().map(SandboxPolicy::of).map(SandboxPolicy::name).collect(Collectors.toSet());
    Set<String> labels =
        options().map(SandboxPolicy::of).map(SandboxPolicy::label).collect(Collectors.toSet());

    assertThat(names).hasSize((int) options().count()).allMatch(name -> name.length() < 64);
    assertThat(labels).hasSize((int) options().count());
    assertThat(SandboxPolicy.of(new NetworkOptions(Reach.INTERNET, DNS, ADDRESS, SERVICE)))
        .isEqualTo(SandboxPolicy.of(ALL));
  }

  @ParameterizedTest
  @MethodSource("options")
  void isItselfAsTheServerGivesItBack(NetworkOptions options) {
    SandboxPolicy policy = SandboxPolicy.of(options);

    assertThat(policy.is(read(JSON.serialize(policy.spec())))).isTrue();
    assertThat(policy.is(null)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{podSelector: {matchLabels: {sandpool.dev/network: blocked}}, policyTypes: [Ingress]}",
        "{podSelector: {matchLabels: {sandpool.dev/network: blocked}}, policyTypes: [Egress]}",
        "{podSelector: {matchLabels: {sandpool.dev/network: other}},"
            + " policyTypes: [Ingress, Egress]}",
        "{podSelector: {matchLabels: {sandpool.dev/network: blocked, x: y}},"
            + " policyTypes: [Ingress, Egress]}",
        "{podSelector: {matchLabels: {sandpool.dev/network: blocked},"
            + " matchExpressions: [{key: x, operator: Exists}]}, policyTypes: [Ingress, Egress]}",
        "{podSelector: {matchLabels: {sandpool.dev/network: blocked}},"
            + " policyTypes: [Ingress, Egress], egress: [{}]}",
        "{podSelector: {matchLabels: {sandpool.dev/network: blocked}},"
            + " policyTypes: [Ingress, Egress], ingress: [{}]}",
        "{podSelector: {matchLabels: {sandpool.dev/network: blocked}},"
            + " policyTypes: [Ingress, Egress], egress: [{to: [{podSelector: {}}]}]}",
      })
  void changedOneIsNotIt(String spec) {
    assertThat(SandboxPolicy.of(NetworkOptions.NONE).is(read(spec))).isFalse();
  }

  @Test
  void widerRuleIsNotIt() {
    SandboxPolicy policy =
        SandboxPolicy.of(
            new NetworkOptions(
                Reach.NONE, List.of(), List.of(EgressRule.address("0.0.0.0/0:80")), List.of()));
    String json = JSON.serialize(policy.spec());

    assertThat(json).contains("\"169.254.0.0/16\",", "\"port\":80");
    assertThat(policy.is(read(json.replace("\"169.254.0.0/16\",", "")))).isFalse();
    assertThat(policy.is(read(json.replace("\"port\":80", "\"port\":81")))).isFalse();
    assertThat(policy.is(read(json.replace("0.0.0.0/0", "0.0.0.0/1")))).isFalse();
  }

  @Test
  void namesNeedSomebodyToAsk() {
    assertThatThrownBy(() -> new NetworkOptions(Reach.DNS, List.of(), List.of(), List.of()))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("sandpool.raw.network")
        .hasMessageContaining("sandpool.raw.egress-dns");
  }

  private static V1NetworkPolicySpec read(String yaml) {
    return Yaml.loadAs(yaml, V1NetworkPolicySpec.class);
  }
}
