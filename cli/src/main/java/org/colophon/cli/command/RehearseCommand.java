// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.cli.base.BaseCommand;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.config.Store;
import org.colophon.cli.output.Console;
import org.colophon.cli.serve.UiCommand;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.FileTree;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.service.Service;
import org.colophon.service.config.ServiceConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Runs the code of common commands on a small temporary store. The JVM archives the classes loaded
 * meanwhile, so that later starts do not read and verify them. The launcher starts this command. It
 * prints nothing.
 *
 * <p>A JVM needs time for each class of its archive, even for unused ones. So commands that query a
 * service have a smaller archive. To create it, a process serves a store, and another process
 * queries it without loading the classes of the service.
 */
@Command(
    name = "rehearse",
    hidden = true,
    description = "Load the classes that common commands load.")
final class RehearseCommand extends BaseCommand {
  static final String SERVED = "served";

  @Option(
      names = "--serve",
      paramLabel = "STORE",
      description = "Make and serve a store until standard input ends; print a line when ready.")
  private @Nullable Path toServe;

  @Option(
      names = "--ask",
      paramLabel = "STORE",
      description = "Query the service of this store, and the store itself.")
  private @Nullable Path toAsk;

  RehearseCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    if (toServe != null) {
      serve(toServe);
    } else if (toAsk != null) {
      Invocation rehearsal = rehearsal(toAsk);
      rehearseQuestions(rehearsal, toAsk.toString());
      rehearseQuestions(rehearsal, toAsk.toString(), "--embedded");
    } else {
      rehearseAll();
    }
    return ExitCode.FOUND;
  }

  private void serve(Path store) {
    makeStore(store);
    Service service = Service.start(ServiceConfig.of(store));
    try {
      console().out().println(SERVED);
      console().out().flush();
      invocation().in().transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot read standard input: " + e, e);
    } finally {
      service.stop();
    }
  }

  private void rehearseAll() {
    try {
      Path directory = Files.createTempDirectory("colophon-rehearsal-");
      try {
        rehearse(directory);
      } finally {
        FileTree.delete(directory);
      }
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot rehearse: " + e, e);
    }
  }

  private void rehearse(Path directory) throws IOException {
    Path store = directory.resolve("store");
    makeStore(store);
    Invocation rehearsal = rehearsal(directory);
    Colophon.run(rehearsal, "--help");
    rehearseQuestions(rehearsal, store.toString(), "--embedded");
    UiCommand.rehearse(new Store(store, text -> {}), "/copy");
    rehearseService(rehearsal, store);
    rehearseTrace(rehearsal, directory);
  }

  /** Traces a pipeline. Does nothing where tracing is not possible. */
  private static void rehearseTrace(Invocation rehearsal, Path directory) {
    String store = directory.resolve("traced").toString();
    String pipeline = "cat </dev/null | cat >" + directory.resolve("copy");
    Colophon.run(rehearsal, "trace", "--store", store, "--", "sh", "-c", pipeline);
  }

  private static void makeStore(Path store) {
    try (Kernel kernel = new Store(store, text -> {}).openKernel(List.of())) {
      recordCopy(kernel.newSink("rehearsal", SinkOptions.DEFAULT));
      kernel.drain();
    }
  }

  private Invocation rehearsal(Path directory) {
    OutputStream nowhere = OutputStream.nullOutputStream();
    Console quiet = new Console(nowhere, nowhere, true, true, Map.of());
    return new Invocation(quiet, directory, invocation().in());
  }

  private static void rehearseQuestions(Invocation rehearsal, String store, String... more) {
    for (String line :
        List.of(
            "lineage /copy",
            "history /copy",
            "show /copy",
            "lineage /copy --json",
            "why /copy /original",
            "find /copy",
            "recordings",
            "status")) {
      List<String> args = new ArrayList<>(List.of(line.split(" ")));
      args.addAll(List.of("--store", store));
      args.addAll(List.of(more));
      Colophon.run(rehearsal, args.toArray(new String[0]));
    }
  }

  /** Rehearses with a service. A failure, such as a too long socket path, is only a remark. */
  private static void rehearseService(Invocation rehearsal, Path store) {
    try {
      Service service = Service.start(ServiceConfig.of(store));
      rehearseQuestions(rehearsal, store.toString());
      service.stop();
    } catch (ColophonException e) {
      rehearsal.console().remark(e.getMessage());
    }
  }

  private static void recordCopy(OperationSink sink) {
    long cp = sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/cp"), 0), 0);
    long original = sink.objectAt(Bytes.of("/original"), ObjectKind.FILE, 0);
    long copy = sink.objectAt(Bytes.of("/copy"), ObjectKind.FILE, 0);
    sink.access(OperationKind.READ, Phase.WHOLE, cp, original, 1, 0);
    sink.access(OperationKind.WRITE, Phase.WHOLE, cp, copy, 1, 0);
    sink.exit(cp, 0, 0);
    sink.flush();
  }
}
