// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.inside;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.cli.command.CommandTester;
import org.colophon.cli.command.CommandTester.Outcome;

/** Traces the bytes of shell commands, and returns the origins of each byte of a file. */
final class ByteTrace {
  private final Path directory;
  private final CommandTester tester;

  ByteTrace(Path directory) {
    this.directory = directory;
    this.tester = new CommandTester(directory);
  }

  CommandTester tester() {
    return tester;
  }

  Path write(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }

  String read(String name) throws IOException {
    return Files.readString(directory.resolve(name));
  }

  /** Runs a shell command in the directory. */
  void run(String lookups, String command) {
    List<String> words = new ArrayList<>(List.of("trace", "--bytes", "--lookups", lookups));
    words.addAll(List.of("--", "sh", "-c", "cd " + directory + " && " + command));
    Outcome outcome = tester.run(words.toArray(String[]::new));
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).as(command).isZero();
  }

  /** Returns the origins of each byte, each as {@code NAME OFFSET}. */
  List<Set<String>> origins(String name) throws IOException {
    Outcome outcome = tester.run("lineage", name, "--bytes", "--json");
    List<Set<String>> origins = new ArrayList<>();
    long size = Files.size(directory.resolve(name));
    for (long i = 0; i < size; i++) {
      origins.add(new TreeSet<>());
    }
    for (JsonNode each : new ObjectMapper().readTree(outcome.out()).get("origins")) {
      int from = each.get("from").intValue();
      for (int i = from; i < Math.min(size, each.get("to").intValue()); i++) {
        for (JsonNode input : each.get("inputs")) {
          addInput(
              input, each.get("how").textValue().equals("copied") ? i - from : -1, origins.get(i));
        }
      }
    }
    return origins;
  }

  private static void addInput(JsonNode input, int index, Set<String> origins) {
    long first = input.get("from").longValue();
    long from = index < 0 ? first : first + index;
    long to = index < 0 ? input.get("to").longValue() : from + 1;
    for (long at = from; at < to; at++) {
      origins.add(input.get("name").textValue() + " " + at);
    }
  }
}
