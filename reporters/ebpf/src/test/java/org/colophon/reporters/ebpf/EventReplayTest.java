// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.ebpf.kernel.Head;
import org.colophon.reporters.replay.Replay;
import org.colophon.reporters.replay.call.ReplaySettings;
import org.colophon.reporters.replay.content.WantedVariables;
import org.colophon.reporters.replay.state.HostProbe;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests records of programs, also if Linux has lost some of them. */
class EventReplayTest {
  private static final int TID = 7;
  private static final String NOTHING = "{\"variables\":{},\"isIncomplete\":true}";

  private final FlowSink sink = new FlowSink();
  private EventReplay events;

  @BeforeEach
  void recordAllVariables() {
    ReplaySettings settings =
        new ReplaySettings("host", "boot", "x", Bytes.EMPTY, true, 1, HostProbe.NONE);
    Replay replay = new Replay(sink, settings);
    replay.setVariables(WantedVariables.of(List.of("*")));
    events = new EventReplay(replay);
  }

  private void record(int kind, int lost, long result, long environmentBytes, String data) {
    byte[] bytes = data.getBytes(US_ASCII);
    ByteBuffer memory =
        ByteBuffer.allocateDirect(Head.BYTES + bytes.length).order(ByteOrder.nativeOrder());
    memory.putInt(Head.KIND, kind);
    memory.putInt(Head.TID, TID);
    memory.putInt(Head.LOST, lost);
    memory.putLong(Head.RESULT, result);
    memory.putLong(Head.ARGUMENTS + 8 * Head.ENVIRONMENT_BYTES, environmentBytes);
    memory.putInt(kind == Head.EXECUTED ? Head.SECOND : Head.FIRST, bytes.length);
    memory.put(Head.BYTES, bytes, 0, bytes.length);
    events.record(memory, 0, Head.BYTES + bytes.length);
  }

  private void part(int number, int lost, String data) {
    record(Head.ENVIRONMENT, lost, number, 0, data);
  }

  private void executed(int lost, long environmentBytes) {
    record(Head.EXECUTED, lost, TID, environmentBytes, "/bin/x\0");
  }

  @Test
  void joinsPartsOfEnvironment() {
    part(0, 0, "A=1\0B=");
    part(1, 0, "2\0");
    executed(0, 8);
    assertThat(sink.environments).containsExactly("{\"variables\":{\"A\":\"1\",\"B\":\"2\"}}");
  }

  @Test
  void marksEnvironmentIncompleteIfPartIsLost() {
    part(0, 0, "A=1\0B=");
    executed(1, 8);
    assertThat(sink.environments).containsExactly(NOTHING);
  }

  @Test
  void forgetsPartsOfProgramWhoseRecordIsLost() {
    part(0, 0, "OLD=1\0");
    part(0, 1, "A=1\0");
    executed(0, 4);
    part(0, 0, "OLD=1\0");
    executed(2, 4);
    assertThat(sink.environments).containsExactly("{\"variables\":{\"A\":\"1\"}}", NOTHING);
  }

  @Test
  void separatesProgramsOfReusedThreadId() {
    part(0, 0, "OLD=1\0");
    part(0, 0, "A=1\0");
    executed(0, 4);
    assertThat(sink.environments).containsExactly("{\"variables\":{\"A\":\"1\"}}");
  }

  private void startThread(int id) {
    ByteBuffer memory = ByteBuffer.allocateDirect(Head.BYTES).order(ByteOrder.nativeOrder());
    memory.putInt(Head.KIND, Head.FORKED).putInt(Head.TID, TID).putInt(Head.NUMBER, 56);
    memory.putLong(Head.ARGUMENTS, 0x10000).putLong(Head.RESULT, id);
    events.record(memory, 0, Head.BYTES);
  }

  @Test
  void replacesProgramWhenAnotherThreadExecutes() {
    executed(0, 0);
    startThread(8);
    part(0, 0, "A=1\0");
    record(Head.EXECUTED, 0, 8, 4, "/bin/y\0");
    record(Head.EXITED, 0, 0, 0, "");
    assertThat(sink.environments)
        .containsExactly("{\"variables\":{}}", "{\"variables\":{\"A\":\"1\"}}");
    assertThat(sink.exits).isEqualTo(2);
    assertThat(sink.refused).isEmpty();
    assertThat(sink.gaps).isEmpty();
  }
}
