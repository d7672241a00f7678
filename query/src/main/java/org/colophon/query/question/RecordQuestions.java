// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.question;

import static org.colophon.query.question.LineageQuestions.orDefault;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.query.answer.Answer;
import org.colophon.query.answer.Answers;
import org.colophon.query.answer.LineageFilter;
import org.colophon.query.find.FindParser;
import org.colophon.query.parameter.Parameter;
import org.colophon.query.parameter.RequestPath;
import org.colophon.query.parameter.RequestType;
import org.colophon.query.question.LineageQuestions.Mine;

/** Questions about single things, and lists of things. */
public final class RecordQuestions {
  /** The types of these questions. */
  static final List<Class<? extends Question>> TYPES =
      List.of(
          HistoryQuestion.class,
          UndoQuestion.class,
          TouchedQuestion.class,
          RunQuestion.class,
          ShowQuestion.class,
          InspectQuestion.class,
          IdentifyQuestion.class,
          NamesQuestion.class,
          FindQuestion.class,
          RecordingsQuestion.class,
          SnapshotsQuestion.class,
          StatusQuestion.class);

  private RecordQuestions() {}

  /** Asks for the events at a path. */
  @RequestPath("/v1/history")
  public record HistoryQuestion(
      @Parameter(
              value = "FILE  The path; a directory means the files below.",
              note = "a path or path@WHEN")
          String target,
      @Parameter(
              "--changes  Show below each write the findings of inspectors: patches, changed"
                  + " properties.")
          boolean changes)
      implements Question {
    @Override
    public Answer answer(Answers answers, int maxNodes) {
      return answers.history(target, changes);
    }
  }

  /** Asks for the patches that lead back to an earlier content of a file. */
  @RequestPath("/v1/undo")
  public record UndoQuestion(
      @Parameter(value = "FILE  The path of a text file.", note = "a path or path@WHEN")
          String target,
      @Parameter("  The content to start from: sha256: and its 64 digits; required") String content,
      @Parameter("  Allow a content that was changed later") boolean oldContent)
      implements Question {
    @Override
    public Answer answer(Answers answers, int maxNodes) {
      return answers.undo(target, content, oldContent);
    }
  }

  /** Asks for the files that a run touched. */
  @RequestPath("/v1/touched")
  public record TouchedQuestion(
      @Parameter("[RUN]  A process, or a file that the run wrote; by default the newest run.")
          String target,
      @Parameter(
              "--hide GLOB  Leave out files of such names, and all below such directories."
                  + " Repeatable.")
          List<String> hide,
      @Parameter("-a, --all  Include files of the system and of tools that the run only read.")
          boolean all,
      Mine mine)
      implements Question {
    @Override
    public Answer answer(Answers answers, int maxNodes) {
      return answers.touched(target, new LineageFilter(false, hide, all, mine.mine()));
    }
  }

  /** Asks for a run, or the programs that led to files, in the form that documents need. */
  @RequestPath("/v1/run")
  public record RunQuestion(
      @Parameter("[RUN|TARGET...]  A process, or files; by default the newest run.")
          List<String> target,
      @Parameter(
              value =
                  "-n, --limit N  Describe at most N programs and files (default: "
                      + Answers.EXPORTED
                      + "); a service allows up to limits.nodes, which is its default too.",
              nodes = true)
          Integer limit)
      implements Question {
    @Override
    public Answer answer(Answers answers, int maxNodes) {
      int nodes = LineageQuestions.orDefault(limit, Math.min(Answers.EXPORTED, maxNodes));
      return answers.run(target, nodes);
    }
  }

  /** Asks for all details of processes and objects. */
  @RequestPath("/v1/show")
  public record ShowQuestion(
      @Parameter("TARGET...  Paths, exe:PROGRAM, pid:N, process:ID or object:ID.")
          List<String> target)
      implements Question {
    @Override
    public Answer answer(Answers answers, int maxNodes) {
      return answers.show(target);
    }
  }

  /** Asks for the extended records of a target. */
  @RequestPath("/v1/inspect")
  public record InspectQuestion(
      @Parameter("TARGET  A path, exe:PROGRAM, pid:N, process:ID or object:ID.") String target)
      implements Question {
    @Override
    public Answer answer(Answers answers, int maxNodes) {
      return answers.inspect(target);
    }
  }

  /** Asks for the versions of files that had a content. */
  @RequestPath("/v1/identify")
  public record IdentifyQuestion(
      @Parameter(
              value = "CONTENT  A file of this machine, sha256:HEX, git:HEX or fs-verity:HEX.",
              note = "no file in a request")
          String content)
      implements Question {
    @Override
    public Answer answer(Answers answers, int maxNodes) {
      return answers.identify(content);
    }
  }

