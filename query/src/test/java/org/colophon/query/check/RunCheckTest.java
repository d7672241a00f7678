// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.check.CheckResult.Verdict;
import org.colophon.query.document.RecordedRun.How;
import org.colophon.query.document.RecordedRun.Role;
import org.junit.jupiter.api.Test;

final class RunCheckTest {
  private static final String LEVEL = "/home/patchlevel";

  private final CheckedRun run = CheckedRun.build(LEVEL);

  private static List<Declaration> globs(String... globs) {
    return Stream.of(globs).map(each -> Declaration.option("--inputs", each)).toList();
  }

  private static Declarations inputs(String... globs) {
    return new Declarations(globs(globs), List.of(), List.of(), true);
  }

  private CheckResult check(Declarations declarations) {
    return RunCheck.check(run.run(), declarations, Baseline.EMPTY, false, false);
  }

  private List<String> keys(Declarations declarations) {
    return check(declarations).findings().stream().map(Finding::key).toList();
  }

  @Test
  void reportsUndeclaredInputWithItsChainToTheResult() {
    CheckResult result = check(inputs("/job/**", "/usr/**"));

    assertThat(result.verdict()).isEqualTo(Verdict.UNDECLARED);
    assertThat(result.findings()).hasSize(1);
    Finding found = result.findings().get(0);
    assertThat(found.key()).isEqualTo("undeclared-input ../home/patchlevel");
    assertThat(found.programNames()).containsExactly("cat");
    assertThat(found.chain()).containsExactly(LEVEL, "cat", "src/v.h", "cc", "app");
  }

  @Test
  void acceptsRunWhoseInputsAreDeclared() {
    assertThat(check(inputs("**", "../home/")).verdict()).isEqualTo(Verdict.DECLARED);
    assertThat(check(inputs("./src/*", LEVEL)).verdict()).isEqualTo(Verdict.DECLARED);
  }

  @Test
  void reportsUndeclaredOutputsOnlyIfOutputsAreDeclared() {
    assertThat(keys(inputs("/**"))).isEmpty();
    assertThat(keys(new Declarations(globs("/**"), globs("*.h", "app"), List.of(), true)))
        .containsExactly("undeclared-output src/v.h");
  }

  @Test
  void countsFoldedFilesOnlyIfAskedFor() {
    run.with("/usr/include/stdio.h", Role.INPUT, ObjectKind.FILE, How.READ);

    assertThat(keys(inputs("**", LEVEL))).isEmpty();
    CheckResult all = RunCheck.check(run.run(), inputs("**", LEVEL), Baseline.EMPTY, true, false);
    assertThat(all.findings()).extracting(Finding::name).containsExactly("/usr/include/stdio.h");
  }

  @Test
  void reportsNetworkUseOncePerPeerIfForbidden() {
    run.with("tcp://10.0.0.1:80/sent?from=10.0.0.2:4711", Role.OUTPUT, ObjectKind.SOCKET, How.WRITE)
        .with("tcp://10.0.0.1:80/received?from=10.0.0.2:9", Role.INPUT, ObjectKind.SOCKET, How.READ)
        .with("unix:/run/socket", Role.INPUT, ObjectKind.SOCKET, How.READ);
    run.with("socket:[17] received", Role.INPUT, ObjectKind.SOCKET, How.READ)
        .with("socketpair of 9 sent", Role.OUTPUT, ObjectKind.SOCKET, How.WRITE);
    Declarations forbidden = new Declarations(globs("/**"), List.of(), List.of(), false);
    Declarations accepted =
        new Declarations(globs("/**"), List.of(), globs("tcp://10.0.0.1:**", "socket:*"), false);

    assertThat(keys(inputs("/**"))).isEmpty();
    assertThat(keys(forbidden))
        .containsExactly("network-use socket:[inherited]", "network-use tcp://10.0.0.1:80");
    assertThat(keys(accepted)).isEmpty();
  }

