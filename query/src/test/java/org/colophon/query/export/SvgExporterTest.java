package org.colophon.query.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.format.ExportOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SvgExporterTest {
  @TempDir Path directory;

  @Test
  void namesInstallCommandWhenGraphvizIsMissing() {
    assertFails("/nonexistent/dot", ErrorCode.TOOL_MISSING, "apt-get install graphviz");
  }

  @Test
  void failsWhenGraphvizExceedsTimeout() throws Exception {
    assertFails(script("exec sleep 60"), ErrorCode.LIMIT_REACHED, "--depth");
  }

  @Test
  void reportsFirstErrorLineOfFailedGraphviz() throws Exception {
    assertFails(script("echo out of ink >&2; exit 3"), ErrorCode.IO_FAILED, "out of ink");
  }

  private String script(String body) throws Exception {
    Path file = directory.resolve("dot");
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file.toString();
  }

  private static void assertFails(String command, ErrorCode code, String hint) {
    SvgExporter exporter = new SvgExporter(command, 500);
    OutputStream out = new ByteArrayOutputStream();
    assertThatThrownBy(() -> exporter.write(HostileHistory.lineage(), ExportOptions.plain(), out))
        .isInstanceOfSatisfying(ColophonException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(hint);
  }
}
