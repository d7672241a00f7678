// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.table;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.colophon.core.inspect.content.Contents;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.colophon.core.spi.inspect.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableInspectorTest {
  private static final Path NOWHERE = Path.of("/nonexistent");

  private static Content content(byte[] bytes) {
    return bytes == null ? Content.absent() : Contents.of(bytes, NOWHERE);
  }

  private static String inspect(String type, byte[] before, byte[] after) throws IOException {
    Change change = Change.of(Bytes.of("/lab/t"), type, content(before), content(after));
    List<Finding> found = new TableInspectorFactory().create(Map.of()).inspect(change);
    return found.isEmpty() ? "" : found.get(0).data().toString();
  }

  private static String csv(String before, String after) throws IOException {
    return inspect(
        "text/csv",
        before == null ? null : before.getBytes(UTF_8),
        after == null ? null : after.getBytes(UTF_8));
  }

  private static String row(String key, String before, String after) {
    return "{\"key\":\"%s\",\"before\":%s,\"after\":%s}".formatted(key, before, after);
  }

  @Test
  void reportsNewRowsAndColumnsWhenATableGrew() throws IOException {
    assertThat(csv("id,name\n1,a\n2,b\n", "id,name,price\n1,a,2.5\n2,b,3\n3,c,\n"))
        .isEqualTo(
            "{\"version\":1,\"inspector\":\"table\",\"format\":\"csv\",\"changes\":["
                + row("column price", "null", "\"number\"")
                + ","
                + row("columns", "2", "3")
                + ","
                + row("order of columns", "\"id, name\"", "\"id, name, price\"")
                + ","
                + row("rows", "2", "3")
                + "],\"left_out\":0}");
  }

  @Test
  void reportsATypeWhenValuesNoLongerFitIt() throws IOException {
    assertThat(csv("id,day\n1,2026-01-01\n", "id,day\nx1,2026-01-01\n"))
        .contains(row("column id", "\"integer\"", "\"text\""))
        .doesNotContain("column day");
  }

  @ParameterizedTest
  @CsvSource({"';', ;", "tab, '\t'", "|, |"})
  void findsTheDelimiterWhenItIsNotAComma(String told, String delimiter) throws IOException {
    String text = "a,x%1$sb\n1%1$s2\n3%1$s4\n".formatted(delimiter);
    assertThat(csv(null, text))
        .contains(row("delimiter", "null", "\"" + told + "\""), row("columns", "null", "2"));
  }

  @Test
  void numbersColumnsWithoutAHeader() throws IOException {
    assertThat(csv(null, "1,2\n3,4\n"))
        .contains(row("rows", "null", "2"), row("column #2", "null", "\"integer\""));
  }

  @Test
  void countsRecordsWhenValuesSpanLines() throws IOException {
    assertThat(csv(null, "a,b\n\"x\ny\",1\n\"q\"\"q\",2\n")).contains(row("rows", "null", "2"));
  }

  @Test
  void reportsNothingWhenOnlyValuesChanged() throws IOException {
    assertThat(csv("a,b\n1,2\n", "a,b\n3,4\n")).isEmpty();
  }

  @Test
  void readsColumnNamesInLatin1() throws IOException {
    byte[] table = "gr\u00f6\u00dfe,b\n1,2\n".getBytes(ISO_8859_1);
    assertThat(inspect("text/csv", null, table)).contains("column gr\\u00f6\\u00dfe");
  }

  @Test
  void skipsAByteOrderMark() throws IOException {
    String[] tables = {"\"a,b\";\"c\"\n1;2\n3;4\n", "1;2\n3;4\n", "a;b\n1;2\n3;4\n"};
    for (String table : tables) {
      assertThat(csv(null, "\ufeff" + table)).isEqualTo(csv(null, table));
      byte[] wide = ("\ufeff" + table).getBytes(UTF_16LE);
      assertThat(inspect("text/csv", null, wide)).isEqualTo(csv(null, table));
    }
    assertThat(csv(null, "\ufeff")).contains(row("rows", "null", "0"));
  }

  @Test
  void readsRowNamesFromAnUnnamedColumn() throws IOException {
    String header = "\"\",\"height\",\"name\"\n";
    assertThat(csv(null, header + "\"1\",2.5,\"a\"\n\"2\",3,\"b\"\n"))
        .contains(
            row("column #1", "null", "\"integer\""),
            row("column height", "null", "\"number\""),
            row("order of columns", "null", "\"#1, height, name\""),
            row("rows", "null", "2"));
  }

  @ParameterizedTest
  @ValueSource(strings = {",,b\n1,2,3\n", "a,,b\n1,2,3\n", ",1\n1,2\n", "\"\"\n1\n"})
  void treatsNoRowAsHeaderWhenNamesAreMissing(String table) throws IOException {
    assertThat(csv(null, table)).contains(row("rows", "null", "2"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "country,2019,2020\\nde,1,2\\nfr,3,4\\n|country, 2019, 2020",
        "country,2019\\nde,1\\n|#1, #2",
        "country,2019,x\\nde,1,2\\n|country, 2019, x",
        "country,2026-01-01\\nde,1\\n|country, 2026-01-01",
        "ann,1900,1980\\nbob,1920,2001\\n|#1, #2, #3",
        "de,2019,2019\\nfr,3,4\\n|#1, #2, #3",
        "1998,2004\\n2005,1987\\n2210,2250\\n|#1, #2",
        "de,2019,2020\\nit,1,2\\nfr,3,4\\nes,2005,6\\nnl,7,8\\nat,9,9\\n|de, 2019, 2020",
        ",2019,2020\\nn,1,2\\n|#1, 2019, 2020",
        "id,value,value\\n1,2,x\\n3,4,y\\n|id, value, value #3",
        "a,a\\n1,2\\n|a, a #2",
        "x,yes,2026-01-01\\n1,no,\\n|x, yes, 2026-01-01",
        "n/a,5\\n1,6\\n|#1, #2",
        "de,5\\nfr,6\\n|#1, #2",
        "de,de\\nfr,it\\n|#1, #2",
        "name,town\\nann,bonn\\n|name, town",
        "a,b\\n|a, b"
      })
  void detectsHeaderFromFollowingRows(String table, String columns) throws IOException {
    String told = csv(null, table.replace("\\n", "\n"));
    long lines = table.split("\\\\n").length;
    long rows = columns.startsWith("#1, #2") ? lines : lines - 1;
    assertThat(told)
        .contains(row("order of columns", "null", "\"" + columns + "\""))
        .contains(row("rows", "null", Long.toString(rows)));
  }

  @Test
  void keepsColumnNamesWhenALateRowIsText() throws IOException {
    String years = "country,2019\n" + "5,1\n".repeat(20);
    assertThat(csv(years, years + "x,y\n"))
        .contains(row("rows", "20", "21"), row("column 2019", "\"integer\"", "\"text\""))
        .doesNotContain("order of columns");
  }

  @Test
  void failsWhenAQuoteIsNotClosed() {
    assertThatThrownBy(() -> csv(null, "a,b\n\"x,1\n2,3\n4,5\n"))
        .hasMessageContaining("a quote in it is not closed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\tb\n\"x\t1\n2\t3\n4\t5\n", "a\tb\n\"x\t1\ny\t3\n\"z\t5\n"})
  void treatsQuotesBetweenTabsAsText(String table) throws IOException {
    assertThat(csv(null, table))
        .contains(row("rows", "null", "3"), row("columns", "null", "2"))
        .contains(row("column a", "null", "\"text\""), row("column b", "null", "\"integer\""));
  }

  /** The last column has only numbers if lines and tabs were split correctly. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a~b+'x+y'~1+'q''q'~2+|2|2",
        "a~b+'x~y'~1+'p~q'~2+|2|2",
        "'a+c'~b+'x+y'~1+z~2+|2|2",
        "a~b+5'~1+'x+y'~2+|2|2",
        "'a'~'b'+'1'~'x+y'~2+'2'~'z'~3+|2|3",
        "a~b+''~1+'x+++y'~2|2|2"
      })
  void countsMultilineValuesBetweenTabsOnce(String table, String rows, String columns)
      throws IOException {
    assertThat(csv(null, tabbed(table)))
        .contains(row("rows", "null", rows), row("columns", "null", columns))
        .containsPattern("column (b|#3)\",\"before\":null,\"after\":\"integer\"");
  }

  private static String tabbed(String table) {
    return table.replace('~', '\t').replace('+', '\n').replace('\'', '"');
  }

  @Test
  void countsMultilineValuesOnceAfterThousandsOfRows() throws IOException {
    String plain = "a\tb\n" + "z\t1\n".repeat(10_000);
    assertThat(csv(null, plain + "\"x\ny\"\t2\n")).contains(row("rows", "null", "10001"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a~b+'x~1+foo~5'+", "a~b+'x~1+y~2+'z' ~5+", "a~b+'x'y~1+'z~5+", "a~b+'x~1+~5'"})
  void treatsALoneQuoteBetweenTabsAsText(String table) throws IOException {
    String text = tabbed(table);
    long rows = text.lines().count() - 1;
    assertThat(csv(null, text))
        .contains(row("rows", "null", Long.toString(rows)), row("columns", "null", "2"));
  }

  @Test
  void readsValuesBetweenTabsWhenTheyAreQuoted() throws IOException {
    assertThat(csv(null, "\"height\"\t\"name\"\n\"2\"\t\"a\"\n\"\"\t\"b\"\n"))
        .contains(row("order of columns", "null", "\"height, name\""))
        .contains(row("column height", "null", "\"integer\""));
  }

  @Test
  void failsWhenAQuoteNeverEnds() {
    assertThatThrownBy(() -> csv(null, "a,b\n\"" + "x,".repeat(4_000_000)))
        .hasMessageContaining("more than 4194304 characters");
  }

  @Test
  void failsWhenThereAreTooManyColumns() {
    assertThatThrownBy(() -> csv(null, "x,".repeat(20_000) + "\n1\n"))
        .hasMessageContaining("20001 columns");
  }

  private static byte[] parquet(long rows, String... columns) throws IOException {
    SchemaElement root = new SchemaElement("schema");
    root.setNum_children(columns.length);
    FileMetaData data = new FileMetaData(1, new ArrayList<>(List.of(root)), rows, List.of());
    for (String each : columns) {
      SchemaElement column = new SchemaElement(each);
      column.setType(each.startsWith("s") ? Type.BYTE_ARRAY : Type.INT64);
      column.setRepetition_type(FieldRepetitionType.OPTIONAL);
      if (each.startsWith("s")) {
        column.setLogicalType(LogicalType.STRING(new StringType()));
      }
      data.getSchema().add(column);
    }
    ByteArrayOutputStream footer = new ByteArrayOutputStream();
    Util.writeFileMetaData(data, footer);
    return framed(footer.toByteArray(), footer.size(), "PAR1");
  }

  private static byte[] framed(byte[] footer, int length, String magic) {
    ByteBuffer file = ByteBuffer.allocate(footer.length + 12).order(ByteOrder.LITTLE_ENDIAN);
    file.put("PAR1".getBytes(UTF_8)).put(footer).putInt(length).put(magic.getBytes(UTF_8));
    return file.array();
  }

  @Test
  void reportsTheSchemaOfParquetFromItsFooter() throws IOException {
    assertThat(inspect(TableInspector.PARQUET, parquet(10, "id", "s"), parquet(12, "id", "s", "n")))
        .contains(row("rows", "10", "12"), row("column n", "null", "\"int64 optional\""))
        .doesNotContain("column id");
    assertThat(inspect(TableInspector.PARQUET, null, parquet(1, "s")))
        .contains(row("column s", "null", "\"byte_array STRING optional\""));
  }

  @Test
  void failsWhenParquetIsBroken() throws IOException {
    byte[] whole = parquet(10, "id");
    byte[] cut = Arrays.copyOf(whole, whole.length - 3);
    assertThatThrownBy(() -> inspect(TableInspector.PARQUET, null, cut))
        .hasMessageContaining("lacks the end mark of a Parquet file");
    byte[] lying = framed(new byte[4], 1 << 30, "PAR1");
    assertThatThrownBy(() -> inspect(TableInspector.PARQUET, null, lying))
        .hasMessageContaining("its footer has an invalid length: 1073741824 bytes");
    byte[] noise = framed(new byte[] {25, 124, -1, -1, -1, -1, 15, 0}, 8, "PAR1");
    assertThatThrownBy(() -> inspect(TableInspector.PARQUET, null, noise))
        .isInstanceOf(Exception.class);
    byte[] secret = framed(new byte[4], 4, "PARE");
    assertThat(inspect(TableInspector.PARQUET, null, secret)).contains("\"encrypted\"");
  }
}
