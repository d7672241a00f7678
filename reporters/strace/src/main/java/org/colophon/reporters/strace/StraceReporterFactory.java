package org.colophon.reporters.strace;

import java.util.List;
import java.util.Map;
import org.colophon.core.plugin.GivenOptions;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterFactory;

/** Makes {@link StraceReporter}s from options. */
public final class StraceReporterFactory implements ReporterFactory {
  /** The kernel counts no further. */
  private static final int LARGEST_PID = 1 << 22;

  private static final List<PluginOption> OPTIONS =
      List.of(
          PluginOption.command("command", "run this command; a zero byte between its words", ""),
          new PluginOption("pid", "attach to this process and its threads and children", ""),
          PluginOption.file("from", "read saved strace output from this file, - for stdin", ""),
          PluginOption.file(
              "follow", "replay what the strace of another process writes to this file", ""),
          new PluginOption("client", "with follow: that other process", ""),
          new PluginOption(
              "directory",
              "working folder of the first process of saved output",
              "the present one"),
          PluginOption.command("strace", "the strace program", "strace"),
          new PluginOption("pin", "tracer and traced on one CPU: auto, yes or no", "auto"),
          new PluginOption("times", "take each call's time (true) or its arrival's", "false"),
          new PluginOption("decorate", "let strace name every descriptor (slower)", "false"));

  @Override
  public String name() {
    return "strace";
  }

  @Override
  public String description() {
    return "what processes read, write, start and rename, seen through strace";
  }

  @Override
  public List<PluginOption> options() {
    return OPTIONS;
  }

  @Override
  public Reporter create(Map<String, String> given) {
    GivenOptions options = new GivenOptions(this, given);
    StraceReporter.Builder builder = StraceReporter.builder();
    if (options.has("command")) {
      String words = options.text("command");
      builder.command(List.of(words.split("\0", -1))).forwardSignals(true);
    }
    if (options.has("pid")) {
      builder.pid(options.number("pid", 0, 1, LARGEST_PID));
    }
    if (options.has("from")) {
      builder.from(options.text("from"));
    }
    if (options.has("directory")) {
      builder.directory(options.path("directory"));
    if (options.containsKey("follow")) {
      builder.follow(Path.of(options.get("follow")), pid(options.getOrDefault("client", "")));
    }
    if (options.containsKey("directory")) {
      builder.directory(Path.of(options.get("directory")));
    }
    builder.strace(options.text("strace", "strace"));
    builder.pin(options.choice("pin", Pin.values(), Pin.AUTO));
    builder.times(options.truth("times", false));
    builder.decorate(options.truth("decorate", false));
    return builder.build();
  }

  private static void refuseUnknown(Map<String, String> options) {
    Set<String> known = new HashSet<>();
    OPTIONS.forEach(option -> known.add(option.name()));
    for (String name : options.keySet()) {
      if (!known.contains(name)) {
        throw new ColophonException(
            ErrorCode.BAD_REQUEST, "strace has no option '" + name + "'; it has " + known);
      }
    }
  }

  private static long pid(String text) {
    if (!text.matches("[1-9][0-9]{0,6}")) {
      throw new ColophonException(ErrorCode.BAD_REQUEST, "'" + text + "' is no process id");
    }
    return Long.parseLong(text);
  }

  private static boolean truth(String name, Map<String, String> options) {
    String text = options.getOrDefault(name, "false");
    if (!text.equals("true") && !text.equals("false")) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, name + "=" + text + " is neither true nor false");
    }
    return text.equals("true");
  }
}
