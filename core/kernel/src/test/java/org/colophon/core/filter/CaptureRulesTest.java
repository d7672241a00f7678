// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.Identities;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CaptureRulesTest {
  private static CaptureRules excluding(String... rules) {
    return CaptureRules.of(List.of(), List.of(rules));
  }

  private static CaptureRules including(String... rules) {
    return CaptureRules.of(List.of(rules), List.of());
  }

  @ParameterizedTest
  @CsvSource({
    "/home/*/.ssh, /home/u/.ssh/id, true",
    "/home/*/.ssh, /home/u/ssh, false",
    "*.key, /etc/tls/a.key, true",
    "path=a=b, /x/a=b, true",
    "/x/a=b, /x/a=b, true",
    "host=db.*, mysql://db.example:3306/shop/orders, true",
    "host=db.*, mysql://web.example:3306/shop/orders, false",
    "host=\\:\\:1, tcp://10.0.0.1:80, false",
    "host=db, /db, false",
    "host=10.*, tcp://10.0.0.1:80, true",
    "mysql://**/salaries, mysql://db:3306/hr/salaries, true",
  })
  void excludesNames(String rule, String name, boolean isExcluded) {
    assertThat(excluding(rule).excludesName(Bytes.of(name))).isEqualTo(isExcluded);
  }

  @Test
  void findsTheHostOfNamesInEveryForm() {
    assertThat(Rule.hostOfName(Bytes.of("tcp://[::1]:80"))).isEqualTo(Bytes.of("::1"));
    assertThat(Rule.hostOfName(Bytes.of("tcp://h"))).isEqualTo(Bytes.of("h"));
    assertThat(Rule.hostOfName(Bytes.of("unix:///run/db"))).isEqualTo(Bytes.EMPTY);
    assertThat(Rule.hostOfName(Bytes.of("a:"))).isEqualTo(Bytes.EMPTY);
  }

  @Test
  void pathInclusionExcludesOnlyOtherPaths() {
    CaptureRules rules = including("/lab/**", "/data");
    assertThat(rules.excludesName(Bytes.of("/lab/a"))).isFalse();
    assertThat(rules.excludesName(Bytes.of("/data/x"))).isFalse();
    assertThat(rules.excludesName(Bytes.of("/etc/passwd"))).isTrue();
    assertThat(rules.excludesName(Bytes.of("tcp://h:1"))).isFalse();
    assertThat(rules.excludesObject(ObjectDeclaration.of(ObjectKind.PIPE))).isFalse();
    assertThat(rules.excludesProcess(ProcessDeclaration.of(1, Bytes.of("/bin/x"), 0))).isFalse();
  }

  @Test
  void excludesEvenIfIncluded() {
    CaptureRules rules = CaptureRules.of(List.of("/lab"), List.of("*.o"));
    assertThat(rules.excludesName(Bytes.of("/lab/a.o"))).isTrue();
    assertThat(rules.excludesName(Bytes.of("/lab/a.c"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "process=ssh, true",
    "process=/usr/bin/*, true",
    "process=sshd, false",
    "pid=7, true",
    "pid=77, false",
    "host=m1, true",
    "host=m2, false",
    "user=ssh, false"
  })
  void excludesProcesses(String rule, boolean isExcluded) {
    ProcessDeclaration ssh =
        new ProcessDeclaration(
            Identities.process("m1", "b", 7, 1, 0),
            7,
            Bytes.of("/usr/bin/ssh"),
            List.of(),
            Bytes.EMPTY,
            0);
    assertThat(excluding(rule).excludesProcess(ssh)).isEqualTo(isExcluded);
  }

  @Test
  void excludesUsersByNumberLocalNameAndLabel() {
    ObjectDeclaration root = ObjectDeclaration.of(ObjectKind.AGENT, "user 0");
    ObjectDeclaration app = ObjectDeclaration.of(ObjectKind.AGENT, "app@localhost");
    assertThat(excluding("user=0").excludesObject(root)).isTrue();
    assertThat(excluding("user=root").excludesObject(root)).isTrue();
    assertThat(excluding("user=app@*").excludesObject(app)).isTrue();
    assertThat(excluding("user=app@*").excludesObject(root)).isFalse();
    assertThat(including("user=root").excludesObject(app)).isTrue();
  }

  @Test
  void excludesKinds() {
    assertThat(excluding("kind=socket").excludesObject(ObjectDeclaration.of(ObjectKind.SOCKET)))
        .isTrue();
    assertThat(excluding("kind=socket").excludesObject(ObjectDeclaration.of(ObjectKind.PIPE)))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "proces=ssh", "process=", "pid=x", "pid=0", "kind=agent", "kind=x"})
  void rejectsInvalidRules(String rule) {
    assertThatThrownBy(() -> excluding(rule))
        .hasFieldOrPropertyWithValue("code", ErrorCode.BAD_REQUEST);
  }

  @Test
  void comparesRulesByText() {
    assertThat(excluding("/a")).isEqualTo(excluding("/a")).isNotEqualTo(including("/a"));
    assertThat(CaptureRules.of(List.of(), List.of())).isSameAs(CaptureRules.NONE);
  }
}
