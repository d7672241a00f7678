// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.config.Launcher;
import org.colophon.cli.output.Console;
import org.colophon.service.Service;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class StatusWatchTest {
  @TempDir private Path directory;

  /** Simulates {@code status --watch | head -1}. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void exitsWithZeroWhenTheOutputIsClosed(boolean isTerminal) {
    Path store = directory.resolve("store");
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(new Closed(), err, isTerminal, false, Map.of("HOME", directory.toString()));
    ByteArrayInputStream in = new ByteArrayInputStream(new byte[0]);
    Service service = Service.start(ServiceConfig.of(store));
    try {
      int exitCode =
          Colophon.run(
              new Invocation(console, directory, in, false, Launcher.NONE),
              "status",
              "--watch",
              "--store",
              store.toString());
      assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
      assertThat(exitCode).isEqualTo(ExitCode.FOUND);
    } finally {
      service.stop();
    }
  }

  /** A pipe whose reader has closed it. */
  private static final class Closed extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      throw new IOException("broken pipe");
    }
  }
}
