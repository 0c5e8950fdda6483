package dev.sandpool.kubernetes.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.InvalidValueException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CidrTest {

  @ParameterizedTest
  @CsvSource({
    "203.0.113.0/24, 203.0.113.0/24",
    "198.51.100.7, 198.51.100.7/32",
    "0.0.0.0/0, 0.0.0.0/0",
    "255.255.255.255, 255.255.255.255/32",
    "::/0, ::/0",
    "2001:DB8::/32, 2001:db8::/32",
    "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1/128",
    "2001:db8:0:1::5, 2001:db8:0:1::5/128",
    "10:0:10:0:10:0:10:0, 10:0:10:0:10:0:10:0/128",
    "fe80::10, fe80::10/128",
    "1::, 1::/128",
    "64:ff9b::169.254.0.0/112, 64:ff9b::a9fe:0/112",
  })
  void isReadAndWrittenAsKubernetesDoes(String text, String written) {
    assertThat(Cidr.parse(text)).hasToString(written);
    assertThat(Cidr.parse(written)).isEqualTo(Cidr.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "10.0.0.0/",
        "/8",
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "10.0.0.0/08",
        "10.0.0.0/8/8",
        "::/129",
        "10.0.0",
        "10.0.0.0.0",
        "10.0.0.256",
        "010.0.0.1",
        "10.0.0.1%1",
        "1:2:3",
        ":::",
        "fe80::1%eth0",
        "localhost",
        "abc.de",
        "ab:cd",
        "0x0a000001",
        "167772161",
        "10.0.0.0 /8",
        "::ffff:169.254.169.254",
        "::ffff:a9fe:a9fe/128",
        "::ffff:0:0/96",
        "١.1.1.1"
      })
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> Cidr.parse(text))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "10.1.2.3/8, 10.0.0.0/8",
    "203.0.113.1/24, 203.0.113.0/24",
    "2001:db8::1/32, 2001:db8::/32"
  })
  void bitsBehindThePrefixAreRefusedWithWhatMayBeMeant(String text, String meant) {
    assertThatThrownBy(() -> Cidr.parse(text)).hasMessageContaining("give " + meant);
  }

  @Test
  void containsWhatIsInIt() {
    assertThat(Cidr.parse("10.0.0.0/8").contains(Cidr.parse("10.255.0.0/16"))).isTrue();
    assertThat(Cidr.parse("10.0.0.0/8").contains(Cidr.parse("10.0.0.0/8"))).isTrue();
    assertThat(Cidr.parse("10.0.0.0/8").contains(Cidr.parse("10.0.0.0/7"))).isFalse();
    assertThat(Cidr.parse("10.0.0.0/8").contains(Cidr.parse("11.0.0.0"))).isFalse();
    assertThat(Cidr.parse("0.0.0.0/0").contains(Cidr.parse("::/0"))).isFalse();
    assertThat(Cidr.parse("::/0").contains(Cidr.parse("10.0.0.1"))).isFalse();
  }
}
