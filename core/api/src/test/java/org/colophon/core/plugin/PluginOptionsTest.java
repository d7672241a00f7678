// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PluginOptionsTest {
  private static final Plugin LOOM =
      new Plugin() {
        @Override
        public String name() {
          return "loom";
        }

        @Override
        public String description() {
          return "weaves";
        }

        @Override
        public List<PluginOption> options() {
          return List.of(new PluginOption("colour", "", ""), new PluginOption("threads", "", ""));
        }
      };

  private enum Colour {
    RED,
    DARK_BLUE
  }

  private static PluginOptions options(String value) {
    return new PluginOptions(LOOM, Map.of("colour", value));
  }

  @Test
  void readsTheGivenFile() {
    assertThat(options("x").text("colour")).isEqualTo("x");
    assertThat(options("a,b,").list("colour")).containsExactly("a", "b", "");
    assertThat(options("").list("colour")).isEmpty();
    assertThat(options("true").flag("colour", false)).isTrue();
    assertThat(options("2147483647").number("colour", 0, 0, Integer.MAX_VALUE))
        .isEqualTo(Integer.MAX_VALUE);
    assertThat(options("dark-blue").choice("colour", Colour.values(), Colour.RED))
        .isEqualTo(Colour.DARK_BLUE);
    assertThat(options("red,dark-blue").choices("colour", Colour.values()))
        .containsExactly(Colour.RED, Colour.DARK_BLUE);
    assertThat(options("/a/./b/../c").path("colour")).isEqualTo(Path.of("/a/c"));
  }

  @Test
  void usesDefaultsForMissingOptions() {
    PluginOptions none = new PluginOptions(LOOM, Map.of());
    assertThat(none.has("colour")).isFalse();
    assertThat(none.text("colour", "y")).isEqualTo("y");
    assertThat(none.list("colour")).isEmpty();
    assertThat(none.flag("colour", true)).isTrue();
    assertThat(none.number("colour", 7, 0, 1)).isEqualTo(7);
    assertThat(none.choice("colour", Colour.values(), Colour.RED)).isEqualTo(Colour.RED);
    assertThat(none.choices("colour", Colour.values())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'', loom wants colour=...",
    "yes, colour=yes is neither true nor false",
    "-1, colour=-1 is no number from 0 to 9",
    "99999999999, colour=99999999999 is no number from 0 to 9",
    "green, 'colour=green is none of red, dark-blue'",
    "a\\0b, is no path"
  })
  void rejectsInvalidValueWithCorrectForm(String value, String message) {
    PluginOptions given = options(value.replace("\\0", "\0"));
    assertThatThrownBy(
            () -> {
              switch (message.replaceAll(".*(wants|neither|number|none|path).*", "$1")) {
                case "wants" -> given.text("colour");
                case "neither" -> given.flag("colour", false);
                case "number" -> given.number("colour", 0, 0, 9);
                case "none" -> given.choice("colour", Colour.values(), Colour.RED);
                default -> given.path("colour");
              }
            })
        .hasMessageContaining(message)
        .extracting(e -> ((ColophonException) e).code())
        .isEqualTo(ErrorCode.BAD_REQUEST);
  }

  @Test
  void rejectsUnknownChoiceInList() {
    assertThatThrownBy(() -> options("red,green").choices("colour", Colour.values()))
        .hasMessage("colour=green is none of red, dark-blue");
  }

  @ParameterizedTest
  @CsvSource({"colours, colour", "col, colour", "threats, threads", "color, colour"})
  void suggestsNearestOption(String given, String nearest) {
    assertThatThrownBy(() -> new PluginOptions(LOOM, Map.of(given, "1")))
        .hasMessage(
            "loom has no option '%s' (did you mean %s?); it has colour, threads"
                .formatted(given, nearest));
  }

  @Test
  void rejectsOptionsUnknownToThePlugin() {
    Map<String, String> more = Map.of("shape", "1");
    assertThatThrownBy(() -> new PluginOptions(LOOM, more))
        .hasMessage("loom has no option 'shape'; it has colour, threads");
    assertThat(new PluginOptions(LOOM, more, "shape"::equals).has("shape")).isTrue();
  }
}
