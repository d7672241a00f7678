// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.answer;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.naming.NodeFilter;
import org.colophon.query.target.Target;
import org.colophon.query.text.DisplayText;
import org.colophon.query.touched.Run;
import org.colophon.query.touched.TouchedFile;
import org.colophon.query.touched.TouchedFile.Effect;
import org.colophon.query.touched.TouchedFiles;
import org.jspecify.annotations.Nullable;

/** Lists the files that a run touched, by effect and directory. */
record TouchedAnswer(LineageReader reader, AnswerStyle style, long asOfLsn) {
  private record ShownFile(
      String effect,
      String path,
      @Nullable String before,
      long object,
      long readBytes,
      long writtenBytes) {}

  private record ShownRun(long process, String command, long processes, boolean running) {}

  private record Shown(
      @Nullable ShownRun run,
      boolean complete,
      long temporary,
      long leftOut,
      List<ShownFile> files) {}

  private static final Shown NOTHING = new Shown(null, true, 0, 0, List.of());

  Answer answer(@Nullable Target target, LineageFilter filter) {
    Run run = target == null ? Run.newest(reader, asOfLsn) : runOf(target);
    if (run == null) {
      return Answer.of(
          style, false, List.of("no run is recorded"), "touched", () -> NOTHING, out -> {});
    }
    TouchedFiles touched = new TouchedFiles(reader, run, asOfLsn);
    List<TouchedFile> files = touched.files();
    Bytes mine = mine(run, filter);
    List<TouchedFile> shown =
        visible(run, files, filter).stream()
            .filter(each -> mine.isEmpty() || each.path().isAtOrBelow(mine))
            .toList();
    int leftOut = files.size() - shown.size();
    long gaps = run.gaps(reader);
    return Answer.of(
        style,
        !shown.isEmpty(),
        remarks(leftOut, touched.temporaryFiles(), gaps),
        "touched",
        () ->
            new Shown(
                new ShownRun(
                    run.root(), command(run.root()), run.processes().size(), isRunning(run)),
                gaps == 0,
                touched.temporaryFiles(),
                leftOut,
                shown.stream().map(TouchedAnswer::shownFile).collect(Collectors.toList())),
        out -> write(run, shown, out));
  }

  private Bytes mine(Run run, LineageFilter filter) {
    Root root = Root.process(run.root());
    Target target = new Target("", Bytes.EMPTY, asOfLsn, asOfLsn, false, List.of(root));
    return new MineDirectory(reader, style, asOfLsn).of(filter, target);
  }

  private Run runOf(Target target) {
    Root root = target.roots().get(0);
    if (root.type() == NodeType.PROCESS) {
      return Run.from(reader, root.id());
    }
    Run run = Run.writing(reader, root.id(), Math.min(asOfLsn, target.askedLsn()));
    if (run == null) {
      throw ErrorCode.NOT_FOUND.exception(
          "no recorded process wrote "
              + DisplayText.text(target.text())
              + "; name a process, for instance pid:123");
    }
    return run;
  }

  /**
   * Removes the files that the filter hides. Includes system files only if the run changed them.
   */
  private List<TouchedFile> visible(Run run, List<TouchedFile> files, LineageFilter filter) {
    NodeFilter changed = nodes(filter.applyHidden(query(run)));
    NodeFilter read = nodes(filter.apply(query(run)));
    return files.stream()
        .filter(each -> !(isInput(each) ? read : changed).hides(each.object()))
        .collect(Collectors.toList());
  }

  private static boolean isInput(TouchedFile file) {
    return file.effect() == Effect.READ || file.effect() == Effect.ABSENT;
  }

  private LineageQuery.Builder query(Run run) {
    return LineageQuery.builder().root(Root.process(run.root())).asOfLsn(asOfLsn);
  }

  private NodeFilter nodes(LineageQuery.Builder query) {
    return new NodeFilter(reader, query.build());
  }

  private static List<String> remarks(int leftOut, int temporary, long gaps) {
    List<String> remarks = new ArrayList<>();
    if (gaps > 0) {
      remarks.add("incomplete: " + DisplayText.count(gaps, "known loss") + "; see colophon status");
    }
    if (temporary > 0) {
      remarks.add(DisplayText.count(temporary, "temporary file") + " left out");
    }
    if (leftOut > 0) {
      remarks.add(DisplayText.count(leftOut, "other file") + " left out; --all shows them");
    }
    return remarks;
  }

  private String command(long process) {
    ProcessInfo info = reader.process(process);
    if (info == null) {
      return "process:" + process;
    }
    List<Bytes> arguments = info.declaration().arguments();
    return arguments.isEmpty()
        ? info.declaration().executable().display()
        : arguments.stream().map(Bytes::display).collect(Collectors.joining(" "));
  }

  private static boolean isRunning(Run run) {
    return run.endLsn() == Lsn.OPEN;
  }

  private static ShownFile shownFile(TouchedFile file) {
    return new ShownFile(
        name(file.effect()),
        file.path().display(),
        file.before().isEmpty() ? null : file.before().display(),
        file.object(),
        file.readBytes(),
        file.writtenBytes());
  }

  private static String name(Effect effect) {
    return effect.name().toLowerCase(Locale.ROOT);
  }

  private void write(Run run, List<TouchedFile> files, OutputStream out) {
    PrintWriter lines = new PrintWriter(out, false, StandardCharsets.UTF_8);
    lines.println(
        command(run.root()) + "  process:" + run.root() + ", " + processes(run.processes().size()));
    for (Effect effect : Effect.values()) {
      write(effect, files.stream().filter(each -> each.effect() == effect).toList(), lines);
    }
    lines.flush();
  }

  private static String processes(long count) {
    return DisplayText.count(count, "process");
  }

  private static void write(Effect effect, List<TouchedFile> files, PrintWriter lines) {
    if (files.isEmpty()) {
      return;
    }
    lines.println(name(effect) + ": " + DisplayText.count(files.size()));
    String directory = "";
    for (TouchedFile file : files) {
      String path = file.path().display();
      int slash = path.lastIndexOf('/') + 1;
      if (!directory.equals(path.substring(0, slash))) {
        directory = path.substring(0, slash);
        lines.println("  " + directory);
      }
      lines.println("    " + path.substring(slash) + details(file));
    }
  }

  private static String details(TouchedFile file) {
    return switch (file.effect()) {
      case MOVED -> "  from " + file.before().display();
      case READ -> file.readBytes() == 0 ? "" : "  " + DisplayText.size(file.readBytes());
      default -> file.writtenBytes() == 0 ? "" : "  " + DisplayText.size(file.writtenBytes());
    };
  }
}
