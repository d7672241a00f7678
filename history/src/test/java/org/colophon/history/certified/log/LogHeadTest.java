// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.SigningKey;
import org.junit.jupiter.api.Test;

class LogHeadTest {
  private final SigningKey key = SigningKey.generate("web.example.org");
  private final String text = new Checkpoint(key.name(), 3, Bytes.wrap(new byte[32])).text();
  private final LogHead head =
      new LogHead(key.verifier(), 1, 9, new SignedNote(text, key.sign(text, 60)));

  @Test
  void readsBackTextAndHeader() {
    assertThat(LogHead.parse(head.format())).isEqualTo(head);
    assertThat(LogHead.decode(head.encode())).isEqualTo(head);
    assertThat(head.isCosigned()).isFalse();
  }

  @Test
  void leavesCosignaturesOutOfLongHeader() {
    List<SignedNote.Signature> many = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      many.add(SigningKey.generate("witness" + i).cosign(text, 60));
    }
    LogHead cosigned = new LogHead(head.key(), 1, 9, head.note().with(many));
    assertThat(cosigned.isCosigned()).isTrue();
    assertThat(LogHead.decode(cosigned.encode())).isEqualTo(head);
  }

  @Test
  void refusesMalformedAndForeignHeads() {
    String foreign = SigningKey.generate(key.name()).verifier() + "\n";
    String form = head.format();
    for (String each :
        List.of(
            "",
            "key",
            form.replace("\n1 9\n", "\n1\n"),
            form.replace("\n1 9\n", "\n-1 9\n"),
            form.replace("\n3\n", "\n4\n"),
            foreign + form.substring(form.indexOf('\n') + 1))) {
      assertThatThrownBy(() -> LogHead.parse(each))
          .hasFieldOrPropertyWithValue("code", ErrorCode.BAD_INPUT);
    }
    assertThatThrownBy(() -> LogHead.decode("*"))
        .hasFieldOrPropertyWithValue("code", ErrorCode.BAD_INPUT);
  }
}
