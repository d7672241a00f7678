// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.question;

import org.colophon.cli.base.Invocation;
import org.colophon.query.question.LineageQuestions.CommonQuestion;
import org.colophon.query.question.RecordQuestions.HistoryQuestion;
import org.colophon.query.question.RecordQuestions.InspectQuestion;
import org.colophon.query.question.RecordQuestions.RecordingsQuestion;
import org.colophon.query.question.RecordQuestions.ShowQuestion;
import org.colophon.query.question.RecordQuestions.SnapshotsQuestion;
import org.colophon.query.question.RecordQuestions.TouchedQuestion;
import picocli.CommandLine.Command;

/** Commands that are a question and its options. */
public final class PlainCommands {
  private PlainCommands() {}

  /** Shows the ancestors or descendants that several objects or processes have in common. */
  @Command(
      name = "common",
      description = "Show the common origins of several targets, the nearest first.",
      footer = {
        "",
        "The steps are counted from each target, in the order given.",
        "",
        "Examples:",
        "  colophon common prog report.txt",
        "  colophon common a.csv b.csv c.csv --data-only",
        "  colophon common a.h b.h --descendants    what both influenced"
      })
  public static final class CommonCommand extends AnswerCommand {
    public CommonCommand(Invocation invocation) {
      super(invocation, CommonQuestion.class);
    }
  }

  /** Shows the history of a path. */
  @Command(
      name = "history",
      description = "Show what happened at a path: created, written, cut off, renamed, removed.",
      footer = {
        "",
        "Examples:",
        "  colophon history prog",
        "  colophon history src                   the files below a directory",
        "  colophon history prog --as-of release-1",
        "  colophon history notes.txt --changes",
        "  colophon history prog --json"
      })
  public static final class HistoryCommand extends AnswerCommand {
    public HistoryCommand(Invocation invocation) {
      super(invocation, HistoryQuestion.class);
    }
  }

  /** Shows the files that a run created, changed, moved, removed and read. */
  @Command(
      name = "touched",
      description = "Show the files that a run created, changed, moved, removed and read.",
      footer = {
        "",
        "Shows files by their names at the end of the run, and counts temporary files.",
        "",
        "Examples:",
        "  colophon touched               the newest run",
        "  colophon touched out.txt       the run that wrote out.txt",
        "  colophon touched pid:123       a process and what it started",
        "  colophon touched --json"
      })
  public static final class TouchedCommand extends AnswerCommand {
    public TouchedCommand(Invocation invocation) {
      super(invocation, TouchedQuestion.class);
    }
  }

  /** Shows all details of processes and objects. */
  @Command(
      name = "show",
      description = "Show all details of a file, a process or another object.",
      footer = {
        "",
        "Examples:",
        "  colophon show prog",
        "  colophon show pid:4711",
        "  colophon show process:17 object:42 --json"
      })
  public static final class ShowCommand extends AnswerCommand {
    public ShowCommand(Invocation invocation) {
      super(invocation, ShowQuestion.class);
    }
  }

  /** Shows the extended records of files and processes. */
  @Command(
      name = "inspect",
      description = "Show the records attached to a file or process.",
      footer = {
        "",
        "Examples:",
        "  colophon inspect notes.txt",
        "  colophon inspect pid:4711 --json"
      })
  public static final class InspectCommand extends AnswerCommand {
    public InspectCommand(Invocation invocation) {
      super(invocation, InspectQuestion.class);
    }
  }

  /** Lists recordings, the newest first. */
  @Command(
      name = "recordings",
      description = "List what was recorded: commands and sources, the newest first.",
      footer = {
        "",
        "A recording is a program with all that it started. 'colophon touched PROCESS'",
        "shows the files of one.",
        "",
        "Examples:",
        "  colophon recordings",
        "  colophon recordings --limit 3 --json"
      })
  public static final class RecordingsCommand extends AnswerCommand {
    public RecordingsCommand(Invocation invocation) {
      super(invocation, RecordingsQuestion.class);
    }
  }

  /** Lists the snapshots of a store. */
  @Command(
      name = "snapshots",
      description = "List the snapshots.",
      footer = {
        "",
        "Reports the present, so --as-of is refused.",
        "",
        "Examples:",
        "  colophon snapshots",
        "  colophon snapshots --json"
      })
  public static final class SnapshotsCommand extends AnswerCommand {
    public SnapshotsCommand(Invocation invocation) {
      super(invocation, SnapshotsQuestion.class);
    }

    @Override
    public void prepare() {
      refuseAsOf();
    }
  }
}
