// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.bytes;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.bytes.ByteMap.Origin;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.format.LeftOut;
import org.colophon.query.format.NodeText;
import org.colophon.query.search.GapFinder;
import org.colophon.query.target.Target;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.Lines;
import org.colophon.query.text.TextTable;
import org.jspecify.annotations.Nullable;

/** Report of the origins of an object's bytes, as text and JSON. */
public final class ByteReport {
  private static final Pattern RANGE = Pattern.compile("(.+)@bytes=([0-9]{1,18})-([0-9]{1,18})?");
  private static final int MAX_ORIGINS = 1_000_000;
  private static final int MAX_TEXT_INPUTS = 8;
  private static final int MAX_TEXT_COMMAND = 40;

  /**
   * A target and the range of its bytes.
   *
   * @param to end of the range, exclusive; {@link Long#MAX_VALUE} for the end
   */
  public record Range(String target, long from, long to) {
    /** Parses {@code TARGET@bytes=FROM-TO}; returns null if the text has no range. */
    public static @Nullable Range parse(String text) {
      Matcher matcher = RANGE.matcher(text);
      if (!matcher.matches()) {
        return null;
      }
      long to = matcher.group(3) == null ? Long.MAX_VALUE : Long.parseLong(matcher.group(3));
      Range range = new Range(matcher.group(1), Long.parseLong(matcher.group(2)), to);
      if (range.from >= range.to) {
        throw ErrorCode.BAD_REQUEST.exception(
            "a range of bytes must begin before its end, such as FILE@bytes=0-16 for the first 16");
      }
      return range;
    }
  }

  record ShownInput(long object, String name, long from, long to) {}

  record ShownSource(long object, String name) {}

  record ShownProgram(long process, String command) {}

  record ShownOrigin(
      long from,
      long to,
      String how,
      @Nullable ShownProgram by,
      List<ShownInput> inputs,
      List<ShownSource> sources) {}

  record Shown(long object, String name, List<ShownOrigin> origins) {}

  private final LineageReader reader;
  private final Path directory;
  private final long object;
  private final String target;
  private final boolean isKnown;
  private final List<ByteOrigin> origins;
  private final List<Gap> gaps;

  /** Programs that wrote ranges which are not recorded. */
  private final Set<Long> incomplete;

  /** Possible sources of the unknown bytes that a process wrote. */
  private final Map<Long, PossibleSources.Found> sources = new HashMap<>();

  /**
   * Follows the bytes of a target.
   *
   * @param directory base of the displayed names
   * @throws ColophonException BAD_REQUEST for a process or a directory
   */
  public ByteReport(
      LineageReader reader, Path directory, Target target, Range range, long asOfLsn) {
    Root root = target.roots().get(0);
    if (root.type() != NodeType.OBJECT || target.isDirectory()) {
      throw ErrorCode.BAD_REQUEST.exception(
          DisplayText.text(target.text())
              + " is not a file or a stream; bytes are recorded for these only");
    }
    this.reader = reader;
    this.directory = directory;
    this.object = root.id();
    this.target = DisplayText.text(target.text());
    ByteLineage lineage = new ByteLineage(reader, MAX_ORIGINS);
    isKnown = lineage.isKnown(object);
    long asOf = Math.min(asOfLsn, target.askedLsn());
    long end = Math.min(range.to, lineage.end(object, asOf));
    origins = lineage.origins(object, range.from, end, asOf);
    for (ByteOrigin origin : origins) {
      if (origin.how() == Origin.UNKNOWN) {
        sources.computeIfAbsent(
            origin.program(), id -> PossibleSources.of(reader, id, lineage.lastUnknownWrite(id)));
      }
    }
    incomplete = isKnown ? lineage.incompleteWriters(reader, object, asOf) : Set.of();
    gaps = GapFinder.ofWhole(reader, LineageQuery.builder().root(root).asOfLsn(asOf).build());
  }

  /** Returns whether an origin is known. */
  public boolean isFound() {
    return !origins.isEmpty();
  }

