package org.colophon.cli.inside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.colophon.cli.command.CommandTester.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Traces the bytes of unmodified programs and compares them with their documented behaviour, which
 * the test computes. Line ends may be copied or made by the program.
 */
@Timeout(300)
class ByteLineageIT {
  private static final String WORDS =
      "delta four alpha\nbravo one echo\nalpha six zulu\ncharlie two yankee\n";

  private static final String NUMBERS = "11 12\n21 22\n31 32\n41 42\n";

  @TempDir private Path temporary;

  private ByteTrace trace;

  @BeforeEach
  void makeFiles() throws IOException {
    trace = new ByteTrace(temporary.toRealPath());
    trace.write("words", WORDS);
    trace.write("numbers", NUMBERS);
  }

  /** A text with the known origin of each byte. */
  private static final class Truth {
    private final StringBuilder text = new StringBuilder();
    private final List<Set<String>> origins = new ArrayList<>();

    Truth copy(String name, String content, int from, int to) {
      for (int i = from; i < to; i++) {
        text.append(content.charAt(i));
        origins.add(Set.of(name + " " + i));
      }
      return this;
    }

    Truth made(String own) {
      for (char each : own.toCharArray()) {
        text.append(each);
        origins.add(Set.of());
      }
      return this;
    }
  }

  /** A line of a file, without its end. */
  private record Line(String name, String content, int from, int to) {
    static List<Line> of(String name, String content) {
      List<Line> lines = new ArrayList<>();
      int from = 0;
      for (int end = content.indexOf('\n'); end >= 0; end = content.indexOf('\n', from)) {
        lines.add(new Line(name, content, from, end));
        from = end + 1;
      }
      return lines;
    }

    String text() {
      return content.substring(from, to);
    }

    /** Returns the begin and end of a word, from 0. */
    int[] word(int index) {
      String[] words = text().split(" ", -1);
      int at = from;
      for (int i = 0; i < index; i++) {
        at += words[i].length() + 1;
      }
      return new int[] {at, at + words[index].length()};
    }

    void copyTo(Truth truth) {
      truth.copy(name, content, from, to);
    }

    void copyWordTo(Truth truth, int index) {
      int[] word = word(index);
      truth.copy(name, content, word[0], word[1]);
    }
  }

  private static List<Line> words() {
    return Line.of("words", WORDS);
  }

  private void check(Truth truth, String name) throws IOException {
    String text = trace.read(name);
    assertThat(text).isEqualTo(truth.text.toString());
    check(truth.origins, name, i -> text.charAt(i) == '\n');
  }

  private void check(List<Set<String>> truth, String name, IntPredicate mayBeOwn)
      throws IOException {
    List<Set<String>> found = trace.origins(name);
    assertThat(found).hasSameSizeAs(truth);
    for (int i = 0; i < truth.size(); i++) {
      if (mayBeOwn.test(i) && (found.get(i).isEmpty() || truth.get(i).isEmpty())) {
        continue;
      }
      assertThat(found.get(i)).as("byte %d of %s", i, name).isEqualTo(truth.get(i));
    }
  }

