// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.inspect.choice.InspectorOptions;
import org.colophon.core.inspect.choice.InspectorSpec;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.plugin.PluginOptions;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.reporters.common.content.WantedDigests;
import org.colophon.reporters.fuse.process.AncestorDetail;
import org.colophon.reporters.fuse.record.Ordering;
import org.colophon.reporters.fuse.transport.ServingOptions;
import org.colophon.reporters.fuse.transport.Transport;
import org.colophon.reporters.fuse.wire.RawTransport;

/** Creates {@link FuseReporter}s from options. */
public final class FuseReporterFactory extends NamedPlugin implements ReporterFactory {
  private static final int DEFAULT_MILLIS = 1000;
  private static final int MAX_THREADS = 64;
  private static final List<PluginOption> OWN =
      List.of(
          PluginOption.file("source", "the directory that is mirrored", ""),
          PluginOption.file("mount", "where it is mounted; may be the source itself", ""),
          new PluginOption(
              "ordering",
              "when operations are durable: async (any time), ordered (before fsync, close),"
                  + " strict (before each write)",
              "ordered"),
          new PluginOption("include", "globs of recorded paths, separated by commas", "all"),
          new PluginOption("exclude", "globs of unrecorded paths, separated by commas", "none"),
          new PluginOption("users", "recorded users: names or ids, separated by commas", "all"),
          new PluginOption("read-only", "refuse changes", "false"),
          new PluginOption(
              "allow-other", "allow access to other users than the mounting one", "true for root"),
          new PluginOption("threads", "number of serving threads", "2 per processor, 4 to 16"),
          new PluginOption(
              "transport",
              "raw: the protocol of Linux; jnr-fuse: libfuse 2, an optional plug-in",
              RawTransport.NAME),
          new PluginOption(
              "cache", "none: see every read; kernel: quicker small reads, seen by open", "none"),
          new PluginOption(
              "attribute-timeout", "milliseconds for which the kernel may cache a status", "1000"),
          new PluginOption("entry-timeout", "ms for which the kernel may cache a name", "1000"),
          new PluginOption(
              "most-known",
              "limit of files that Linux has looked up; each needs a descriptor",
              "half of the open-file limit"),
          new PluginOption(
              "every", "report each read and write, for use with --no-suppress", "false"),
          new PluginOption(
              "ranges", "record which program wrote which bytes of each file", "false"),
          new PluginOption(
              "trace",
              "also trace the programs that use the mount, by kernel events: auto (if possible, and"
                  + " if include, exclude and users are not set), yes, no",
              "auto"),
          new PluginOption(
              "ancestors",
              "detail recorded for programs that started those in the mount: full (command "
                  + "lines), names, none",
              "names"),
          new PluginOption(
              "digests",
              "attach digests of contents to files that are written (outputs), or also to those that"
                  + " are read (all); none",
              "none"),
          new PluginOption("record", "false: mirror without recording", "true"),
          new PluginOption(
              "without",
              "features of Linux not to use, separated by commas: passthrough (reads and writes"
                  + " bypass the mirror), uring (requests arrive through io_uring)",
              "nothing"),
          PluginOption.file("before", "directory of old content for inspectors", "the store"));
  private static final List<PluginOption> OPTIONS =
      Stream.concat(OWN.stream(), InspectorOptions.describe().stream()).toList();

  public FuseReporterFactory() {
    super(
        "fuse",
        "accesses to files below a directory, through a file system that mirrors it",
        OPTIONS);
  }

  @Override
  public Reporter create(Map<String, String> given) {
    PluginOptions options =
        new PluginOptions(this, given, name -> InspectorOptions.isOne(name, given));
    List<InspectorSpec> inspectors = InspectorOptions.parse(given);
    boolean isRoot = System.getProperty("user.name", "").equals("root");
    return new FuseReporter(
        new FuseOptions(
            options.path("source"),
            options.path("mount"),
            ordering(options),
            options.list("include"),
            options.list("exclude"),
            options.list("users"),
            options.flag("read-only", false),
            options.flag("allow-other", isRoot),
            options.flag("record", true),
            options.flag("every", false),
            options.flag("ranges", false),
            options.choice("trace", Tracing.values(), Tracing.AUTO),
            options.choice("ancestors", AncestorDetail.values(), AncestorDetail.NAMES),
            options.choice("digests", WantedDigests.values(), WantedDigests.NONE),
            options.number("most-known", 0, 0, 1 << 24),
            transport(options.text("transport", RawTransport.NAME)),
            session(options, !inspectors.isEmpty()),
            inspectors,
            options.has("before") ? options.path("before") : null));
  }

  private static Transport transport(String name) {
    try {
      return new PluginLoader<>(Transport.class).get(name);
    } catch (ColophonException e) {
      throw e.code() == ErrorCode.NOT_FOUND
          ? ErrorCode.NOT_FOUND.exception(
              e.getMessage()
                  + "; jnr-fuse needs the plug-in fuse-jnr, which the archive contains and"
                  + " './build plugin fuse-jnr' builds in a checkout",
              e)
          : e;
    }
  }

  /** Features of Linux that are not used. */
  private enum Without {
    NOTHING,
    PASSTHROUGH,
    URING
  }

  private static Ordering ordering(PluginOptions options) {
    return options.choice("ordering", Ordering.values(), Ordering.ORDERED);
  }

  private static ServingOptions session(PluginOptions options, boolean inspects) {
    boolean isAsync = !options.flag("record", true) || ordering(options) == Ordering.ASYNC;
    List<Without> without = options.choices("without", Without.values());
    int threads = Math.max(4, 2 * Runtime.getRuntime().availableProcessors());
    return new ServingOptions(
        options.number("threads", Math.min(threads, 16), 1, MAX_THREADS),
        options.choice("cache", CacheMode.values(), CacheMode.NONE) == CacheMode.NONE,
        !isAsync || (inspects && options.flag("record", true)),
        nanos(options, "attribute-timeout"),
        nanos(options, "entry-timeout"),
        !without.contains(Without.PASSTHROUGH),
        isAsync && !without.contains(Without.URING));
  }

  private static long nanos(PluginOptions options, String name) {
    return options.number(name, DEFAULT_MILLIS, 0, 86_400_000) * 1_000_000L;
  }
}
