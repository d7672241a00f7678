// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.store;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.HostOption;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.ProgressLine;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.certify.LogCheck;
import org.colophon.cli.certify.PublicKeys;
import org.colophon.cli.config.ArchiveRestore;
import org.colophon.cli.config.Engines;
import org.colophon.cli.output.Output;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.Archive;
import org.colophon.core.feed.ArchiveVerifier;
import org.colophon.core.generation.StoreGeneration;
import org.colophon.core.journal.Journal;
import org.colophon.core.verify.StoreVerifier;
import org.colophon.core.verify.StoreVerifier.Damage;
import org.colophon.core.verify.StoreVerifier.Part;
import org.colophon.core.verify.StoreVerifier.State;
import org.colophon.history.certified.log.LogReader;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.WitnessPolicy;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.JsonOutput;
import org.colophon.query.text.TextTable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks a store for damage without changing it. */
@Command(
    name = "verify",
    description = "Check the journal and the adapters of the store for damage; change nothing.",
    footer = {
      "",
      "Works during a service or a recording. Checks each entry of the journal,",
      "the checksums of each adapter whose engine has them, and the certified log.",
      "To find a history that was replaced as a whole, give the key that you trust,",
      "and a policy with witnesses or a checkpoint that you kept.",
      "",
      "Exit codes: 0 not damaged, 1 damaged, 2 wrong usage, 3 a part could not be",
      "read.",
      "",
      "Examples:",
      "  colophon verify",
      "  colophon verify --archive /srv/archive",
      "  colophon verify --key web1.pub --policy auditors.policy",
      "  colophon verify --archive /srv/archive --contents",
      "  colophon verify --store /srv/prov --json"
    })
public final class VerifyCommand extends StoreCommand {
  private static final int DAMAGED = 1;

  @Option(names = "--json", description = "Answer in JSON, for programs.")
  private boolean isJson;

  @Option(
      names = "--archive",
      paramLabel = "DIR",
      description = "Also check the archive of the store (archive.directory of its service).")
  private @Nullable Path archive;

  @Option(
      names = "--log",
      paramLabel = "DIR",
      description = "A copy of the certified log, to check a copy of the history against.")
  private @Nullable Path log;

