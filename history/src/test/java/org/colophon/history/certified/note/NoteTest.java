// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.note;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.junit.jupiter.api.Test;

class NoteTest {
  /** From the documentation of Go's package golang.org/x/mod/sumdb/note. */
  private static final String PETER =
      "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";

  private static final String PETER_PUBLIC =
      "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";

  private static final String PETER_NOTE =
      "If you think cryptography is the answer to your problem,\n"
          + "then you don't know what your problem is.\n\n"
          + "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";

  @Test
  void signsLikeGo() {
    SigningKey key = SigningKey.parse(PETER);
    SignedNote published = SignedNote.parse(PETER_NOTE);

    SignedNote mine = new SignedNote(published.text(), List.of(key.sign(published.text())));

    assertThat(key.verifier()).hasToString(PETER_PUBLIC);
    assertThat(key.format()).isEqualTo(PETER);
    assertThat(mine.format()).isEqualTo(PETER_NOTE);
    assertThat(published.by(VerifierKey.parse(PETER_PUBLIC))).isNotNull();
  }

  @Test
  void refusesForgedSignatures() {
    VerifierKey key = VerifierKey.parse(PETER_PUBLIC);
    SignedNote changed = SignedNote.parse(PETER_NOTE.replace("your problem is", "my problem is"));
    SignedNote other = SignedNote.parse(PETER_NOTE.replace("— PeterNeumann", "— PeterOldmann"));

    assertThat(changed.by(key)).isNull();
    assertThat(other.by(key)).isNull();
  }

  @Test
  void readsBackNewKeys() {
    for (int i = 0; i < 50; i++) {
      SigningKey key = SigningKey.generate("example.org/log");
      String text = "text\n";

      assertThat(SigningKey.parse(key.format()).verifier()).isEqualTo(key.verifier());
      assertThat(VerifierKey.parse(key.verifier().toString())).isEqualTo(key.verifier());
      assertThat(new SignedNote(text, List.of(key.sign(text))).by(key.verifier())).isNotNull();
      assertThat(
              new SignedNote(text, List.of(key.cosign(text, 12))).by(key.cosigner()).timeSeconds())
          .isEqualTo(12);
    }
  }

  @Test
  void refusesMalformedKeys() {
    for (String text :
        List.of(
            "",
            "a+b",
            PETER,
            PETER_PUBLIC.replace("c74f20a3", "c74f20a4"),
            PETER_PUBLIC.replace("ARpc", "Arpc"),
            PETER_PUBLIC + "A",
            "PeterNeumann+c74f20a3+*")) {
      assertThatThrownBy(() -> VerifierKey.parse(text))
          .isInstanceOf(ColophonException.class)
          .hasMessageContaining("public key");
    }
    assertThatThrownBy(() -> SigningKey.parse(PETER.replace("AYEK", "AYEL")))
        .isInstanceOf(ColophonException.class)
        .hasMessageNotContaining("AYEL");
    assertThatThrownBy(() -> SigningKey.generate("two words")).hasMessageContaining("space");
  }

  @Test
  void refusesMalformedNotes() {
    for (String text :
        List.of(
            "",
            "text\n",
            "text\n\n",
            "text\n\n— name\n",
            "text\n\n— name AAAA\n",
            "text\n\n- name AAAAAAAA\n",
            "te\0xt\n\n— name AAAAAAAA\n",
            "text\n\n— name AAAAAAAA")) {
      assertThatThrownBy(() -> SignedNote.parse(text))
          .hasFieldOrPropertyWithValue("code", ErrorCode.BAD_INPUT);
    }
    for (String text : List.of("", "o\n1\n", "o\n01\nAAAA\n", "o\n-1\n" + "A".repeat(43) + "=\n")) {
      assertThatThrownBy(() -> Checkpoint.parse(text))
          .hasFieldOrPropertyWithValue("code", ErrorCode.BAD_INPUT);
    }
  }

  @Test
  void countsCosignersByGroups() {
    StringBuilder text = new StringBuilder("# comment\n\nlog " + PETER_PUBLIC + " https://a.org\n");
    for (String name : List.of("X1", "X2", "X3", "Y1")) {
      text.append("witness\t" + name + " " + SigningKey.generate(name).cosigner() + "\n");
    }
    text.append("group X 2 X1 X2 X3\ngroup Y any Y1\ngroup XY all X Y\nquorum XY\n");

    WitnessPolicy policy = WitnessPolicy.parse(text.toString(), "policy");

    assertThat(policy.isMetBy(Set.of("X1", "X3", "Y1"))).isTrue();
    assertThat(policy.isMetBy(Set.of("X1", "Y1"))).isFalse();
    assertThat(policy.isMetBy(Set.of("X1", "X2", "X3"))).isFalse();
    assertThat(WitnessPolicy.parse("quorum none\n", "p").isMetBy(Set.of())).isTrue();
  }

  @Test
  void refusesMalformedPoliciesWithTheLine() {
    String witness = "witness W " + SigningKey.generate("w").cosigner() + "\n";
    for (String text :
        List.of(
            "quorum W\n",
            "\nquorum none\nquorum none\n",
            "witness W " + PETER_PUBLIC + "\nquorum W\n",
            witness + witness + "quorum W\n",
            witness + "group G 2 W\nquorum G\n",
            witness + "group G 1 W W\nquorum G\n",
            witness + "group G 0 W\nquorum G\n",
            witness + "group none any W\nquorum G\n",
            witness + "group G any H\ngroup H any W\nquorum G\n",
            "log\nquorum none\n",
            "quorum none\u0001\n")) {
      assertThatThrownBy(() -> WitnessPolicy.parse(text, "my.policy"))
          .isInstanceOf(ColophonException.class)
          .hasMessageContaining("my.policy, line ");
    }
    assertThatThrownBy(() -> WitnessPolicy.parse("", "my.policy")).hasMessageContaining("quorum");
  }
}
