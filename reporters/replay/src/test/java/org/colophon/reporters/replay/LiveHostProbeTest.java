// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.spi.reporter.ReporterCoordination;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveHostProbeTest {
  @TempDir Path directory;

  private final LiveHostProbe probe =
      new LiveHostProbe("self", false, new ReporterCoordination(), false);

  @Test
  void readsInterpreterAgainIfProgramHasChanged() throws IOException {
    Path program = directory.resolve("program");
    Bytes path = PathBytes.of(program);
    assertThat(probe.interpreter(path)).isNull();
    Files.writeString(program, "#!/bin/sh\n");
    assertThat(probe.interpreter(path)).isEqualTo(probe.interpreter(path)).hasToString("/bin/sh");
    Files.writeString(program, "#!/bin/bash -e\n");
    assertThat(probe.interpreter(path)).hasToString("/bin/bash");
    Files.writeString(program, "binary");
    assertThat(probe.interpreter(path)).isEqualTo(Bytes.EMPTY);
    Files.delete(program);
    assertThat(probe.interpreter(path)).isNull();
  }
}
