// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests lineage that crosses between files and tables. It is recorded from a database's log and
 * from traced commands.
 */
class MysqlIT {
  @TempDir private Path directory;
  private CommandTester tester;

  @BeforeEach
  void begin() {
    tester = new CommandTester(directory);
  }

  private String at(String name) {
    return directory.resolve(name).toString();
  }

  private String log() throws IOException {
    String log =
        """
        20261121 03:02:57,host,ann,localhost,4,0,CONNECT,shop,,0
        20261121 03:02:57,host,ann,localhost,4,1,WRITE,shop,raw,
        20261121 03:02:57,host,ann,localhost,4,1,QUERY,shop,'load data infile \\'IN\\' into table raw',0
        20261121 03:02:57,host,ann,localhost,4,2,QUERY,shop,'begin',0
        20261121 03:02:57,host,ann,localhost,4,3,WRITE,shop,orders,
        20261121 03:02:57,host,ann,localhost,4,3,READ,shop,raw,
        20261121 03:02:57,host,ann,localhost,4,3,QUERY,shop,'insert into orders select * from raw',0
        20261121 03:02:57,host,ann,localhost,4,4,QUERY,shop,'commit',0
        20261121 03:02:57,host,ann,localhost,4,5,READ,shop,orders,
        20261121 03:02:57,host,ann,localhost,4,5,QUERY,shop,'select * from orders into outfile \\'OUT\\'',0
        20261121 03:02:57,host,ann,localhost,4,0,DISCONNECT,shop,,0
        """
            .replace("IN", at("in.csv"))
            .replace("OUT", at("out.csv"));
    Files.writeString(directory.resolve("audit.log"), log);
    return at("audit.log");
  }

  @Test
  void crossesFilesAndTablesWhenBothWereRecorded() throws IOException {
    Files.writeString(directory.resolve("source.txt"), "1\n");
    String copy = "sort " + at("source.txt") + " > " + at("in.csv");
    assertThat(tester.run("trace", "--", "sh", "-c", copy).exitCode()).isZero();
    assertThat(tester.run("import", "mysql", "from=" + log()).exitCode()).isZero();
    Files.writeString(directory.resolve("out.csv"), "1\n");
    String report = "tr 1 2 < " + at("out.csv") + " > " + at("report.csv");
    assertThat(tester.run("trace", "--", "sh", "-c", report).exitCode()).isZero();

    assertThat(tester.run("lineage", "shop.orders").out())
        .contains("INSERT INTO orders", "shop/raw", "in.csv", "source.txt");
    assertThat(tester.run("lineage", "report.csv", "--depth", "8", "--data-only").out())
        .contains("out.csv", "shop/orders", "shop/raw", "source.txt");
    assertThat(tester.run("lineage", "source.txt", "--descendants", "--depth", "8").out())
        .contains("shop/orders", "report.csv");
  }

  @Test
  void recordsNothingTwiceWhenLogIsImportedTwice() throws IOException {
    String log = log();
    assertThat(tester.run("import", "mysql", "from=" + log).exitCode()).isZero();
    String once = tester.run("lineage", "shop.orders", "--format", "table").out();
    assertThat(tester.run("import", "mysql", "from=" + log).exitCode()).isEqualTo(1);
    assertThat(tester.run("lineage", "shop.orders", "--format", "table").out()).isEqualTo(once);
  }
}
