// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.strace;

import java.util.List;
import java.util.Map;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.plugin.PluginOptions;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.reporters.common.content.WantedDigests;
import org.colophon.reporters.replay.ReplayReporter;

/** Creates {@link StraceReporter}s from options. */
public final class StraceReporterFactory extends NamedPlugin implements ReporterFactory {
  /** Upper limit of Linux for process ids. */
  private static final int MAX_PID = 1 << 22;

  private static final List<PluginOption> OPTIONS =
      List.of(
          PluginOption.command("command", "run this command; zero bytes separate its words", ""),
          new PluginOption("pid", "attach to this process and its threads and children", ""),
          PluginOption.file("from", "read saved strace output from this file, - for stdin", ""),
          PluginOption.file(
              "follow", "replay strace output that another process writes to this file", ""),
          new PluginOption("client", "with follow: that other process", ""),
          new PluginOption(
              "directory",
              "working directory of the first process of saved output",
              "the present one"),
          PluginOption.command("strace", "the strace program", "strace"),
          new PluginOption("cpus", "how many CPUs strace and processes use: all, one or N", "all"),
          new PluginOption(
              "privileges",
              "as root, run set-user-id programs with their privilege (slower)",
              "false"),
          new PluginOption("wait", "wait for processes that the command leaves behind", "false"),
          new PluginOption("env", ReplayReporter.VARIABLES_OPTION, ""),
          new PluginOption("digests", ReplayReporter.DIGESTS_OPTION, "none"),
          new PluginOption("name-lookups", ReplayReporter.LOOKUPS_OPTION, "false"),
          new PluginOption("ranges", ReplayReporter.RANGES_OPTION, "false"),
          new PluginOption("times", "take each call's time (true) or its arrival's", "false"),
          new PluginOption("decorate", "let strace name every descriptor (slower)", "false"),
          new PluginOption(
              "reads",
              "let strace show bytes read, to recognize database clients that call read (slower)",
              "false"));

  public StraceReporterFactory() {
    super("strace", "reads, writes, starts and renames of processes, traced by strace", OPTIONS);
  }

  @Override
  public Reporter create(Map<String, String> given) {
    PluginOptions options = new PluginOptions(this, given);
    StraceReporter.Builder builder = new StraceReporter.Builder();
    if (options.has("command")) {
      String words = options.text("command");
      builder.command(List.of(words.split("\0", -1))).forwardSignals(true);
    }
    if (options.has("pid")) {
      builder.pid(options.number("pid", 0, 1, MAX_PID));
    }
    if (options.has("from")) {
      builder.from(options.text("from"));
    }
    if (options.has("follow")) {
      options.text("client"); // fails if the option is missing
      builder.follow(options.path("follow"), options.number("client", 0, 1, MAX_PID));
    }
    if (options.has("directory")) {
      builder.directory(options.path("directory"));
    }
    builder.strace(options.text("strace", "strace"));
    builder.cpus(options.text("cpus", "all"));
    builder.keepPrivileges(options.flag("privileges", false));
    builder.waitForAll(options.flag("wait", false));
    builder.recordVariables(options.list("env"));
    builder.digests(WantedDigests.of(options.text("digests", "none")));
    builder.recordLookups(options.flag("name-lookups", false));
    builder.recordRanges(options.flag("ranges", false));
    builder.times(options.flag("times", false));
    builder.decorate(options.flag("decorate", false));
    builder.showReads(options.flag("reads", false));
    return builder.build();
  }
}
