package org.colophon.core.spi.inspect;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;

/** Reads the options that an inspector was given; refuses what it does not know. */
public final class OwnOptions {
  private final String inspector;
  private final Map<String, String> given;

  /**
   * Checks the names.
   *
   * @throws ColophonException BAD_REQUEST if one is unknown
   */
  public OwnOptions(String inspector, List<PluginOption> known, Map<String, String> given) {
    this.inspector = inspector;
    this.given = given;
    for (String name : given.keySet()) {
      if (known.stream().noneMatch(option -> option.name().equals(name))) {
        String names = known.stream().map(PluginOption::name).collect(Collectors.joining(", "));
        throw bad("knows no option '%s'; known: %s".formatted(name, names));
      }
    }
  }

  /**
   * A whole number.
   *
   * @throws ColophonException BAD_REQUEST if it is none, or outside of the two bounds
   */
  public int number(String name, int defaultValue, int least, int most) {
    String text = given.get(name);
    if (text == null) {
      return defaultValue;
    }
    try {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw bad("wants %s as a number from %d to %d, not '%s'".formatted(name, least, most, text));
  }

  private ColophonException bad(String what) {
    return new ColophonException(ErrorCode.BAD_REQUEST, "the inspector " + inspector + " " + what);
  }
}
