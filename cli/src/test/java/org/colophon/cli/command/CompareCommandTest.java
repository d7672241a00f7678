package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.colophon.cli.base.ExitCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.PathBytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
  @TempDir Path directory;
  private CommandTester tester;

  @BeforeEach
  void createTester() {
    tester = new CommandTester(directory);
  }

  private String file(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content).toString();
  }

  @Test
  void showsFindingsOfInspectorsForTwoFiles() throws IOException {
    String before = file("a.csv", "id,name\n1,x\n");
    String after = file("b.csv", "id,name\n1,x\n2,y\n");
    CommandTester.Outcome result = tester.run("compare", before, after);
    assertThat(result.out())
        .contains("text/patch:\n", "+2,y\n", "table/schema:\n", "rows  1 -> 2\n");
    assertThat(result.exitCode()).isEqualTo(ExitCode.FOUND);
  }

  @Test
  void writesNamesOfBothFilesIntoThePatch() throws IOException {
    String before = file("the first.txt", "one\n");
    String after = file("b.txt", "-- " + directory + "/b.txt\n");
    assertThat(tester.run("compare", before, after).out())
        .contains("\n--- " + before + "\n+++ " + after + "\n");
    assertThat(tester.run("compare", after, before).out())
        .contains("\n--- " + after + "\n+++ " + before + "\n", "\n--- " + after + "\n+one\n");
    assertThat(tester.run("compare", before, "-").out())
        .contains("\n--- " + before + "\n+++ /dev/null\n");
    assertThat(tester.run("compare", "-", after).out())
        .contains("\n--- /dev/null\n+++ " + after + "\n");
  }

  @Test
  void usesOnlyTheInspectorsThatAreNamed() throws IOException {
    String before = file("a.csv", "id,name\n1,x\n");
    assertThat(tester.run("compare", before, "-", "inspectors=table").out())
        .startsWith("table/schema:\n")
        .doesNotContain("text/patch");
  }

  @Test
  void reportsADirectoryThatIsNotUtf8ByItsBytes() throws IOException {
    Path named = directory.resolve(PathBytes.path(Bytes.wrap(new byte[] {'d', (byte) 0xf6, 'n'})));
    Files.createDirectory(named);
    Files.writeString(named.resolve("a.txt"), "one\n");
    Files.writeString(named.resolve("b.txt"), "two\n");
    CommandTester.Outcome result = new CommandTester(named).run("compare", "a.txt", "b.txt");
    assertThat(result.out()).contains("d\\xf6n/b.txt", "+two");
    assertThat(result.exitCode()).as(result.err()).isEqualTo(ExitCode.FOUND);
  }

  @Test
  void exitsWithOneWhenNothingDiffers() throws IOException {
    String same = file("a.txt", "same");
    assertThat(tester.run("compare", same, same).exitCode()).isEqualTo(ExitCode.NOTHING);
  }

  @Test
  void reportsThatTheTextOfDocumentsIsNotCompared() throws IOException {
    CommandTester.Outcome result =
        tester.run("compare", document("a.docx", "one"), document("b.docx", "two"));
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .contains(
            "the files differ, but not in the parts that inspectors compare; office: author, title");
    assertThat(result.exitCode()).isEqualTo(ExitCode.FOUND);
  }

  private String document(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("word/document.xml"));
      zip.write(("<w>" + text + "</w>").getBytes(StandardCharsets.UTF_8));
    }
    return file.toString();
  }

  @Test
  void rejectsInvalidOptions() throws IOException {
    String file = file("a.txt", "a");
    CommandTester.Outcome missing =
        tester.run("compare", file, directory.resolve("no\u001bne").toString());
    assertThat(missing.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(missing.err()).contains("there is no file").doesNotContain("\u001b");
    assertThat(tester.run("compare", file, file, "inspectors=nobody").err())
        .contains("known here: office, table, text");
    assertThat(tester.run("compare", file, file, "text.colour=red").err()).contains("colour");
    assertThat(tester.run("compare", file, file, "colour=red").err())
        .contains("no option 'colour'");
  }
}
