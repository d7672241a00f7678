package org.colophon.benchmarks;

import org.colophon.benchmarks.pipeline.ChildProcess;
import org.colophon.benchmarks.pipeline.SubjectRun;
import org.colophon.benchmarks.pipeline.WorkloadSpec;
import org.colophon.benchmarks.result.ResultFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** One run of one system, for the commands that compare. */
@Command(name = "run", hidden = true, mixinStandardHelpOptions = true)
final class RunCommand implements Runnable {
  @Mixin private BenchmarkOptions options;

  @Parameters(index = "0", description = "The system.")
  private String system;

  @Parameters(
      index = "1",
      description = "The workload: tree:LEVELS:BLOCKS:AT_ONCE or zipf:OPERATIONS.")
  private String workload;

  @Override
  public void run() {
    options.inScratchDirectory(
        directory -> {
          SubjectRun run =
              new SubjectRun(
                  system, new WorkloadSpec(workload), directory, options.warmUpSeconds());
          System.out.println(ChildProcess.FIGURES + ResultFile.toLine(run.run()));
        });
  }
}
