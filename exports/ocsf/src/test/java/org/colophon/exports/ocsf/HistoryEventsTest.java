// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.ocsf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.OperationKind;
import org.colophon.query.touched.Run;
import org.junit.jupiter.api.Test;

final class HistoryEventsTest {
  private final SampleHistory sample = new SampleHistory();

  private static String summary(JsonNode event) {
    return event.path("class_uid").asText() + " " + event.path("activity_name").asText();
  }

  private static JsonNode first(List<ObjectNode> events, String summary) {
    return events.stream().filter(each -> summary(each).equals(summary)).findFirst().orElseThrow();
  }

  @Test
  void passesTheSchemaThatRefusesMutations() throws Exception {
    List<ObjectNode> events = sample.events();
    List<ObjectNode> all = new ArrayList<>(events);
    for (ObjectNode each : events) {
      ObjectNode noTime = each.deepCopy();
      noTime.remove("time");
      ObjectNode unknown = each.deepCopy();
      ((ObjectNode) unknown.path("metadata")).put("colour", "red");
      all.addAll(List.of(noTime, unknown, each.deepCopy().put("type_uid", 1)));
    }

    List<String> findings = Validators.python("ocsf", all);

    assertThat(findings).hasSize(4 * events.size());
    assertThat(findings.subList(0, events.size())).containsOnly("ok");
    assertThat(findings.subList(events.size(), findings.size()))
        .allMatch(each -> each.startsWith("invalid"));
  }

  @Test
  void givesAnEventForEachFactInOrderOfLsns() throws IOException {
    List<ObjectNode> events = sample.events();

    assertThat(events)
        .extracting(HistoryEventsTest::summary)
        .containsExactly(
            "1007 Launch",
            "1007 Launch",
            "1001 Read",
            "1001 Create",
            "1001 Update",
            "1001 Set Attributes",
            "1001 Read",
            "4001 Traffic",
            "4001 Traffic",
            "1001 Rename",
            "1001 Delete",
            "1008 Gap",
            "1008 Gap",
            "1007 Terminate");
    assertThat(events).extracting(each -> each.at("/metadata/sequence").asLong()).isSorted();
    assertThat(events)
        .extracting(each -> each.at("/metadata/uid").asText())
        .doesNotHaveDuplicates();
    assertThat(sample.events()).isEqualTo(events);
  }

  @Test
  void describesActorFilesAndConnections() throws IOException {
    List<ObjectNode> events = sample.events();
    JsonNode launch = events.get(1);
    JsonNode rename = first(events, "1001 Rename");
    JsonNode sent = first(events, "4001 Traffic");

    assertThat(events.get(0).at("/actor/app_name").asText()).isEqualTo("Unknown");
    assertThat(launch.path("launch_type_id").asInt()).isEqualTo(3);
    assertThat(launch.at("/actor/process/pid").asInt()).isEqualTo(1);
    assertThat(launch.at("/process/user/uid").asText()).isEqualTo("7");
    assertThat(launch.at("/process/user/name").asText()).isEqualTo("ann");
    assertThat(launch.at("/process/cmd_line").asText()).startsWith("x ").doesNotContain("\u001b");
    assertThat(first(events, "1001 Create").at("/actor/process/pid").asInt()).isEqualTo(2);
    assertThat(rename.at("/file/path").asText()).startsWith("/w/").doesNotContain("\n");
    assertThat(rename.at("/file_result/path").asText()).isEqualTo("/w/b");
    assertThat(sent.at("/dst_endpoint/ip").asText()).isEqualTo("10.0.0.1");
    assertThat(sent.at("/src_endpoint/ip").asText()).isEqualTo("::1");
    assertThat(sent.at("/traffic/bytes_out").asInt()).isEqualTo(8);
    assertThat(first(events, "1008 Gap").at("/unmapped/lost").asInt()).isEqualTo(3);
    assertThat(first(events, "1008 Gap").path("status_detail").asText()).isEqualTo("EVENTS_LOST");
    assertThat(first(events, "1007 Terminate").path("exit_code").asInt()).isEqualTo(9);
  }

  @Test
  void selectsTheProcessesAndGapsOfARun() throws IOException {
    sample.grow(3, 2);
    EventScope scope = EventScope.of(sample.reader, List.of(Run.from(sample.reader, 3)));

    assertThat(sample.events(scope))
        .extracting(HistoryEventsTest::summary)
        .containsExactly("1007 Launch", "1001 Read", "1001 Read");
    assertThat(sample.events(EventScope.of(sample.reader, List.of(Run.from(sample.reader, 1)))))
        .hasSize(14);
  }

  @Test
  void repeatsNoEventAfterAnLsnButTheExtentOfAnAccess() throws IOException {
    sample.records().process(4, "/bin/d").open(OperationKind.READ, 4, 5, 10);
    sample.append();
    long begin = sample.reader.visibleLsn();
    List<ObjectNode> before = sample.events();
    sample.records().interval(AccessMode.READ, 4, 5, begin, begin + 1, 3, 30);
    sample.append();

    List<ObjectNode> after = sample.events(EventScope.all(begin, sample.reader.visibleLsn()));

    assertThat(after).hasSize(1);
    JsonNode extent = after.get(0);
    assertThat(summary(extent)).isEqualTo("1001 Read");
    assertThat(extent.path("count").asInt()).isEqualTo(3);
    assertThat(extent.at("/unmapped/bytes").asInt()).isEqualTo(30);
    assertThat(extent.at("/unmapped/first_sequence").asLong()).isEqualTo(begin);
    assertThat(Stream.concat(before.stream(), after.stream()).toList()).isEqualTo(sample.events());
  }
}
