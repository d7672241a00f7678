package org.colophon.reporters.strace;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterFactory;

/** Makes {@link StraceReporter}s from options. */
public final class StraceReporterFactory implements ReporterFactory {
  private static final List<PluginOption> OPTIONS =
      List.of(
          PluginOption.command("command", "run this command; a zero byte between its words", ""),
          new PluginOption("pid", "attach to this process and its threads and children", ""),
          PluginOption.file("from", "read saved strace output from this file, - for stdin", ""),
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
  public Reporter create(Map<String, String> options) {
    refuseUnknown(options);
    StraceReporter.Builder builder = StraceReporter.builder();
    if (options.containsKey("command")) {
      builder.command(List.of(options.get("command").split("\0", -1))).forwardSignals(true);
    }
    if (options.containsKey("pid")) {
      builder.pid(pid(options.get("pid")));
    }
    if (options.containsKey("from")) {
      builder.from(options.get("from"));
    }
    if (options.containsKey("directory")) {
      builder.directory(Path.of(options.get("directory")));
    }
    builder.strace(options.getOrDefault("strace", "strace"));
    builder.pin(Pin.of(options.getOrDefault("pin", "auto")));
    builder.times(truth("times", options));
    builder.decorate(truth("decorate", options));
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
      throw new ColophonException(ErrorCode.BAD_REQUEST, "pid=" + text + " is no process id");
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
