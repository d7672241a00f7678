// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.graphviz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.StorageConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphvizConfigTest {
  private static final Path DIRECTORY = Path.of("directory");

  private static GraphvizConfig with(Map<String, String> options) {
    return GraphvizConfig.of(new StorageConfig(DIRECTORY, options));
  }

  @Test
  void hasDocumentedDefaults() {
    assertThat(with(Map.of()))
        .isEqualTo(new GraphvizConfig(DIRECTORY, DIRECTORY.resolve("provenance.dot"), false));
  }

  @Test
  void acceptsEveryOption() {
    assertThat(with(Map.of("file", "/tmp/x.dot", "touches", "yes")))
        .isEqualTo(new GraphvizConfig(DIRECTORY, Path.of("/tmp/x.dot"), true));
  }

  @Test
  void showsEveryOptionWithAValidDefault() {
    for (PluginOption option : GraphvizConfig.OPTIONS) {
      assertThat(with(Map.of(option.name(), option.defaultValue()))).isEqualTo(with(Map.of()));
    }
  }

  @ParameterizedTest
  @CsvSource({"file,x.dot", "touches,1", "colour,red"})
  void rejectsUnknownOptionOrValue(String name, String value) {
    assertThatThrownBy(() -> with(Map.of(name, value)))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
        .hasMessageContaining(name);
  }
}
