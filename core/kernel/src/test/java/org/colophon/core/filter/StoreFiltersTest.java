// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.model.Bytes;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.filter.CaptureFilter;
import org.colophon.core.spi.filter.CaptureFilterFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreFiltersTest {
  @TempDir Path store;

  private List<CaptureFilter> read(String text) throws IOException {
    Files.writeString(store.resolve(StoreFilters.FILE), text);
    return StoreFilters.read(store);
  }

  private static boolean excludes(List<CaptureFilter> filters, String name) {
    return filters.stream().anyMatch(each -> each.excludesName(Bytes.of(name)));
  }

  @Test
  void returnsNoFiltersWithoutAFile() {
    assertThat(StoreFilters.read(store)).isEmpty();
  }

  @Test
  void readsRulesAndComments() throws IOException {
    List<CaptureFilter> filters = read("# secrets\n\nexclude  /lab/my keys\ninclude /lab\n");
    assertThat(filters).hasSize(1);
    assertThat(excludes(filters, "/lab/my keys/a")).isTrue();
    assertThat(excludes(filters, "/lab/x")).isFalse();
    assertThat(excludes(filters, "/etc/x")).isTrue();
  }

  /** Excludes one name; found through the service loader. */
  public static final class OneName implements CaptureFilterFactory {
    @Override
    public String name() {
      return "one-name";
    }

    @Override
    public String description() {
      return "excludes one name";
    }

    @Override
    public List<PluginOption> options() {
      return List.of(new PluginOption("name", "the name", ""));
    }

    @Override
    public CaptureFilter create(Map<String, String> options) {
      return new CaptureFilter() {
        @Override
        public boolean excludesName(Bytes name) {
          return name.equals(Bytes.of(options.get("name")));
        }
      };
    }
  }

  @Test
  void makesFiltersOfPlugins() throws IOException {
    List<CaptureFilter> filters = read("filter one-name name=/a\nexclude /b\n");
    assertThat(filters).hasSize(2);
    assertThat(excludes(filters, "/a")).isTrue();
    assertThat(excludes(filters, "/c")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "exclude, filters:1: ",
    "exclude proces=ssh, there is no proces=",
    "ignore /x, begins with include",
    "filter none, 'known here: one-name'",
    "filter one-name x, KEY=VALUE"
  })
  void reportsBadLinesWithTheirNumber(String line, String message) {
    assertThatThrownBy(() -> read(line))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining(message)
        .hasMessageContaining("filters:1");
  }
}
