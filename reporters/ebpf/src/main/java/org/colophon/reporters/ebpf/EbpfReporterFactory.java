package org.colophon.reporters.ebpf;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.plugin.PluginOptions;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.reporters.strace.StraceReporter;
import org.colophon.reporters.strace.command.CpuPlacement;

/** Creates reporters of kernel events from options. */
public final class EbpfReporterFactory implements ReporterFactory {
  /** The kernel's upper limit of process ids. */
  private static final int MAX_PID = 1 << 22;

  private static final List<PluginOption> OPTIONS =
      List.of(
          PluginOption.command("command", "run this command; a zero byte between its words", ""),
          new PluginOption("pid", "watch this process, its threads, and what it starts", ""),
          new PluginOption("cgroup", "watch the processes of this control group, version 2", ""),
          new PluginOption("host", "watch all processes of this host", "false"),
          new PluginOption("cpus", "CPUs of the command: all, one or a number", "all"),
          new PluginOption("wait", "wait for processes that the command leaves behind", "false"),
          new PluginOption(
              "lossy", "lose and count events instead of slowing what is traced", "false"));

  @Override
  public String name() {
    return "ebpf";
  }

  @Override
  public String description() {
    return "reads, writes, starts and renames of processes, from events of the kernel";
  }

  @Override
  public List<PluginOption> options() {
    return OPTIONS;
  }

  @Override
  public StraceReporter create(Map<String, String> given) {
    PluginOptions options = new PluginOptions(this, given);
    boolean isHost = options.truth("host", false);
    long sources = Stream.of("command", "pid", "cgroup").filter(options::has).count();
    if (sources + (isHost ? 1 : 0) != 1) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "ebpf requires one of: a command, pid=N, cgroup=DIR, host=true");
    }
    EbpfOptions chosen =
        EbpfOptions.DEFAULT
            .forwardingSignals(true)
            .withCpus(CpuPlacement.count(options.text("cpus", "all")))
            .waitingForAll(options.truth("wait", false))
            .lossy(options.truth("lossy", false));
    if (options.has("command")) {
      return EbpfReporter.command(List.of(options.text("command").split("\0", -1)), chosen);
    }
    if (options.has("cgroup")) {
      return EbpfReporter.cgroup(Path.of(options.text("cgroup")), chosen);
    }
    return isHost
        ? EbpfReporter.host(chosen)
        : EbpfReporter.process(options.number("pid", 0, 1, MAX_PID), chosen);
  }
}
