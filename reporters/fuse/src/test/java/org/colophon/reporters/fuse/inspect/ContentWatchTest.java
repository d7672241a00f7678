// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.inspect.FindingOutput;
import org.colophon.core.inspect.Inspection;
import org.colophon.core.inspect.InspectionConfig;
import org.colophon.core.inspect.choice.InspectorSpec;
import org.colophon.core.inspect.watch.PreImageConfig;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Finding;
import org.colophon.inspectors.text.TextInspectorFactory;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.NodeTable;
import org.colophon.reporters.fuse.mirror.TestNodes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests files without a watch in a directory that is renamed. */
class ContentWatchTest {
  @TempDir Path directory;
  private final Os os = Os.load();
  private final NodeTable table = TestNodes.table(os);
  private final List<Node> told = new ArrayList<>();
  private ContentWatch contents;
  private Node root;
  private Node below;

  @BeforeEach
  void open() throws IOException {
    contents =
        new ContentWatch(
            Bytes.of("/mount"),
            table,
            InspectionConfig.of(
                List.of(InspectorSpec.of(new TextInspectorFactory())),
                directory.resolve("scratch")),
            PreImageConfig.in(directory.resolve("before")),
            (from, to) -> false,
            Nothing::new);
    root = TestNodes.register(os, table, directory, null);
    below = TestNodes.register(os, table, Files.createDirectory(directory.resolve("d")), root);
  }

  @AfterEach
  void close() {
    contents.close();
  }

  private static final class Nothing implements FindingOutput {
    @Override
    public void found(Inspection inspection, Finding finding) {}

    @Override
    public void flush() {}
  }

  private Node file(String name) throws IOException {
    return TestNodes.register(
        os, table, Files.writeString(directory.resolve("d/" + name), ""), below);
  }

  private Node untold(String name) throws IOException {
    Node node = file(name);
    contents.created(node, false, false);
    assertThat(contents.isUntracked(node)).isTrue();
    return node;
  }

  @Test
  void offersOnlyFilesCreatedInMountIfDirectoryMoves() throws IOException {
    Node wasThere = file("there.bin");
    assertThat(contents.of(wasThere)).isNull();
    assertThat(wasThere.watch).isNotNull();
    Node made = untold("made.bin");

    contents.forUntrackedBelow(below, told::add);

    assertThat(told).containsExactly(made);
    assertThat(wasThere.watch).as("watch is decided again for the new name").isNull();
  }

  @Test
  void offersRemainingFilesIfActionFails() throws IOException {
    Node first = untold("1.bin");
    Node second = untold("2.bin");
    Node third = untold("3.bin");

    assertThatThrownBy(
            () ->
                contents.forUntrackedBelow(
                    below,
                    node -> {
                      told.add(node);
                      if (node != third) {
                        throw new IllegalStateException("node " + told.size());
                      }
                    }))
        .hasMessage("node 1");

    assertThat(told).containsExactly(first, second, third);
    told.forEach(node -> TestNodes.forget(table, node));
    assertThat(table.size()).as("nodes that remain after the action failed").isEqualTo(2);
  }

  @Test
  void keepsNodesDuringAction() throws IOException {
    Node node = untold("1.bin");
    contents.forUntrackedBelow(
        below,
        each -> {
          TestNodes.forget(table, each);
          told.add(table.get(each.id()));
        });
    assertThat(told).containsExactly(node);
    assertThat(table.get(node.id())).isNull();
  }
}
