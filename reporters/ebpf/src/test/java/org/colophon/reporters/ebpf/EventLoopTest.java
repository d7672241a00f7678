// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.ebpf.kernel.EventSource;
import org.colophon.reporters.ebpf.kernel.TracedProcesses;
import org.colophon.reporters.replay.Replay;
import org.colophon.reporters.replay.call.ReplaySettings;
import org.colophon.reporters.replay.state.HostProbe;
import org.junit.jupiter.api.Test;

class EventLoopTest {
  /** Source without records. Counts the polls. */
  private static class QuietSource implements EventSource {
    int drains;
    boolean isAttached = true;

    @Override
    public String tool() {
      return "ebpf";
    }

    @Override
    public void trace(TracedProcesses traced) {
      // there is nothing to trace
    }

    @Override
    public int drain(RecordHandler handler) {
      drains++;
      return 0;
    }

    @Override
    public void detach() {
      isAttached = false;
    }

    @Override
    public long living() {
      return 1;
    }

    @Override
    public long emitted() {
      return 0;
    }

    @Override
    public long consumed() {
      return 0;
    }

    @Override
    public long lost() {
      return 0;
    }

    @Override
    public void close() {
      // there is nothing to free
    }
  }

  private static final ReplaySettings SETTINGS =
      new ReplaySettings("host", "boot", "host", Bytes.EMPTY, false, 1, HostProbe.NONE);

  @Test
  void pollsQuietHostAtMostEveryFiftyMilliseconds() {
    QuietSource source = new QuietSource();
    Replay replay = new Replay(new FlowSink(), SETTINGS);
    int warmUp = 10;
    int looks = 20;
    long[] begin = {0};
    EventLoop.ofHost()
        .run(
            source,
            replay,
            () -> {},
            () -> {
              begin[0] = source.drains == warmUp ? System.nanoTime() : begin[0];
              return source.drains >= warmUp + looks;
            });
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin[0]);
    assertThat(millis).isGreaterThanOrEqualTo(looks * 45L);
  }

  @Test
  void stopsOnHostThatIsNeverQuiet() {
    EventLoop loop = EventLoop.ofHost();
    QuietSource source =
        new QuietSource() {
          @Override
          public int drain(RecordHandler handler) {
            drains++;
            if (drains == 10) {
              loop.stop();
            }
            return isAttached || drains < 20 ? 1 : 0;
          }
        };
    loop.run(source, new Replay(new FlowSink(), SETTINGS), () -> {}, () -> true);
    assertThat(source.isAttached).isFalse();
    assertThat(source.drains).isEqualTo(20);
  }
}
