// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.JournalConfig;
import org.colophon.core.journal.JournalReader;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.model.Bytes;
import org.colophon.core.naming.EarlierNames;
import org.colophon.core.naming.Namespace;
import org.colophon.core.spi.storage.RecordType;

/** The content of a recovered journal: positions, marks, and names. */
final class JournalImage {
  final Map<String, Bytes> positions;

  /** The number of extended records by type tag. */
  final Map<String, Integer> marks = new TreeMap<>();

  final Namespace names = new Namespace(EarlierNames.NONE);

  private JournalImage(Journal journal) throws IOException {
    positions = journal.recovery().positions();
    try (JournalReader reader = journal.readAfter(0)) {
      for (RecordDecoder batch = reader.next(); batch != null; batch = reader.next()) {
        while (batch.next()) {
          take(batch);
        }
      }
    }
  }

  static JournalImage of(Path directory) throws IOException {
    Journal journal = Journal.open(JournalConfig.at(directory), failure -> {});
    try {
      return new JournalImage(journal);
    } finally {
      journal.close();
    }
  }

  /** Copies a journal during writing, as a crash would leave it. */
  static Path copy(Path journal, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(journal)) {
      for (Path file : files.sorted().toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    } catch (NoSuchFileException e) {
      throw new AssertionError("a segment disappeared during the copy", e);
    }
    return to;
  }

  private void take(RecordDecoder record) {
    if (record.type() == RecordType.EXTENDED) {
      marks.merge(record.label(), 1, Integer::sum);
    } else if (record.type() == RecordType.BIND) {
      names.bind(record.path(), record.object());
    } else if (record.type() == RecordType.UNBIND) {
      names.unbind(record.path());
    } else if (record.type() == RecordType.RENAME) {
      names.rename(record.path(), record.toPath());
    } else if (record.type() == RecordType.EXCHANGE) {
      names.exchange(record.path(), record.toPath());
    }
  }

  /** Returns the number in a source's position. */
  int position(String source) {
    return Integer.parseInt(positions.getOrDefault(source, Bytes.of("0")).display());
  }
}