  /** Asks for the names with a prefix, or those that match a glob. */
  @RequestPath("/v1/names")
  public record NamesQuestion(
      @Parameter("PATTERN  The beginning of a name; with an asterisk or question mark a glob")
          String pattern,
      @Parameter(value = "  Maximum number; default 1000", max = 100_000) Integer limit)
      implements Question {
    @Override
    public Answer answer(Answers answers, int maxNodes) {
      return answers.names(pattern, orDefault(limit, 1000));
    }
  }

  /** Asks for objects, processes, agents and extended records that meet all conditions. */
  @RequestPath(
      value = "/v1/find",
      formats = {"json", "csv", "text"})
  public record FindQuestion(
      @Parameter(
              value = "[NAME]  A pattern of the name; for a process, the name of its program.",
              note = "without a slash it is compared with the last part")
          String name,
      @Parameter(
              value = "--type TYPE  object, process, agent or record.",
              note = "default: all types that can meet the conditions")
          String type,
      @Parameter("--kind KIND  Objects of a kind: file, directory, pipe, socket, table and others.")
          String kind,
      @Parameter(
              "--command WORDS  Processes with each of these words or patterns among program and"
                  + " arguments, or in their SQL statement.")
          String command,
      @Parameter(
              "--user USER  Processes of a user, and what they wrote: a name or number of this"
                  + " host, an account of a database server, or an agent's name.")
          String user,
      @Parameter("--pid N  Processes that had the pid.") String pid,
      @Parameter("--since WHEN  Only results active after this time; WHEN as for --as-of.")
          String since,
      @Parameter("--until WHEN  Only results active until this time; WHEN as for --as-of.")
          String until,
      @Parameter("--from-lsn LSN  Only results active at this LSN or later.") String fromLsn,
      @Parameter("--to-lsn LSN  Only results active at this LSN or earlier.") String toLsn,
      @Parameter(
              "--record TYPE  Extended records of such a type; with --type, the objects or"
                  + " processes that have one.")
          String record,
      @Parameter(
              "--content TEXT  Extended records that contain the text; with --type, the objects or"
                  + " processes that have one.")
          String content,
      @Parameter("--read-by PROCESS  Objects that the process read or loaded as code.")
          String readBy,
      @Parameter("--written-by PROCESS  Objects that the process wrote.") String writtenBy,
      @Parameter("--reads OBJECT  Processes that read the object or loaded it as code.")
          String reads,
      @Parameter("--writes OBJECT  Processes that wrote the object.") String writes,
      @Parameter("--sort BY  Order by time, count or bytes, the largest first.") String sort,
      @Parameter(value = "--top N  The N largest, by count or by the key of --sort.", nodes = true)
          String top,
      @Parameter(
              value = "-n, --limit N  Show at most N (default: 1000), and count the others.",
              note = "a service allows up to limits.nodes",
              nodes = true)
          String limit,
      @Parameter("  Ask the other hosts too. Each found thing then has the field or column host")
          boolean allHosts)
      implements Question {
    @Override
    public Answer answer(Answers answers, int maxNodes) {
      Map<String, String> conditions = new LinkedHashMap<>();
      new RequestType<>(FindQuestion.class)
          .write(this, (name, value) -> conditions.put(name, value.toString()));
      conditions.remove("all-hosts");
      if (top == null && limit == null) {
        conditions.put("limit", "" + Math.min(FindParser.DEFAULT_LIMIT, maxNodes));
      }
      return answers.find(conditions, allHosts);
    }
  }

  /** Asks for the newest recordings. */
  @RequestPath("/v1/recordings")
  public record RecordingsQuestion(
      @Parameter(value = "-n, --limit N  Show at most N (default: 20).", max = 100_000)
          Integer limit)
      implements Question {
    @Override
    public Answer answer(Answers answers, int maxNodes) {
      return answers.recordings(orDefault(limit, 20));
    }
  }

  /** Asks for the snapshots. */
  @RequestPath(value = "/v1/snapshots", omit = "as-of")
  public record SnapshotsQuestion() implements Question {
    @Override
    public Answer answer(Answers answers, int maxNodes) {
      return answers.snapshots();
    }
  }

  /** Asks for statistics of the store. */
  @RequestPath(value = "/v1/store", omit = "as-of")
  public record StatusQuestion() implements Question {
    @Override
    public Answer answer(Answers answers, int maxNodes) {
      return answers.status();
    }
  }
}