  @Option(
      names = "--contents",
      description =
          "Also build the store again from the archive and the journal, in STORE.verifying, and"
              + " compare its contents.")
  private boolean isWithContents;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description =
          "The public key of the certified log, or a file with it (default: the log's own).")
  private @Nullable String key;

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description = "The witnesses that must have confirmed the log; asks those with a URL.")
  private @Nullable Path policy;

  @Option(
      names = "--against",
      paramLabel = "FILE",
      description = "A checkpoint of the log, kept elsewhere. May be repeated.")
  private List<Path> kept = new ArrayList<>();

  @Option(names = "--complete", description = "Count missing certified entries as damage.")
  private boolean mustBeComplete;

  @Mixin private HostOption host;

  public VerifyCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    Path directory = host.choose(store()).directory();
    List<Part> parts;
    try {
      parts = check(directory, foundArchive(directory));
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.NOT_FOUND) {
        throw e;
      }
      console().remark(e.getMessage()); // the exit code of NOT_FOUND would mean damage here
      return ExitCode.TROUBLE;
    } finally {
      ProgressLine.print(console(), "");
    }
    Output.write(console(), null, out -> write(directory, parts, out));
    return exitCode(parts);
  }

  /** Checks a store, an archive, or both. */
  private List<Part> check(Path directory, @Nullable Archive found) {
    boolean isArchiveOnly = isArchiveOnly(directory);
    LogCheck logs = logs(directory, found);
    Path journal = StoreDirectory.journalIn(directory);
    List<Part> parts = new ArrayList<>();
    if (isArchiveOnly) {
      String detail = "there is no store in " + directory + "; only the archive is checked";
      parts.add(new Part("store", State.UNCHECKED, detail, List.of()));
    } else {
      parts.addAll(
          StoreVerifier.verify(
              directory, Engines::find, this::showProgress, logs.frames("journal", journal, true)));
    }
    if (found != null) {
      parts.add(
          ArchiveVerifier.verify(
              found,
              StoreGeneration.chainOf(directory),
              Journal.peekFirstLsn(journal),
              this::showProgress,
              logs.frames("archive", found.directory(), false)));
    }
    parts.addAll(logs.parts());
    if (isWithContents) {
      parts.add(new ContentCheck(host.choose(store()), found).check());
    }
    return parts;
  }

  /** Returns true if the archive is to be checked without its store. */
  private boolean isArchiveOnly(Path directory) {
    return archive != null && !isStoreGiven() && !host.isGiven() && !Files.exists(directory);
  }

  private @Nullable Archive foundArchive(Path directory) {
    if (archive == null) {
      return null;
    }
    Path given = invocation().directory().resolve(archive);
    if (isArchiveOnly(directory)) {
      return Archive.find(given);
    }
    return ArchiveRestore.archiveOf(directory, given);
  }

  private LogCheck logs(Path directory, @Nullable Archive found) {
    Path here = invocation().directory();
    return new LogCheck(
        directory,
        Optional.ofNullable(log).map(here::resolve),
        Optional.ofNullable(found).map(Archive::directory),
        Optional.ofNullable(key).map(each -> PublicKeys.read(each, here)),
        Optional.ofNullable(policy).map(here::resolve).map(WitnessPolicy::read),
        kept.stream().map(each -> keptNote(here.resolve(each))).toList(),
        mustBeComplete);
  }

  private static SignedNote keptNote(Path file) {
    return LogReader.readNote(file)
        .orElseThrow(() -> ErrorCode.BAD_REQUEST.exception("there is no checkpoint " + file));
  }

  private static int exitCode(List<Part> parts) {
    if (parts.stream().anyMatch(each -> each.state() == State.DAMAGED)) {
      return DAMAGED;
    }
    boolean isBlind = parts.stream().anyMatch(each -> each.state() == State.UNREADABLE);
    return isBlind ? ExitCode.TROUBLE : ExitCode.FOUND;
  }

  private void showProgress(String part, long bytes) {
    ProgressLine.print(console(), "verifying " + part + ": " + DisplayText.size(bytes));
  }

  private void write(Path directory, List<Part> parts, OutputStream out) throws IOException {
    if (isJson) {
      JsonOutput.write(out, json -> write(directory, parts, json));
      return;
    }
    TextTable table = new TextTable("part", "state", "checked");
    parts.forEach(part -> table.row(part.name(), word(part.state()), part.detail()));
    table.print(out);
    for (Part part : parts) {
      for (Damage damage : part.damages()) {
        out.write(describe(damage).getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static String describe(Damage damage) {
    String place = damage.offset() < 0 ? "" : " at byte " + damage.offset();
    return "\n%s%s: %s\n  %s\n".formatted(damage.file(), place, damage.problem(), damage.advice());
  }

  private static String word(State state) {
    return switch (state) {
      case INTACT -> "intact";
      case DAMAGED -> "damaged";
      case UNCHECKED -> "unchecked";
      case UNREADABLE -> "unreadable";
    };
  }

  private static void write(Path directory, List<Part> parts, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("store", directory.toString());
    json.writeBooleanField(
        "damaged", parts.stream().anyMatch(each -> each.state() == State.DAMAGED));
    json.writeArrayFieldStart("parts");
    for (Part part : parts) {
      json.writeStartObject();
      json.writeStringField("part", part.name());
      json.writeStringField("state", word(part.state()));
      json.writeStringField("checked", part.detail());
      json.writeArrayFieldStart("damages");
      for (Damage damage : part.damages()) {
        write(damage, json);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void write(Damage damage, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("file", damage.file().toString());
    if (damage.offset() >= 0) {
      json.writeNumberField("offset", damage.offset());
    }
    json.writeStringField("problem", damage.problem());
    json.writeStringField("advice", damage.advice());
    json.writeEndObject();
  }
}
