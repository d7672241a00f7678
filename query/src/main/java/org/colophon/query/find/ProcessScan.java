// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.find;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.pattern.Glob;
import org.colophon.core.spi.storage.LineageReader;

/** Finds processes, and the records about them. */
final class ProcessScan {
  /** Characters between the words of a statement. */
  private static final Pattern SEPARATORS = Pattern.compile("[\\s(),;=<>'\"`]+");

  private final LineageReader reader;
  private final FindQuery query;
  private final ThingReader things;
  private final Match.Visitor visitor;

  /** Number of processes whose cut arguments may have contained the words. */
  private long undecided;

  ProcessScan(LineageReader reader, FindQuery query, ThingReader things, Match.Visitor visitor) {
    this.reader = reader;
    this.query = query;
    this.things = things;
    this.visitor = visitor;
  }

  /** Returns the number of processes whose cut arguments may have contained the words. */
  long run() {
    if (!query.finds(FoundType.PROCESS) && !query.finds(FoundType.RECORD)) {
      return 0;
    }
    if (query.inputs != null || query.outputs != null) {
      things.accessed(false, query.inputs, query.outputs).stream().forEach(this::offer);
    } else if (query.pid != null) {
      reader.processesWithPid(query.pid).forEach(this::offer);
    } else {
      long last = reader.lastProcess();
      for (long id = 1; id <= last; id++) {
        offer(id);
      }
    }
    return undecided;
  }

  private void offer(long id) {
    if (!things.mayBeActiveProcess(id)) {
      return;
    }
    ProcessInfo info = reader.process(id);
    if (info == null || info.declaredLsn() > things.limitLsn()) {
      return;
    }
    boolean isInRange =
        things.isInRange(
            info.declaredLsn(), info.endLsn(), info.declaration().startNanos(), info.endNanos());
    if ((query.isAboutIds() && !isInRange) || !isWanted(info)) {
      return;
    }
    List<ExtendedRecord> records = things.recordsOf(id, 0);
    boolean hasRecords = !query.isAboutRecords() || !records.isEmpty();
    if (query.finds(FoundType.PROCESS) && hasRecords && isInRange) {
      visitor.match(new Match(FoundType.PROCESS, id, true, null, null));
    }
    if (query.finds(FoundType.RECORD)) {
      // The scan of objects finds the records that also concern an object.
      records.stream()
          .filter(each -> each.object() == 0 || !query.mayBeObject())
          .forEach(each -> visitor.match(new Match(FoundType.RECORD, id, true, null, each)));
    }
  }

  private boolean isWanted(ProcessInfo info) {
    ProcessDeclaration declaration = info.declaration();
    return (query.pid == null || query.pid == declaration.pid())
        && (query.name == null || query.name.matches(declaration.executable()))
        && (query.users.isEmpty() || things.isOfUser(info.id()))
        && hasWords(declaration);
  }

  private boolean hasWords(ProcessDeclaration declaration) {
    boolean hasAll = query.words.stream().allMatch(word -> isWord(word, declaration));
    if (!hasAll && declaration.isCut()) {
      undecided++;
    }
    return hasAll;
  }

  private static boolean isWord(Glob word, ProcessDeclaration declaration) {
    return word.matchesWhole(declaration.executable())
        || declaration.arguments().stream().anyMatch(word::matchesWhole)
        || (isStatement(declaration) && isWordOfStatement(word, declaration.executable()));
  }

  /** Returns whether the process is not a program but, for example, an SQL statement. */
  private static boolean isStatement(ProcessDeclaration declaration) {
    Bytes text = declaration.executable();
    return declaration.arguments().isEmpty() && text.indexOf(' ', 0) > 0 && text.at(0) != '/';
  }

  /** SQL ignores the case of keywords: finds a word in its own, in lower and in upper case. */
  private static boolean isWordOfStatement(Glob word, Bytes statement) {
    return SEPARATORS
        .splitAsStream(statement.toString())
        .flatMap(
            each -> Stream.of(each, each.toLowerCase(Locale.ROOT), each.toUpperCase(Locale.ROOT)))
        .anyMatch(each -> word.matchesWhole(Bytes.of(each)));
  }
}
