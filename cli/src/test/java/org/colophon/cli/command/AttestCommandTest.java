// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.codec.digest.DigestUtils;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.core.host.StoreHost;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.spi.reporter.OperationSink;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests statements about runs that are incomplete, still going, or of another host. */
final class AttestCommandTest {
  @TempDir private Path directory;

  private CommandTester tester;
  private Path output;

  @BeforeEach
  void prepare() throws IOException {
    tester = new CommandTester(directory);
    output = Files.writeString(directory.resolve("output"), "hello");
  }

  private long write(OperationSink sink) {
    long process = sink.process(ProcessDeclaration.of(7, Bytes.of("/bin/make"), 1), 1);
    long file = sink.objectAt(Bytes.of(output.toString()), ObjectKind.FILE, 1);
    sink.access(OperationKind.WRITE, Phase.WHOLE, process, file, 5, 1);
    String sha256 = DigestUtils.sha256Hex("hello");
    sink.extend(0, file, FileDigest.TYPE, new FileDigest(sha256, "2".repeat(40), 5).bytes(), 1);
    return process;
  }

  @Test
  void statesGapsAndExitsWithPartIfCaptureIsIncomplete() {
    tester.record(
        sink -> {
          long process = write(sink);
          sink.gap(process, GapCause.EVENTS_LOST, 3, 2);
          sink.exit(process, 0, 3);
        });

    Outcome written = tester.run("attest");

    assertThat(written.exitCode()).as(written.err()).isEqualTo(ExitCode.PARTIAL);
    assertThat(written.out()).contains("\"complete\" : false", "\"gaps\" : [ \"", "lost");
  }

  @Test
  void refusesRunThatGoesOn() {
    tester.record(this::write);

    Outcome refused = tester.run("attest", "-o", "out.json");

    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains("the run has not ended");
    assertThat(directory.resolve("out.json")).doesNotExist();
  }

  @Test
  void acceptsRunOfAnotherHostOnlyAsRecordedAndWithoutPackages() {
    tester.record(sink -> sink.exit(write(sink), 0, 2));
    new StoreHost("0123456789abcdef0123456789abcdef", "elsewhere").write(tester.store);

    Outcome refused = tester.run("attest");

    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains("the run was recorded on elsewhere (0123", "--as-recorded");
    Outcome accepted = tester.run("attest", "--as-recorded");
    assertThat(accepted.exitCode()).as(accepted.err()).isZero();
    assertThat(accepted.out()).contains("asRecorded").doesNotContain("gitCommit", "pkg:deb");
  }

  @Test
  void findsOtherDocumentsByNameAndSignsStatementsOnly() {
    tester.record(sink -> sink.exit(write(sink), 0, 2));

    assertThat(tester.run("attest", "--type", "fake-document").out()).isEqualTo("1");
    Outcome refused = tester.run("attest", "--type", "fake-document", "--key", "key.pem");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains("--key signs in-toto statements only");
  }

  @Test
  void refusesKeyThatCannotSignBeforeItAsksTheStore() throws IOException {
    Files.writeString(directory.resolve("key.pem"), "-----BEGIN PUBLIC KEY-----\n");

    Outcome refused = tester.run("attest", "--key", "key.pem");

    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains("key.pem has no unencrypted PRIVATE KEY in PKCS #8");
  }
}
