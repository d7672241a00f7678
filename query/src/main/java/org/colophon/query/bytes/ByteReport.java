package org.colophon.query.bytes;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.format.LeftOut;
import org.colophon.query.search.GapFinder;
import org.colophon.query.target.Target;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.TextTable;
import org.jspecify.annotations.Nullable;

/** Report of the origins of an object's bytes, as text and JSON. */
public final class ByteReport {
  private static final Pattern RANGE = Pattern.compile("(.+)@bytes=([0-9]{1,18})-([0-9]{1,18})?");
  private static final int MAX_ORIGINS = 1_000_000;
  private static final int MAX_TEXT_INPUTS = 8;

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
            "a range of bytes begins before its end: FILE@bytes=0-16 are the first 16 bytes");
      }
      return range;
    }
  }

  record ShownInput(long object, String name, long from, long to) {}

  record ShownOrigin(long from, long to, boolean copy, List<ShownInput> inputs) {}

  record Shown(long object, String name, List<ShownOrigin> origins) {}

  private final LineageReader reader;
  private final Path directory;
  private final long object;
  private final String target;
  private final boolean isKnown;
  private final List<ByteOrigin> origins;
  private final List<Gap> gaps;

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
          DisplayText.text(target.text()) + " is not a file or a stream");
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
              + "; record its command with colophon trace --bytes");
    } else if (!isFound()) {
      remarks.add("no byte of the range was recorded");
    }
    remarks.addAll(LeftOut.losses(gaps));
    return remarks;
  }

  /** Returns the report as records for JSON. */
  public Object json() {
    List<ShownOrigin> shown = origins.stream().map(this::shown).collect(Collectors.toList());
    return new Shown(object, name(object), shown);
  }

  /** Prints a table, or nothing if no origin was found. */
  public void print(OutputStream out, int widthColumns) {
    if (isFound()) {
      table().print(out, widthColumns);
    }
  }

  private ShownOrigin shown(ByteOrigin origin) {
    return new ShownOrigin(
        origin.offset(),
        origin.offset() + origin.length(),
        origin.isCopy(),
        origin.inputs().stream()
            .map(
                input ->
                    new ShownInput(
                        input.object(),
                        name(input.object()),
                        input.offset(),
                        input.offset() + input.length()))
            .collect(Collectors.toList()));
  }

  private TextTable table() {
    TextTable table = new TextTable("BYTES", "HOW", "FROM");
    for (ByteOrigin origin : origins) {
      String how = origin.inputs().isEmpty() ? "made" : origin.isCopy() ? "copied" : "computed";
      table.row(origin.offset() + "-" + (origin.offset() + origin.length()), how, inputs(origin));
    }
    return table;
  }

  private String inputs(ByteOrigin origin) {
    List<String> texts = new ArrayList<>();
    for (ByteMap.Part input : origin.inputs()) {
      if (texts.size() == MAX_TEXT_INPUTS) {
        texts.add("and " + (origin.inputs().size() - MAX_TEXT_INPUTS) + " more");
        break;
      }
      texts.add(
          name(input.object()) + " " + input.offset() + "-" + (input.offset() + input.length()));
    }
    return String.join(", ", texts);
  }

  private String name(long object) {
    List<NameBinding> names = reader.namesOf(object);
    if (!names.isEmpty()) {
      Bytes path = names.get(names.size() - 1).path();
      Bytes base = Bytes.of(directory + "/");
      return path.startsWith(base)
          ? path.slice(base.length(), path.length()).display()
          : path.display();
    }
    ObjectInfo info = reader.object(object);
    boolean hasLabel = info != null && !info.declaration().label().isEmpty();
    return hasLabel ? info.declaration().label().display() : "object:" + object;
  }
}
