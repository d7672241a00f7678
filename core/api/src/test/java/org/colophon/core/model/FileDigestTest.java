// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.colophon.core.error.ColophonException;
import org.colophon.core.model.encoding.FileDigest;

class FileDigestTest {
  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  @Property(tries = 200)
  void readsWhatItWrites(
      @ForAll @Size(32) byte[] sha256,
      @ForAll @Size(20) byte[] git,
      @ForAll @LongRange(min = 0, max = 1L << 50) long size) {
    FileDigest digest = new FileDigest(hex(sha256), hex(git), size);

    assertThat(FileDigest.of(digest.bytes())).isEqualTo(digest);
    assertThat(FileDigest.isName(digest.name())).isTrue();
    assertThat(FileDigest.isName(Bytes.of("/").concat(digest.name()))).isFalse();
  }

  @Example
  void readsOptionalDigestOfFsVerity() {
    for (String root : new String[] {"5e".repeat(32), "5e".repeat(64)}) {
      FileDigest digest = new FileDigest("1a".repeat(32), "2b".repeat(20), 7, root);
      FileDigest plain = new FileDigest(digest.sha256(), digest.git(), 7);
      Bytes content = Bytes.of("fs-verity:" + root);

      assertThat(FileDigest.of(digest.bytes()).fsVerity()).isEqualTo(root);
      assertThat(FileDigest.of(plain.bytes()).fsVerity()).isNull();
      assertThat(digest).isEqualTo(plain).hasSameHashCodeAs(plain);
      assertThat(FileDigest.isContent(content)).isTrue();
      assertThat(digest.isMeantBy(content)).isTrue();
      assertThat(plain.isMeantBy(content)).isFalse();
    }
  }

  @Property(tries = 500)
  void refusesOtherData(@ForAll byte[] data) {
    assertThatThrownBy(() -> FileDigest.of(Bytes.wrap(data))).isInstanceOf(ColophonException.class);
    assertThat(FileDigest.isName(Bytes.wrap(data))).isFalse();
  }

  @Property(tries = 200)
  void refusesDamagedData(
      @ForAll @Size(32) byte[] sha256, @ForAll @LongRange(min = 0, max = 110) long at) {
    byte[] data = new FileDigest(hex(sha256), hex(new byte[20]), 7).bytes().toArray();
    data[(int) at] = 'x';

    assertThatThrownBy(() -> FileDigest.of(Bytes.wrap(data))).isInstanceOf(ColophonException.class);
  }

  @Example
  void rejectsContentsWithOtherNumberOfDigits() {
    String digits = "0123456789abcdef".repeat(4);

    for (String each : new String[] {"git:" + digits, "sha256:" + digits + "0", "git:ab@5"}) {
      assertThatThrownBy(() -> FileDigest.rejectMalformed(Bytes.of(each)))
          .as(each)
          .isInstanceOf(ColophonException.class)
          .hasMessageContaining("git: and 40");
    }
    FileDigest.rejectMalformed(Bytes.of("sha256:" + digits + "@7"));
    FileDigest.rejectMalformed(Bytes.of("git:" + digits.substring(24)));
    FileDigest.rejectMalformed(Bytes.of("git:/srv/x"));
  }

  @Example
  void acceptsOnlyLowerCaseDigestsAsNames() {
    String digits = "0123456789abcdef".repeat(4);

    assertThat(FileDigest.isName(Bytes.of("sha256:" + digits))).isTrue();
    assertThat(FileDigest.isName(Bytes.of("sha256:" + digits.replace('a', 'A')))).isFalse();
    assertThat(FileDigest.isName(Bytes.of("sha256:" + digits + "0"))).isFalse();
    assertThat(FileDigest.isName(Bytes.of("sha512:" + digits))).isFalse();
  }
}
