// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** Detects the dialect of a table from its beginning. */
final class Dialect {
  private static final List<Character> DELIMITERS = List.of(',', ';', CsvTable.TAB, '|');
  private static final int SAMPLE_ROWS = 20;

  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private Dialect() {}

  /** Returns the bytes of the UTF-8 mark at the beginning; the decoder of UTF-16 skips its own. */
  static int markBytes(byte[] head) {
    return Arrays.equals(MARK, Arrays.copyOf(head, MARK.length)) ? MARK.length : 0;
  }

  static Charset charset(byte[] head) {
    if (head.length >= 2 && head[0] == (byte) 0xff && head[1] == (byte) 0xfe) {
      return StandardCharsets.UTF_16;
    }
    if (head.length >= 2 && head[0] == (byte) 0xfe && head[1] == (byte) 0xff) {
      return StandardCharsets.UTF_16;
    }
    // A character cut at the end of the sample is not malformed: the input is not at its end.
    CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
    CharBuffer out = CharBuffer.allocate(head.length);
    boolean isUtf8 = !utf8.decode(ByteBuffer.wrap(head), out, false).isError();
    return isUtf8 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
  }

  /** Returns the delimiter with the largest number of fields that all first records have. */
  static char delimiter(String head) {
    char best = DELIMITERS.get(0);
    int most = 1;
    for (char each : DELIMITERS) {
      int fields = fields(head, each);
      if (fields > most) {
        best = each;
        most = fields;
      }
    }
    return best;
  }

  /** Splits a record. Tabs within quotes do not separate fields, unless quotes are unbalanced. */
  private static int fields(String head, char delimiter) {
    CSVFormat lenient = CsvTable.format(delimiter).builder().setLenientEof(true).get();
    int fields = fields(head, lenient.builder().setQuote(CsvTable.QUOTE).get());
    return fields == 0 && delimiter == CsvTable.TAB ? fields(head, lenient) : fields;
  }

  /**
   * Returns the common number of fields of all records except the truncated last one; 0 if they
   * differ.
   */
  private static int fields(String head, CSVFormat format) {
    List<Integer> sizes = new ArrayList<>();
    try (CSVParser parser = CSVParser.parse(head, format)) {
      for (CSVRecord each : parser) {
        sizes.add(each.size());
        if (sizes.size() > SAMPLE_ROWS) {
          break;
        }
      }
    } catch (IOException | UncheckedIOException | IllegalStateException e) {
      return 0;
    }
    List<Integer> whole = sizes.size() > 1 ? sizes.subList(0, sizes.size() - 1) : sizes;
    Set<Integer> different = new HashSet<>(whole);
    return different.size() == 1 ? whole.get(0) : 0;
  }
}
