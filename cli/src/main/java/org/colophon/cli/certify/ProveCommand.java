package org.colophon.cli.certify;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.certification.log.LogPlace;
import org.colophon.certification.log.LogReader;
import org.colophon.certification.proof.RecordProof;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.HostOption;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.ProgressLine;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.config.ArchiveRestore;
import org.colophon.cli.config.Store;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.feed.Archive;
import org.colophon.core.journal.format.FrameFormat;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.target.Target;
import org.colophon.query.target.Targets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes proofs that records are in the certified history. */
@Command(
    name = "prove",
    description = "Write a proof that something is in the certified history.",
    footer = {
      "",
      "For a file, proves the record of its last write, and beside it those of its",
      "name and of the program that wrote: FILE, then FILE with -name and -program.",
      "For an LSN, proves the record of that LSN. 'colophon check-proof' checks them",
      "anywhere, without the store.",
      "",
      "Examples:",
      "  colophon prove report.pdf -o report.tlog-proof",
      "  colophon prove report.pdf@120000 -o report.tlog-proof",
      "  colophon prove 120431 -o record.tlog-proof --archive /srv/archive"
    })
public final class ProveCommand extends StoreCommand {
  private static final String SUFFIX = ".tlog-proof";

  @Parameters(paramLabel = "TARGET", description = "A file, or an LSN.")
  private String target;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "Write the proof to this file.")
  private Path output;

  @Option(
      names = "--archive",
      paramLabel = "DIR",
      description = "The archive of the store, for records that the journal has released.")
  private Path archive;

  @Mixin private HostOption host;

  public ProveCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    Store store = host.choose(store());
    store.requireToExist();
    Path directory = store.directory();
    List<LogPlace> logs = LogPlace.all(directory);
    if (logs.isEmpty()) {
      throw new ColophonException(
          ErrorCode.NOT_FOUND,
          "the history of %s is not certified: see certify in the service's configuration"
              .formatted(directory));
    }
    Archive found =
        archive == null
            ? null
            : ArchiveRestore.archiveOf(directory, invocation().directory().resolve(archive));
    StoreFrames frames = new StoreFrames(directory, found);
    long storeId = AttachedAdapters.load(directory).storeId();
    try {
      Map<String, Long> lsns = lsns(store, frames);
      lsns.forEach((role, lsn) -> write(role, lsn, prove(lsn, storeId, logs, frames)));
    } finally {
      ProgressLine.print(console(), "");
    }
    return ExitCode.FOUND;
  }

  private Map<String, Long> lsns(Store store, StoreFrames frames) {
    if (target.matches("[0-9]{1,18}") && !Files.exists(invocation().directory().resolve(target))) {
      return Map.of("record", Long.parseLong(target));
    }
    ProofRecords records;
    try (LineageReader reader = store.openReader()) {
      Target parsed =
          new Targets(reader, Instant.now(), ZoneId.systemDefault())
              .parse(target, PathBytes.of(invocation().directory()));
      if (parsed.path().isEmpty() || parsed.isDirectory()) {
        throw new ColophonException(
            ErrorCode.BAD_REQUEST, "prove is about a file or an LSN, not about " + target);
      }
      List<NameBinding> bindings =
          new LineageEngine(reader).history(parsed.path(), parsed.askedLsn()).bindings();
      records = new ProofRecords(bindings.get(bindings.size() - 1).object(), parsed.askedLsn());
    }
    frames.visit(0, records, this::showProgress);
    Map<String, Long> lsns = new LinkedHashMap<>(records.found());
    if (!lsns.containsKey("write")) {
      throw new ColophonException(
          ErrorCode.NOT_FOUND,
          "the journal has no write of %s: it was released. With an archive: --archive DIR"
              .formatted(target));
    }
    return lsns;
  }

  private void showProgress(long position) {
    ProgressLine.print(console(), "reading the history: " + position);
  }

  private RecordProof prove(long lsn, long storeId, List<LogPlace> logs, StoreFrames frames) {
    RecordProof[] proof = new RecordProof[1];
    frames.visit(
        lsn - 1,
        (bytes, at) -> {
          var facts = FrameFormat.facts(bytes, at);
          if (proof[0] == null && facts.firstLsn() <= lsn && lsn <= facts.lastLsn()) {
            proof[0] = prove(lsn, storeId, logs, bytes, at);
          }
        },
        this::showProgress);
    if (proof[0] == null) {
      throw new ColophonException(
          ErrorCode.NOT_FOUND,
          "no frame has LSN %d: the journal has released it, or it is yet to come. With an archive: --archive DIR"
              .formatted(lsn));
    }
    return proof[0];
  }

  /** Proves a record by the first log that has it: that of the current key, or a former one. */
  private static RecordProof prove(
      long lsn, long storeId, List<LogPlace> logs, byte[] bytes, int at) {
    ColophonException missing = null;
    for (LogPlace place : logs) {
      try {
        return RecordProof.of(lsn, new LogReader(place.log()), storeId, bytes, at);
      } catch (ColophonException e) {
        if (e.code() != ErrorCode.NOT_FOUND) {
          throw e;
        }
        missing = e;
      }
    }
    throw missing;
  }

  private void write(String role, long lsn, RecordProof proof) {
    Path file = invocation().directory().resolve(fileFor(role));
    byte[] text = proof.log().format().getBytes(StandardCharsets.UTF_8);
    try {
      Files.write(file, text);
    } catch (IOException e) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "cannot write " + file + ": " + IoFailure.reason(e), e);
    }
    out().println(file);
    console().remark("proves the %s: LSN %d, %,d bytes".formatted(role, lsn, text.length));
  }

  private String fileFor(String role) {
    String name = output.toString();
    if (role.equals("write") || role.equals("record")) {
      return name;
    }
    String stem = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
    return stem + "-" + role + SUFFIX;
  }
}