  @Test
  void warnsOfUnusedDeclarationsAndFailsIfStrict() {
    Declarations declared = inputs("/**", "docs/*.md");

    CheckResult usual = check(declared);
    CheckResult strict = RunCheck.check(run.run(), declared, Baseline.EMPTY, false, true);

    assertThat(usual.warnings()).extracting(Finding::path).containsExactly("docs/*.md");
    assertThat(usual.verdict()).isEqualTo(Verdict.DECLARED);
    assertThat(strict.findings())
        .extracting(Finding::key)
        .containsExactly("unused-declaration docs/*.md");
  }

  @Test
  void cannotTellIfCaptureHasGapsOrRunGoesOn() {
    run.gap("2 events lost");
    assertThat(check(inputs("/**")).verdict()).isEqualTo(Verdict.CANNOT_TELL);
    assertThat(check(inputs("/job/**")).verdict()).isEqualTo(Verdict.UNDECLARED);

    CheckResult going =
        RunCheck.check(
            CheckedRun.build(LEVEL).running().run(), inputs("/**"), Baseline.EMPTY, false, false);
    assertThat(going.verdict()).isEqualTo(Verdict.CANNOT_TELL);
    assertThat(CheckReport.summary(going)).contains("the run has not ended");
  }

  @Test
  void acceptsFindingsOfBaselineAndNamesOutdatedOnes() {
    Baseline baseline =
        new Baseline(Set.of("undeclared-input ../home/patchlevel", "undeclared-input gone"));

    CheckResult result = RunCheck.check(run.run(), inputs("**"), baseline, false, false);

    assertThat(result.verdict()).isEqualTo(Verdict.DECLARED);
    assertThat(result.accepted()).extracting(Finding::name).containsExactly(LEVEL);
    assertThat(result.outdated()).containsExactly("undeclared-input gone");
  }

  @Test
  void refusesRunWithoutPrograms() {
    assertThatThrownBy(
            () ->
                RunCheck.check(new CheckedRun().run(), inputs("/**"), Baseline.EMPTY, false, false))
        .hasMessageContaining("no program is recorded");
  }

  @Test
  void refusesRelativeGlobIfProgramsStartedInSeveralDirectories() {
    run.program("/usr/bin/other", -1, "/elsewhere");

    assertThatThrownBy(() -> check(inputs("src/**"))).hasMessageContaining("several directories");
    assertThat(keys(inputs("/job/**"))).containsExactly("undeclared-input " + LEVEL);
  }

  @Test
  void reportsInputWithoutName() {
    run.with("", Role.INPUT, ObjectKind.FILE, How.READ);

    assertThat(keys(inputs("/**"))).containsExactly("undeclared-input object:4");
  }

  @Test
  void escapesControlCharactersOfNames() {
    run.with("/job/a\u001b[2Jb", Role.INPUT, ObjectKind.FILE, How.READ);
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    CheckReport.text(check(inputs("src/*", LEVEL)), 0, out);

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("a\\u{1b}[2Jb")
        .doesNotContain("\u001b");
  }

  @Test
  void takesAsterisksOfTheDirectoryAndOfDepfilesLiterally() {
    CheckedRun odd =
        new CheckedRun()
            .program("/bin/cc", -1, "/a*b")
            .file("/a*b/x.c", Role.INPUT)
            .file("/a-b/x.c", Role.INPUT)
            .file("/a*b/*.h", Role.INPUT)
            .file("/a*b/z.h", Role.INPUT);
    Declarations declared = inputs("*.c").with(DepFile.parse("x.d", "x.o: *.h sub/../gone.h\n"));

    CheckResult result = RunCheck.check(odd.run(), declared, Baseline.EMPTY, false, false);

    assertThat(result.findings())
        .extracting(Finding::name)
        .contains("/a-b/x.c", "/a*b/z.h")
        .doesNotContain("/a*b/x.c", "/a*b/*.h");
  }
}
