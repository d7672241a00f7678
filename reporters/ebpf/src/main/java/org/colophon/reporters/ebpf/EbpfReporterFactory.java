// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.plugin.PluginOptions;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.reporters.common.content.WantedDigests;
import org.colophon.reporters.ebpf.shared.EventService;
import org.colophon.reporters.replay.ReplayReporter;
import org.colophon.reporters.replay.command.CpuPlacement;
import org.colophon.reporters.replay.content.WantedVariables;

/** Creates reporters of kernel events from options. */
public final class EbpfReporterFactory extends NamedPlugin implements ReporterFactory {
  /** Upper limit of Linux for process ids. */
  private static final int MAX_PID = 1 << 22;

  private static final int DEFAULT_TRACES = 16;
  private static final int DEFAULT_USER_TRACES = 4;
  private static final int MAX_TRACES = 256;

  private static final List<PluginOption> OPTIONS =
      List.of(
          PluginOption.command("command", "run this command; zero bytes separate its words", ""),
          new PluginOption("pid", "trace this process and its future children", ""),
          new PluginOption("cgroup", "trace the processes of this control group, version 2", ""),
          new PluginOption("host", "trace all processes of this host", "false"),
          new PluginOption(
              "mounts", "trace the processes that use a mount of the same recorder", "false"),
          PluginOption.file(
              "socket", "let other users trace their own commands through this socket", ""),
          new PluginOption("users", "who may: names, @groups, or * for all; with socket", ""),
          new PluginOption("max-traces", "traces at a time; with socket", "16"),
          new PluginOption("max-user-traces", "traces of one user at a time; with socket", "4"),
          new PluginOption("cpus", "how many CPUs the command uses: all, one or N", "all"),
          new PluginOption("wait", "wait for processes that the command leaves behind", "false"),
          new PluginOption("env", ReplayReporter.VARIABLES_OPTION, ""),
          new PluginOption("digests", ReplayReporter.DIGESTS_OPTION, "none"),
          new PluginOption("name-lookups", ReplayReporter.LOOKUPS_OPTION, "false"),
          new PluginOption("fold", "count repeated reads and writes in the kernel", "true"),
          new PluginOption(
              "lossy", "lose and count events instead of slowing the programs", "false"));

  public EbpfReporterFactory() {
    super(
        "ebpf",
        "reads, writes, starts and renames of processes, from events of the kernel",
        OPTIONS);
  }

  @Override
  public Reporter create(Map<String, String> given) {
    PluginOptions options = new PluginOptions(this, given);
    boolean isHost = options.flag("host", false);
    boolean isMounts = options.flag("mounts", false);
    long sources = Stream.of("command", "pid", "cgroup", "socket").filter(options::has).count();
    if (sources + (isHost ? 1 : 0) + (isMounts ? 1 : 0) != 1) {
      throw ErrorCode.BAD_REQUEST.exception(
          "ebpf requires one of: a command, pid=N, cgroup=DIR, host=true, mounts=true, socket=FILE");
    }
    if (options.has("socket")) {
      return service(options);
    }
    EbpfOptions chosen =
        EbpfOptions.DEFAULT
            .forwardingSignals(true)
            .withCpus(CpuPlacement.count(options.text("cpus", "all")))
            .waitingForAll(options.flag("wait", false))
            .folding(options.flag("fold", true))
            .recordingVariables(WantedVariables.of(options.list("env")))
            .recordingLookups(options.flag("name-lookups", false))
            .withDigests(WantedDigests.of(options.text("digests", "none")))
            .lossy(options.flag("lossy", false));
    if (options.has("command")) {
      return EbpfReporter.command(List.of(options.text("command").split("\0", -1)), chosen);
    }
    if (options.has("cgroup")) {
      return EbpfReporter.cgroup(Path.of(options.text("cgroup")), chosen);
    }
    if (isMounts) {
      return EbpfReporter.mounts(chosen);
    }
    return isHost
        ? EbpfReporter.host(chosen)
        : EbpfReporter.process(options.number("pid", 0, 1, MAX_PID), chosen);
  }

  private static Reporter service(PluginOptions options) {
    options.text("users");
    return new EventService(
        options.path("socket"),
        options.list("users"),
        options.number("max-traces", DEFAULT_TRACES, 1, MAX_TRACES),
        options.number("max-user-traces", DEFAULT_USER_TRACES, 1, MAX_TRACES));
  }
}
