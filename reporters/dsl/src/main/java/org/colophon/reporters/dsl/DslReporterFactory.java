// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.plugin.PluginOptions;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.reporters.dsl.feed.AnnotationChoice;
import org.colophon.reporters.dsl.feed.FeedHead;
import org.colophon.reporters.dsl.feed.FeedOptions;
import org.colophon.reporters.dsl.follow.FeedFollower;
import org.colophon.reporters.dsl.source.FileSource;
import org.colophon.reporters.dsl.source.LineSource;
import org.colophon.reporters.dsl.source.NamedPipe;
import org.colophon.reporters.dsl.source.StandardInput;
import org.colophon.reporters.dsl.text.EscapeRules;

/** Creates reporters of SPADE's DSL. */
public final class DslReporterFactory extends NamedPlugin implements ReporterFactory {
  private static final int DEFAULT_IDS = 1_000_000;
  private static final int MAX_IDS = 100_000_000;
  private static final List<PluginOption> OPTIONS =
      List.of(
          PluginOption.file("from", "read this file to its end, - for stdin", ""),
          PluginOption.file("pipe", "read this named pipe until stopped; created if missing", ""),
          new PluginOption("follow", "follow the file as it grows, until stopped", "false"),
          new PluginOption("directory", "base of relative paths", "the current one"),
          new PluginOption("ids", "limit of vertices remembered for edges", "" + DEFAULT_IDS),
          new PluginOption(
              "annotations", "store as extended records: rest (unknown ones), all, none", "rest"),
          new PluginOption(
              "escapes", "full: \\\\, \\n and quotes, too; spade: blanks and colons only", "full"));

  public DslReporterFactory() {
    super(
        "dsl",
        "feeds in SPADE's DSL (type:Process id:1 key:value), from a pipe, a file or stdin",
        OPTIONS);
  }

  @Override
  public Reporter create(Map<String, String> given) {
    PluginOptions options = new PluginOptions(this, given);
    if (options.has("from") == options.has("pipe")) {
      throw ErrorCode.BAD_REQUEST.exception("give dsl either from=FILE (- for stdin) or pipe=PATH");
    }
    Path directory = Path.of(options.text("directory", "")).toAbsolutePath().normalize();
    FeedOptions feed =
        new FeedOptions(
            options.choice("escapes", EscapeRules.values(), EscapeRules.FULL),
            options.choice("annotations", AnnotationChoice.values(), AnnotationChoice.REST),
            Bytes.of(directory.toString()),
            options.number("ids", DEFAULT_IDS, 2, MAX_IDS));
    return follows(options)
        ? new FeedFollower(options.path("from"), feed)
        : new DslReporter(source(options, feed.escapes()), feed);
  }

  private static boolean follows(PluginOptions options) {
    boolean follows = options.flag("follow", false);
    if (follows && (!options.has("from") || options.text("from").equals("-"))) {
      throw ErrorCode.BAD_REQUEST.exception(
          "follow=true needs from=FILE; a pipe is always read until stopped");
    }
    return follows;
  }

  private static LineSource source(PluginOptions options, EscapeRules escapes) {
    if (options.has("pipe")) {
      return new NamedPipe(Path.of(options.text("pipe")).toAbsolutePath());
    }
    String from = options.text("from");
    if (from.equals("-")) {
      return new StandardInput(System.in);
    }
    return new FileSource(Path.of(from), new FeedHead(from, escapes));
  }
}
