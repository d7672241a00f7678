// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.inside;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.cli.command.KernelEvents;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.bytes.ByteLineage;
import org.colophon.query.bytes.ByteOrigin;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that system calls, functions and bytes of the same run have the same processes and files.
 */
@Timeout(300)
class InsideOneGraphIT {
  @TempDir private Path temporary;

  @ParameterizedTest
  @ValueSource(strings = {"strace", "ebpf"})
  void joinsCallsFunctionsAndBytesOfOneRun(String tracer) throws Exception {
    KernelEvents.assumeFor(tracer, temporary);
    try (InsideGraph graph = new InsideGraph(temporary)) {
      Path in = Files.writeString(graph.directory.resolve("in"), "some text");
      Path out = graph.directory.resolve("out");
      Path last = graph.directory.resolve("last");
      Path program = graph.compile("calls.c");
      String script =
          program + " files " + in + " " + out + " /dev/null; cut -d' ' -f2 " + out + " > " + last;

      assertThat(graph.trace(tracer, InsideGraph.ALL, true, "sh", "-c", script)).isZero();

      LineageReader reader = graph.reader();
      ProcessInfo copy = graph.call("copy");
      assertThat(graph.objects(copy, AccessMode.WRITE)).containsExactly("out");
      ProcessInfo run = graph.caller(graph.caller(copy));
      assertThat(run.declaration().executable().toString()).isEqualTo(program.toString());
      assertThat(graph.objects(run, AccessMode.WRITE)).doesNotContain("out");
      ByteOrigin origin =
          new ByteLineage(reader, 100).origins(graph.object(last), 0, 4, Lsn.LATEST).get(0);
      assertThat(origin.how()).isEqualTo(ByteMap.Origin.COPIED);
      assertThat(origin.inputs())
          .singleElement()
          .matches(part -> part.object() == graph.object(in) && part.offset() == 5);
      assertOneOfEach(reader);
    }
  }

  /**
   * Asserts that a pid has exactly one process for each of its programs, and a path exactly one
   * object.
   */
  private static void assertOneOfEach(LineageReader reader) {
    Map<String, Long> programs = new HashMap<>();
    for (long id = 1; id <= reader.lastProcess(); id++) {
      ProcessInfo process = reader.process(id);
      if (process != null && !process.declaration().identity().isEmpty()) {
        String key = process.declaration().identity().toString();
        assertThat(programs.put(key, id)).as("other process recorded for " + key).isNull();
      }
    }
    Map<String, Long> files = new HashMap<>();
    for (long id = 1; id <= reader.lastObject(); id++) {
      long object = id;
      List<String> names =
          reader.namesOf(id).stream()
              .filter(name -> name.toLsn() == Lsn.OPEN)
              .map(name -> name.path().toString())
              .toList();
      names.forEach(name -> assertThat(files.put(name, object)).as(name).isNull());
    }
  }
}