  /** Returns the reason for an empty report, and the known losses. */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    if (!isKnown) {
      remarks.add(
          "nothing is known of the bytes of "
              + target
              + "; record its command with colophon trace --bytes to follow them; a mount with"
              + " ranges=true, or trace --ranges, records their writers");
    } else if (!isFound()) {
      remarks.add("no byte of the range was recorded");
    }
    if (origins.stream().anyMatch(each -> each.writer() == 0)) {
      remarks.add(
          "the writer of some bytes was not recorded: they were written through a mapping, past the"
              + " mount, or by a program that is not recorded");
    }
    for (long process : incomplete) {
      remarks.add(
          "not all ranges that "
              + command(process)
              + " wrote were recorded, or it has the file open; it may have written other bytes");
    }
    if (sources.values().stream().anyMatch(PossibleSources.Found::isCutOff)) {
      remarks.add("unknown bytes may have more sources: the search for them reached its limit");
    }
    remarks.addAll(LeftOut.losses(gaps));
    return remarks;
  }

  /** Returns the report as records for JSON. */
  public Object json() {
    List<ShownOrigin> shown = origins.stream().map(this::display).collect(Collectors.toList());
    return new Shown(object, name(object), shown);
  }

  /** Prints a table, or nothing if no origin was found. */
  public void print(OutputStream out, int widthColumns) {
    if (isFound()) {
      table().print(out, widthColumns);
    }
  }

  private ShownOrigin display(ByteOrigin origin) {
    return new ShownOrigin(
        origin.offset(),
        origin.offset() + origin.length(),
        how(origin),
        origin.writer() == 0 ? null : new ShownProgram(origin.writer(), command(origin.writer())),
        origin.inputs().stream()
            .map(
                input ->
                    new ShownInput(
                        input.object(),
                        name(input.object()),
                        input.offset(),
                        input.offset() + input.length()))
            .collect(Collectors.toList()),
        sources(origin).stream()
            .map(source -> new ShownSource(source, name(source)))
            .collect(Collectors.toList()));
  }

  private static String how(ByteOrigin origin) {
    return origin.how().name().toLowerCase(Locale.ROOT);
  }

  private List<Long> sources(ByteOrigin origin) {
    PossibleSources.Found found = sources.get(origin.program());
    return origin.how() == Origin.UNKNOWN && found != null ? found.objects() : List.of();
  }

  private TextTable table() {
    TextTable table = new TextTable("BYTES", "BY", "HOW", "FROM");
    for (ByteOrigin origin : origins) {
      table.row(
          origin.offset() + "-" + (origin.offset() + origin.length()),
          origin.writer() == 0
              ? "not recorded"
              : Lines.fitLine(command(origin.writer()), MAX_TEXT_COMMAND),
          how(origin),
          from(origin));
    }
    return table;
  }

  private String command(long process) {
    ProcessInfo info = reader.process(process);
    String command = info == null ? "" : NodeText.command(info);
    return command.isEmpty() ? "process:" + process : command;
  }

  private String from(ByteOrigin origin) {
    if (origin.how() == Origin.UNKNOWN) {
      List<String> names = sources(origin).stream().map(this::name).collect(Collectors.toList());
      return names.isEmpty() ? "" : "perhaps " + shortened(names);
    }
    return shortened(
        origin.inputs().stream()
            .map(
                input ->
                    name(input.object())
                        + " "
                        + input.offset()
                        + "-"
                        + (input.offset() + input.length()))
            .collect(Collectors.toList()));
  }

  private static String shortened(List<String> texts) {
    return texts.size() <= MAX_TEXT_INPUTS
        ? String.join(", ", texts)
        : String.join(", ", texts.subList(0, MAX_TEXT_INPUTS))
            + ", and "
            + (texts.size() - MAX_TEXT_INPUTS)
            + " more";
  }

  private String name(long object) {
    List<NameBinding> names = reader.placesOf(object);
    if (!names.isEmpty()) {
      Bytes path = names.get(names.size() - 1).path();
      Bytes base = Bytes.of(directory + "/");
      return path.startsWith(base)
          ? path.slice(base.length(), path.length()).display()
          : path.display();
    }
    ObjectInfo info = reader.object(object);
    Bytes label = info == null ? Bytes.EMPTY : info.declaration().label();
    return label.isEmpty() ? "object:" + object : label.display();
  }
}