  private static Truth lines(Iterable<Line> lines) {
    Truth truth = new Truth();
    for (Line line : lines) {
      line.copyTo(truth);
      truth.made("\n");
    }
    return truth;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cat words numbers > out",
        "cat words numbers | cat > out",
        "cp words out && cat numbers >> out",
        "dd if=words of=out bs=7 status=none && dd if=numbers bs=3 status=none >> out",
        "tar cf t words numbers && mkdir x && tar xf t -C x && cat x/words x/numbers > out",
        "(cat words; cat numbers) | sed p | sed -n 'p;n' > out"
      })
  void findsCopiedFiles(String command) throws IOException {
    trace.run("no", command);

    Truth truth = new Truth().copy("words", WORDS, 0, WORDS.length());
    check(truth.copy("numbers", NUMBERS, 0, NUMBERS.length()), "out");
  }

  /** Each way to move bytes that a program has; {@code i} is the input, {@code o} the output. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "os.writev(o, [w[:10], w[10:]]) if os.readv(i, [w]) else 0",
        "os.preadv(i, [w], 0); os.pwritev(o, [w[:5]], 0); os.pwrite(o, w[5:], 5)",
        "os.copy_file_range(i, o, n)",
        "os.sendfile(o, i, 0, n)",
        "os.write(o, mmap.mmap(i, 0, prot=1)[:])",
        "os.ftruncate(o, n); os.readv(i, [w]); m = mmap.mmap(o, n); m[:] = bytes(w); m.close()",
        "a, b = socket.socketpair(); os.readv(i, [w]);"
            + " a.send(w) if os.fork() == 0 else os.write(o, b.recv(n))"
      })
  void findsBytesThatMoveInOtherWays(String body) throws IOException {
    trace.write(
        "move.py",
        "import os, mmap, socket\n"
            + "i = os.open('words', os.O_RDONLY)\n"
            + "o = os.open('out', os.O_RDWR | os.O_CREAT)\n"
            + "n = os.path.getsize('words')\n"
            + "w = bytearray(n)\n"
            + body
            + "\n");

    trace.run("no", "/usr/bin/python3 move.py");

    assertThat(trace.read("out")).isEqualTo(WORDS);
    check(new Truth().copy("words", WORDS, 0, WORDS.length()).origins, "out", i -> false);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sort words > out",
        "sort words > tmp; mv tmp out",
        "sort -r words | tac > out",
        "cat words | sort | cat > out"
      })
  void findsSortedLines(String command) throws IOException {
    trace.run("no", command);

    List<Line> sorted = new ArrayList<>(words());
    sorted.sort(Comparator.comparing(Line::text));
    check(lines(sorted), "out");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"grep -v i words > out", "sed /i/d words > out", "awk '!/i/' words > out"})
  void findsSelectedLines(String command) throws IOException {
    trace.run("no", command);

    check(lines(words().stream().filter(line -> !line.text().contains("i")).toList()), "out");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cut -d' ' -f2 words > out",
        "awk '{print $2}' words > out",
        "cut -d' ' -f2- words | cut -d' ' -f1 > out"
      })
  void findsFields(String command) throws IOException {
    trace.run("no", command);

    Truth truth = new Truth();
    for (Line line : words()) {
      line.copyWordTo(truth, 1);
      truth.made("\n");
    }
    check(truth, "out");
  }

  @Test
  void findsJoinedLines() throws IOException {
    trace.run("no", "paste words numbers > out");

    Truth truth = new Truth();
    List<Line> numbers = Line.of("numbers", NUMBERS);
    for (int i = 0; i < numbers.size(); i++) {
      words().get(i).copyTo(truth);
      truth.made("\t");
      numbers.get(i).copyTo(truth);
      truth.made("\n");
    }
    check(truth, "out");
  }

  @Test
  void distinguishesReplacedFromCopiedText() throws IOException {
    trace.run("no", "sed 's/alpha/X/' words > out");

    Truth truth = new Truth();
    for (Line line : words()) {
      int at = line.text().indexOf("alpha");
      if (at < 0) {
        line.copyTo(truth);
      } else {
        truth.copy("words", WORDS, line.from, line.from + at).made("X");
        truth.copy("words", WORDS, line.from + at + "alpha".length(), line.to);
      }
      truth.made("\n");
    }
    check(truth, "out");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tr a-z A-Z < words > out",
        "cat words | tr a-z A-Z | cat > out",
        "/usr/bin/python3 -c 'open(\"out\",\"w\").write(open(\"words\").read().upper())'"
      })
  void findsLettersThatATableTranslates(String command) throws IOException {
    trace.run("tables", command);

    assertThat(trace.read("out")).isEqualTo(WORDS.toUpperCase(Locale.ROOT));
    check(new Truth().copy("words", WORDS, 0, WORDS.length()).origins, "out", i -> false);
  }

  @Test
  void followsBytesThroughBase64AndBack() throws IOException {
    trace.run("tables", "base64 -w0 words > coded; base64 -d coded > out");

    List<Set<String>> coded = new ArrayList<>();
    int size = WORDS.length();
    for (int i = 0; i * 6 < size * 8; i++) {
      Set<String> origins = new TreeSet<>();
      origins.add("words " + i * 6 / 8);
      origins.add("words " + Math.min(size - 1, (i * 6 + 5) / 8));
      coded.add(origins);
    }
    while (coded.size() % 4 != 0) {
      coded.add(Set.of()); // padding
    }
    check(coded, "coded", i -> false);
    List<Set<String>> found = trace.origins("out");
    for (int i = 0; i < size; i++) {
      assertThat(found.get(i)).contains("words " + i);
      assertThat(found.get(i)).isSubsetOf(neighbours(i, size));
    }
  }

  /** Returns the bytes that a decoded byte depends on: a coded letter has bits of two bytes. */
  private static Set<String> neighbours(int i, int size) {
    Set<String> all = new TreeSet<>();
    for (int at = Math.max(0, i - 1); at <= Math.min(size - 1, i + 1); at++) {
      all.add("words " + at);
    }
    return all;
  }

  @Test
  void findsTheCompressedBlockOfEachByte() throws IOException, InterruptedException {
    new ProcessBuilder("gzip", "-k", temporary.resolve("words").toString()).start().waitFor();

    trace.run("tables", "gzip -dc words.gz > out");

    long compressed = Files.size(temporary.resolve("words.gz"));
    for (Set<String> origins : trace.origins("out")) {
      assertThat(origins).isNotEmpty();
      assertThat(origins)
          .allMatch(each -> each.matches("words.gz [0-9]+"))
          .allMatch(each -> Integer.parseInt(each.substring(9)) < compressed);
    }
  }

  @Test
  void answersForARangeAsATable() {
    trace.run("no", "sort words > out");

    Outcome outcome = trace.tester().run("lineage", "out@bytes=3-20");

    assertThat(outcome.out().lines().map(line -> line.strip().replaceAll(" +", " ")))
        .containsExactly(
            "BYTES HOW FROM", "3-14 copied words 35-46", "14-15 made", "15-20 copied words 17-22");
  }

  @Test
  void showsProgramsInsteadOfTheTool() {
    trace.run("no", "sort words > out");

    Outcome outcome = trace.tester().run("lineage", "out");

    assertThat(outcome.out()).contains("/sort words", "read words").doesNotContain("--tool");
  }

  @Test
  void followsVersionsOfAFileThatIsWrittenAgain() throws IOException {
    trace.run("no", "cat words > out; cat numbers > out; cat out > copy; cat words > out");

    check(new Truth().copy("numbers", NUMBERS, 0, NUMBERS.length()), "copy");
    check(new Truth().copy("words", WORDS, 0, WORDS.length()), "out");
  }

  @Test
  void followsBytesThatAreReplacedInPlace() throws IOException {
    trace.run(
        "no",
        "cp words out; dd if=numbers of=out bs=1 count=5 seek=3 conv=notrunc status=none;"
            + " dd if=out of=out bs=4 count=1 seek=10 conv=notrunc status=none");

    String text = trace.read("out");
    List<Set<String>> truth = new ArrayList<>();
    for (int i = 0; i < text.length(); i++) {
      truth.add(Set.of("words " + i));
    }
    for (int i = 0; i < 5; i++) {
      truth.set(3 + i, Set.of("numbers " + i));
    }
    for (int i = 0; i < 4; i++) {
      truth.set(40 + i, truth.get(i));
    }
    check(truth, "out", i -> false);
  }

  @Test
  void reportsUnknownOriginsOfOtherFiles() {
    trace
        .tester()
        .run("trace", "--", "cp", "" + temporary.resolve("words"), "" + temporary.resolve("o"));

    Outcome outcome = trace.tester().run("lineage", "o", "--bytes");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains("nothing is known of the bytes of o", "trace --bytes");
  }

  @ParameterizedTest
  @CsvSource({"out@bytes=5-5, begins before its end", "out@bytes=9-2, begins before its end"})
  void rejectsEmptyRanges(String target, String message) {
    trace.run("no", "cat words > out");

    assertThat(trace.tester().run("lineage", target).err()).contains(message);
  }

  @Test
  void remarksThatNothingInsideProgramsWasRecorded() {
    Outcome outcome = trace.tester().run("trace", "--functions", "*", "--", "true");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.err()).contains("no function calls were recorded", "colophon cc");
  }

  @ParameterizedTest
  @CsvSource({
    "--bytes --lookups some -- true, '--lookups is no, tables or all'",
    "--bytes --from x, need a command"
  })
  void rejectsOptionsWithoutMeaning(String options, String message) {
    List<String> words = new ArrayList<>(List.of("trace"));
    words.addAll(List.of(options.split(" ")));

    Outcome outcome = trace.tester().run(words.toArray(String[]::new));

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains(message);
  }

  // --- programs behave as before ---

  @ParameterizedTest
  @CsvSource({
    "exit 7, 7",
    "kill -TERM $$, 143",
    "kill -SEGV $$, 139",
    "no-such-command-at-all, 127",
    "echo text; false, 1"
  })
  void keepsTheExitStatus(String command, int status) {
    Outcome outcome = trace.tester().run("trace", "--bytes", "--", "sh", "-c", command);

    assertThat(outcome.exitCode()).isEqualTo(status);
  }

  @Test
  void keepsTheOutputOfACrashingProgramAndRecordsWhatItWrote() throws IOException {
    Path source = trace.write("crash.c", CRASH);
    run("gcc", "-o", temporary.resolve("crash").toString(), source.toString());

    Outcome outcome =
        trace
            .tester()
            .run(
                "trace",
                "--bytes",
                "--",
                "sh",
                "-c",
                "cd "
                    + temporary.toRealPath()
                    + " && ./crash < words > out 2> err; echo $? > status");

    assertThat(outcome.exitCode()).isZero();
    assertThat(trace.read("status")).isEqualTo("139\n");
    assertThat(trace.read("err")).doesNotContain("==").doesNotContain("valgrind");
    check(new Truth().copy("words", WORDS, 0, 5), "out");
  }

  private static final String CRASH =
      """
      #include <unistd.h>
      int main(void) {
        char text[5];
        read(0, text, 5);
        write(1, text, 5);
        *(volatile int *)0 = 1;
      }
      """;

  private static void run(String... words) throws IOException {
    try {
      Process process = new ProcessBuilder(words).inheritIO().start();
      assertThat(process.waitFor()).as(Arrays.toString(words)).isZero();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
