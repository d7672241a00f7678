// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The rule that each source file names its licence in its first or second line. Spotless checks
 * files in Java. Sources that are built against headers under the GPL also permit the GPL.
 */
class LicenceTest {
  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

  private static final Pattern KIND =
      Pattern.compile(".*\\.(awk|c|cc|cpp|css|go|h|html|java\\.txt|js|pl|py|sh)|(.*/)?Makefile");

  private static final Pattern LINE =
      Pattern.compile(
          "\\A(?:[#<]!.*\n)?(?://|#|/\\*|<!--) SPDX-License-Identifier: (.*?)(?: \\*/| -->)?\n");

  private static final Pattern AGAINST_GPL =
      Pattern.compile("reporters/byte/src/main/native/.*|.*\\.bpf\\.c");

  @Test
  void namesLicenceInEverySourceFile() throws Exception {
    List<String> wrong = new ArrayList<>();
    int checked = 0;
    for (String file : trackedFiles()) {
      String content = Files.readString(ROOT.resolve(file), StandardCharsets.ISO_8859_1);
      if (KIND.matcher(file).matches() || content.startsWith("#!")) {
        checked++;
        if (!licenceOf(content).equals(expectedLicence(file))) {
          wrong.add(file + ": '" + licenceOf(content) + "' instead of " + expectedLicence(file));
        }
      }
    }
    assertThat(checked).isGreaterThan(90);
    assertThat(wrong).as("first lines of sources with a wrong SPDX-License-Identifier").isEmpty();
  }

  private static String licenceOf(String content) {
    Matcher line = LINE.matcher(content);
    return line.find() ? line.group(1) : "";
  }

  private static String expectedLicence(String file) {
    return AGAINST_GPL.matcher(file).matches() ? "Apache-2.0 OR GPL-2.0-or-later" : "Apache-2.0";
  }

  private static List<String> trackedFiles() throws IOException, InterruptedException {
    Process git =
        new ProcessBuilder("git", "-C", ROOT.toString(), "ls-files", "-z")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String names = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(git.waitFor()).as("git ls-files in %s", ROOT).isZero();
    return List.of(names.split("\0"));
  }
}
