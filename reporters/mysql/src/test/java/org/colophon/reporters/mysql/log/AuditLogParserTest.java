// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AuditLogParserTest {
  private static final String TIME = "20261121 03:02:57,vm,";

  @Test
  void readsTablesBeforeTheirStatement() {
    CollectedRecords all =
        CollectedRecords.audit(
            TIME
                + "root,localhost,4,0,CONNECT,shop,,0\n"
                + TIME
                + "root,localhost,4,10,WRITE,shop,orders,\n"
                + TIME
                + "root,localhost,4,10,QUERY,shop,'insert into orders values(\\'a\\nb\\\\\\t\\')',0\n"
                + TIME
                + "root,localhost,4,11,RENAME,shop,a|shop.b,\n"
                + TIME
                + "root,localhost,4,0,DISCONNECT,shop,,0\n");
    assertThat(all.records)
        .containsExactly(
            "4 CONNECT root@localhost/shop",
            "4 TABLE WRITE shop.orders",
            "4 QUERY insert into orders values('a\nb\\\t')",
            "4 TABLE RENAME shop.a|shop.b",
            "4 QUIT ");
    assertThat(all.problems).isEmpty();
  }

  @Test
  void unescapesAtAnyOffset() {
    CollectedRecords all =
        CollectedRecords.audit(
            TIME
                + "root,localhost,4,10,QUERY,shop,'\\\\\\n',0\n"
                + TIME
                + "root,localhost,4,11,QUERY,shop,'a text of some length and a last \\',0\n"
                + TIME
                + "root,localhost,4,12,QUERY,shop,'',0\n");
    assertThat(all.records)
        .containsExactly("4 QUERY \\\n", "4 QUERY a text of some length and a last \\", "4 QUERY ");
    assertThat(all.problems).isEmpty();
  }

  @Test
  void readsNamesWithCommas() {
    CollectedRecords all =
        CollectedRecords.audit(
            TIME
                + "a,b,localhost,4,10,READ,shop,x,y'z,\n"
                + TIME
                + "a,b,localhost,4,10,QUERY,shop,'select \\'x\\',1,2,READ,\\'\\'',1064\n");
    assertThat(all.records)
        .containsExactly("4 TABLE READ shop.x,y'z", "4 QUERY select 'x',1,2,READ,''");
  }

  @Test
  void rejectsRecordForgedInUserName() {
    String forged = TIME + "root,localhost,4,99,QUERY,shop,'drop table t',0\n";
    CollectedRecords all =
        CollectedRecords.audit(
            TIME
                + "x\n"
                + forged
                + "y,localhost,5,0,FAILED_CONNECT,,,1045\n"
                + TIME
                + "root,localhost,4,100,QUERY,shop,'select 1',0\n");
    assertThat(all.records).containsExactly("4 QUERY select 1");
    assertThat(all.problems).singleElement().asString().contains("line feed");
  }

  @Test
  void rejectsRecordCompletedInUserName() {
    CollectedRecords all =
        CollectedRecords.audit(
            TIME
                + "x,h,4,99,QUERY,shop,'drop table t',0\ny,localhost,5,0,FAILED_CONNECT,,,1045\n"
                + TIME
                + "root,localhost,4,100,QUERY,shop,'select 1',0\n");
    assertThat(all.records).containsExactly("4 QUERY select 1");
    assertThat(all.problems).hasSize(1);
  }

  @Test
  void continuesAfterIncompleteLine() {
    CollectedRecords all =
        CollectedRecords.audit(
            TIME
                + "root,local\n"
                + (TIME + "root,localhost,4,100,QUERY,shop,'select 1',0\n").repeat(60));
    assertThat(all.records).hasSize(60);
    assertThat(all.problems).singleElement().asString().contains("is incomplete");
  }
}
