// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcConfigTest {
  private static final Path DIRECTORY = Path.of("directory");

  private static JdbcConfig with(Map<String, String> options) {
    return JdbcConfig.of(new StorageConfig(DIRECTORY, options));
  }

  private static void assertFails(ErrorCode code, String text, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(ColophonException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(text);
  }

  @Test
  void isFoundByName() {
    assertThat(new PluginLoader<>(StorageAdapterFactory.class).get("jdbc").name())
        .isEqualTo("jdbc");
  }

  @Test
  void hasDocumentedDefaults() {
    assertThat(with(Map.of()))
        .isEqualTo(new JdbcConfig(DIRECTORY, "", "", null, "colophon", 20_000, 32 << 20, 30));
  }

  @Test
  void acceptsEveryOption() {
    Map<String, String> options =
        Map.of(
            "url", "jdbc:postgresql://h/d",
            "user", "u",
            "password-file", "/p",
            "schema", "s_1",
            "batch-operations", "2k",
            "cache-bytes", "64M",
            "reconnect-seconds", "0");
    assertThat(with(options))
        .isEqualTo(
            new JdbcConfig(
                DIRECTORY, "jdbc:postgresql://h/d", "u", Path.of("/p"), "s_1", 2048, 64 << 20, 0));
  }

  @Test
  void showsEveryOptionWithAValidDefault() {
    for (PluginOption option : JdbcConfig.OPTIONS) {
      assertThat(with(Map.of(option.name(), option.defaultValue()))).isEqualTo(with(Map.of()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "url,jdbc:mysql://h/d",
    "password-file,relative",
    "schema,Robert'); DROP",
    "schema,''",
    "batch-operations,0",
    "cache-bytes,1k",
    "reconnect-seconds,-1"
  })
  void rejectsValueOutOfRange(String name, String value) {
    assertFails(ErrorCode.BAD_REQUEST, name, () -> with(Map.of(name, value)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://h/d?password=secret",
        "jdbc:postgresql://me:se/secret@h/d",
        "jdbc:postgresql://h/d?a=\n&password=secret",
        "jdbc:postgresql://h/d?user=u&PASSWORD=secret",
        "jdbc:postgresql://u:secret@h/d"
      })
  void rejectsAPasswordInTheUrlWithoutRepeatingIt(String url) {
    assertThatThrownBy(() -> with(Map.of("url", url)))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("list of processes")
        .hasMessageContaining("password-file")
        .hasMessageNotContaining("secret");
  }

  @Test
  void rejectsPasswordAsOptionWithReasonAndWithoutRepeatingIt() {
    assertThatThrownBy(() -> with(Map.of("password", "secret")))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("list of processes")
        .hasMessageNotContaining("secret");
  }

  @Test
  void readsThePasswordOnlyFromAFileOfItsOwner(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("password");
    assertFails(ErrorCode.NOT_FOUND, "password", () -> PasswordFile.read(file));
    Files.writeString(file, "open sesame\nsecond\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertFails(ErrorCode.NOT_PERMITTED, "chmod 600", () -> PasswordFile.read(file));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThat(PasswordFile.read(file)).isEqualTo("open sesame");
    Files.writeString(file, "\n");
    assertFails(ErrorCode.BAD_REQUEST, "empty", () -> PasswordFile.read(file));
  }
}
