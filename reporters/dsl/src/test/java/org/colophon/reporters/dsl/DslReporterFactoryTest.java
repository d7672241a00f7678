// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.testing.reporters.RecordingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DslReporterFactoryTest {
  @TempDir private Path temp;

  private final ReporterFactory factory = new PluginLoader<>(ReporterFactory.class).get("dsl");

  @Test
  void readsItsOptionsWithoutSideEffects() {
    assertThat(factory.create(Map.of("pipe", "/nowhere/p"))).isNotNull();
    assertThat(factory.create(Map.of("from", "/nowhere/f", "follow", "true", "ids", "2")))
        .isNotNull();
    assertThat(
            factory.create(
                Map.of("from", "-", "escapes", "spade", "annotations", "all", "directory", "/x")))
        .isNotNull();
    assertThat(factory.options()).extracting("name").contains("from", "pipe", "follow", "ids");
  }

  @ParameterizedTest
  @CsvSource({"from, false", "from, true", "pipe, false"})
  void opensInputThroughContext(String option, boolean follows) throws Exception {
    Path feed = temp.resolve("feed");
    if (option.equals("from")) {
      Files.writeString(feed, "type:Process id:1\n");
    }
    Map<String, String> options = new HashMap<>(Map.of(option, feed.toString()));
    if (follows) {
      options.put("follow", "true");
    }
    assertThatThrownBy(() -> factory.create(options).run(new RefusingContext()))
        .hasStackTraceContaining("refused: " + feed);
  }

  /** A context that refuses to open files. */
  private static final class RefusingContext implements ReporterContext {
    @Override
    public OperationSink newSink() {
      return new RecordingSink();
    }

    @Override
    public FileOpener files() {
      return (path, options) -> {
        throw new IOException("refused: " + path);
      };
    }

    @Override
    public String hostId() {
      return "host";
    }

    @Override
    public String bootId() {
      return "boot";
    }

    @Override
    public Bytes position(String source) {
      return Bytes.EMPTY;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', either from=FILE",
    "from=x;pipe=y, either from=FILE",
    "from=x;follow=maybe, neither true nor false",
    "pipe=x;follow=true, follow=true needs from=FILE",
    "from=-;follow=true, follow=true needs from=FILE",
    "from=x;ids=1, no number from 2",
    "from=x;ids=many, no number from 2",
    "from=x;ids=99999999999, no number from 2",
    "from=x;escapes=all, 'none of full, spade'",
    "from=x;annotations=some, 'none of rest, all, none'",
    "from=x;colour=red, has no option 'colour'",
    "from=;, wants from=",
  })
  void reportsInvalidOptions(String given, String complaint) {
    Map<String, String> options = new HashMap<>();
    for (String pair : given.isEmpty() ? new String[0] : given.split(";")) {
      options.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
    }
    assertThatThrownBy(() -> factory.create(options))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
        .hasMessageContaining(complaint);
  }
}
