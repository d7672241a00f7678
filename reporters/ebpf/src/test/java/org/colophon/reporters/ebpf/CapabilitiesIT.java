// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.reporters.common.proc.ProcFiles;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces commands as a user other than root. */
class CapabilitiesIT {
  @TempDir private Path parent;
  private OtherUser user;

  @BeforeAll
  static void requireKernelEvents() {
    KernelEvents.assume();
  }

  @BeforeEach
  void makeUser() throws Exception {
    user = OtherUser.in(parent);
    Files.writeString(user.directory.resolve("a"), "a\n");
  }

  private OtherUser.Outcome trace(String capabilities) throws Exception {
    List<String> arguments =
        List.of(
            "/nowhere",
            user.directory + "/b",
            user.directory + "/",
            "sh",
            "-c",
            "cat a > b; exit 3");
    return OtherUser.finish(user.java(capabilities, TraceMain.class, arguments));
  }

  @Test
  void tracesWithTwoCapabilitiesAsAnotherUser() throws Exception {
    OtherUser.Outcome outcome = trace("+bpf,+perfmon");
    assertThat(outcome.out()).contains("[ebpf] [a] gaps 0");
    assertThat(outcome.status()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"+bpf", "+perfmon", "+net_admin"})
  void reportsMissingCapabilitiesBeforeAnythingIsBuilt(String capabilities) throws Exception {
    assertThat(trace(capabilities).out()).contains("with CAP_BPF and CAP_PERFMON");
    assertThat(user.directory.resolve("cache")).doesNotExist();
  }

  @Test
  void loadsNothingBeforeReporterRuns() {
    new EbpfReporterFactory().create(Map.of("host", "true"));
    EbpfReporter.command(List.of("true"), EbpfOptions.DEFAULT);
    assertThat(ProcFiles.descriptors("self"))
        .extracting(fd -> ProcFiles.link("self", "fd/" + fd).toString())
        .isNotEmpty()
        .noneMatch(target -> target.startsWith("anon_inode:bpf"));
  }
}
