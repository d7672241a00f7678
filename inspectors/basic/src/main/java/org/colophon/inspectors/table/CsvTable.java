// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.colophon.core.spi.inspect.Content;
import org.jspecify.annotations.Nullable;

/** Description of a table with delimiters between its values, read in one pass. */
final class CsvTable {
  private static final int HEAD_BYTES = 16 << 10;
  private static final int MAX_COLUMNS = 10_000;
  private static final int TYPED_ROWS = 10_000;

  static final char TAB = '\t';
  static final char QUOTE = '"';

  private final CSVFormat format;
  private final Consumer<CSVRecord> watcher;
  private final List<String> names = new ArrayList<>();
  private final List<ColumnType> types = new ArrayList<>();
  private final Header header = new Header();
  private long rows;

  private CsvTable(CSVFormat format, Consumer<CSVRecord> watcher) {
    this.format = format;
    this.watcher = watcher;
  }

  static Map<String, Object> facts(Content content) throws IOException {
    byte[] head = content.read(0, HEAD_BYTES);
    int mark = Dialect.markBytes(head);
    Charset charset = Dialect.charset(head);
    char delimiter = Dialect.delimiter(new String(head, mark, head.length - mark, charset));
    CsvTable table = delimiter == TAB ? quotedTabs(content, mark, charset) : null;
    if (table == null) {
      table = new CsvTable(format(delimiter), each -> {});
      table.read(content, mark, charset);
    }
    return table.facts(delimiter);
  }

  /** Returns the table if values are quoted throughout, otherwise null. */
  private static @Nullable CsvTable quotedTabs(Content content, int mark, Charset charset) {
    CSVFormat strict = format(TAB).builder().setQuote(QUOTE).setTrailingData(false).get();
    QuotedTabs quotes = new QuotedTabs();
    CsvTable table = new CsvTable(strict, quotes::take);
    try {
      table.read(content, mark, charset);
    } catch (IOException e) {
      return null; // the next reading finds any other error, too
    }
    return quotes.areLikely() ? table : null;
  }

  private void read(Content content, int mark, Charset charset) throws IOException {
    try (Reader reader = new InputStreamReader(behind(mark, content), charset);
        BoundedReader bounded = new BoundedReader(reader);
        CSVParser parser = CSVParser.parse(bounded, format)) {
      read(parser.iterator(), bounded);
    } catch (UncheckedIOException e) {
      throw explained(e.getCause());
    } catch (IllegalStateException e) {
      throw new IOException("it is not a table with delimiters: " + e.getMessage(), e);
    }
  }

  private static @Nullable IOException explained(@Nullable IOException e) {
    return e instanceof CSVException
        ? new IOException("a quote in it is not closed: " + e.getMessage(), e)
        : e;
  }

  private static InputStream behind(int mark, Content content) throws IOException {
    InputStream in = content.stream();
    in.skipNBytes(mark);
    return in;
  }

  /**
   * Returns a lenient format, since quotes within values are common. With tabs as delimiters,
   * quotes are plain characters unless all of them are balanced. Otherwise an unclosed quote is a
   * failure, since it hides the rest.
   */
  static CSVFormat format(char delimiter) {
    return CSVFormat.DEFAULT
        .builder()
        .setDelimiter(delimiter)
        .setQuote(delimiter == TAB ? null : Character.valueOf(QUOTE))
        .setIgnoreEmptyLines(true)
        .setTrailingData(true)
        .get();
  }

  private void read(Iterator<CSVRecord> records, BoundedReader bounded) throws IOException {
    List<String> first = null;
    while (records.hasNext()) {
      CSVRecord each = records.next();
      bounded.nextRecord();
      if (each.size() > MAX_COLUMNS) {
        throw new IOException("its header has " + each.size() + " columns, which are too many");
      }
      watcher.accept(each);
      if (first == null) {
        first = values(each);
      } else {
        row(each);
      }
    }
    if (first != null) {
      takeFirst(first);
    }
  }

  private List<String> values(CSVRecord each) {
    return format.getQuoteCharacter() == null
        ? each.stream().map(CsvTable::bare).toList()
        : each.toList();
  }

  /** Removes the quotes around a value, which occur even if other quotes are unbalanced. */
  private static String bare(String value) {
    int end = value.length() - 1;
    boolean isQuoted = end > 0 && value.charAt(0) == QUOTE && value.charAt(end) == QUOTE;
    return isQuoted ? value.substring(1, end) : value;
  }

  private void row(CSVRecord each) {
    rows++;
    if (rows <= TYPED_ROWS) {
      List<String> values = values(each);
      header.below(values);
      type(values);
    }
  }

  /** Evaluates the first record after all others, since they show whether it is a header. */
  private void takeFirst(List<String> first) {
    boolean isHeader = header.isAt(first.stream().map(String::strip).toList());
    if (!isHeader) {
      rows++;
      type(first);
    }
    while (isHeader && types.size() < first.size()) {
      types.add(ColumnType.EMPTY);
    }
    for (int i = 0; i < types.size(); i++) {
      addName(isHeader && i < first.size() ? first.get(i) : "");
    }
  }

  /**
   * Adds a column name. An empty name is replaced by the position; a repeated one is followed by
   * it.
   */
  private void addName(String given) {
    String name = given.isBlank() ? "#" + (names.size() + 1) : given.strip();
    names.add(names.contains(name) ? name + " #" + (names.size() + 1) : name);
  }

  private void type(List<String> each) {
    for (int i = 0; i < each.size(); i++) {
      if (i == types.size()) {
        types.add(ColumnType.EMPTY);
      }
      types.set(i, types.get(i).with(each.get(i)));
    }
  }

  private Map<String, Object> facts(char delimiter) {
    Map<String, Object> facts = new TreeMap<>();
    facts.put("rows", rows);
    facts.put("columns", (long) names.size());
    facts.put("delimiter", delimiter == TAB ? "tab" : String.valueOf(delimiter));
    facts.put("order of columns", String.join(", ", names));
    for (int i = 0; i < names.size(); i++) {
      facts.put("column " + names.get(i), types.get(i).word());
    }
    return facts;
  }
}
