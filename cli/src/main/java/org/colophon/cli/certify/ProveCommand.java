// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.certify;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.HostOption;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.ProgressLine;
import org.colophon.cli.base.ServiceOption;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.config.ArchiveRestore;
import org.colophon.cli.config.Store;
import org.colophon.cli.served.ServiceJson;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.feed.Archive;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.history.certified.proof.RecordProof;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.target.Target;
import org.colophon.query.target.Targets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes proofs that records belong to the certified history. */
@Command(
    name = "prove",
    description = "Write a proof that something is in the certified history.",
    footer = {
      "",
      "For a file, proves the records of its last write, its name, and the program that",
      "wrote it. The last two are in files like FILE, with -name and -program added.",
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
  private Path output = Path.of("");

  @Option(
      names = "--archive",
      paramLabel = "DIR",
      description = "The archive of the store, for records that the journal has released.")
  private @Nullable Path archive;

  @Option(
      names = "--as-recorded",
      description = "Prove the records of a file even if the file on the disk is another version.")
  private boolean isAsRecorded;

  @Mixin private HostOption host;

  @Mixin private ServiceOption service;

  /** The object to prove, and the last LSN that counts. */
  private record Subject(long object, long untilLsn) {}

  public ProveCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    Store store = host.choose(store());
    store.requireToExist();
    Path directory = store.directory();
    Archive found =
        archive == null
            ? null
            : ArchiveRestore.archiveOf(directory, invocation().directory().resolve(archive));
    try {
      Prover prover = new Prover(directory, found, this::showProgress);
      Map<String, Long> lsns = lsns(store, prover);
      Map<Long, RecordProof> proofs =
          prover.prove(new TreeSet<>(lsns.values()), ProveCommand::refuse);
      lsns.forEach((role, lsn) -> write(role, lsn, proofs.get(lsn)));
    } finally {
      ProgressLine.print(console(), "");
    }
    return ExitCode.FOUND;
  }

  private Map<String, Long> lsns(Store store, Prover prover) {
    if (target.matches("[0-9]{1,18}") && !Files.exists(invocation().directory().resolve(target))) {
      return Map.of("record", Long.parseLong(target));
    }
    Subject subject =
        target.contains("@")
            ? subjectHere(store)
            : service.query(store, this::querySubject, () -> subjectHere(store));
    ProofRecords records = new ProofRecords(Set.of(subject.object()), subject.untilLsn());
    prover.visit(records);
    Map<String, Long> lsns = records.about(subject.object());
    if (!lsns.containsKey("write")) {
      throw ErrorCode.NOT_FOUND.exception(
          "the journal has released the writes of %s; if there is an archive: --archive DIR"
              .formatted(target));
    }
    return lsns;
  }

  private static void refuse(ColophonException unproven) {
    throw unproven;
  }

  private Subject subjectHere(Store store) {
    try (LineageReader reader = store.openReader()) {
      Targets targets = new Targets(reader, Instant.now(), ZoneId.systemDefault());
      Target parsed = targets.parse(target, PathBytes.of(invocation().directory()));
      if (parsed.path().isEmpty() || parsed.isDirectory()) {
        throw notFile();
      }
      if (!isAsRecorded) {
        targets.disk().requireSame(List.of(parsed));
      }
      List<NameBinding> bindings =
          new LineageEngine(reader).history(parsed.path(), parsed.askedLsn()).bindings();
      return new Subject(bindings.get(bindings.size() - 1).object(), parsed.askedLsn());
    }
  }

  /** Queries the service. It may have records that are not yet in the files of its store. */
  private Subject querySubject(ServiceConnection connection) {
    JsonNode history =
        ServiceJson.exchange(
            connection,
            ServiceRequest.get("/v1/history")
                .parameter("target", target)
                .parameter("directory", invocation().directory())
                .parameter("format", "json")
                .build());
    JsonNode bindings = history.path("bindings");
    if (bindings.isEmpty()) {
      throw notFile();
    }
    if (!isAsRecorded) {
      // The answer is not used: the service refuses a file that differs.
      ServiceJson.exchange(
          connection,
          ServiceRequest.get("/v1/export")
              .parameter("target", target)
              .parameter("directory", invocation().directory())
              .parameter("format", "json")
              .parameter("limit", 1)
              .parameter("check-disk", true)
              .build());
    }
    return new Subject(bindings.get(bindings.size() - 1).path("object").asLong(), Lsn.OPEN);
  }

  private ColophonException notFile() {
    return ErrorCode.BAD_REQUEST.exception("prove requires a file or an LSN, not " + target);
  }

  private void showProgress(long position) {
    ProgressLine.print(console(), "reading the history: " + position);
  }

  private void write(String role, long lsn, @Nullable RecordProof proof) {
    if (proof == null) {
      throw ErrorCode.NOT_FOUND.exception(
          "no record has LSN %d: the journal has released it, or the LSN is not assigned yet. If there is an archive: --archive DIR"
              .formatted(lsn));
    }
    Path file = invocation().directory().resolve(fileFor(role));
    byte[] text = proof.log().format().getBytes(StandardCharsets.UTF_8);
    try {
      Files.write(file, text);
    } catch (IOException e) {
      throw IoFailure.of("write", file, e);
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
