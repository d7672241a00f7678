// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.records;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.storage.common.TimeSegments;
import org.colophon.storage.neo4j.database.StoreState;
import org.colophon.storage.neo4j.names.NameStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GraphClockTest {
  private static final long MILLI = 1_000_000L;
  private static final long HELD_LSN = 1000;

  private static NameStore store;

  private GraphClock clock;

  @BeforeAll
  static void openStore() {
    store = new NameStore();
    store.database().committed(new StoreState(HELD_LSN, 0, 0, 0, 0, 0, 0, 0));
  }

  @AfterAll
  static void closeStore() {
    store.close();
  }

  @BeforeEach
  void clearStore() {
    store.clear();
    clock = new GraphClock(store.database());
  }

  /** Writes times, given as pairs of LSN and milliseconds, in one transaction. */
  private void write(long... moments) {
    TimeSegments times = new TimeSegments();
    for (int i = 0; i < moments.length; i += 2) {
      times.add(moments[i], moments[i + 1]);
    }
    store.write(transaction -> GraphClock.write(transaction, times));
  }

  private long lsnAt(long millis) {
    return store.read(transaction -> clock.lsnAt(transaction, millis * MILLI));
  }

  private long millisAt(long lsn) {
    return store.read(transaction -> clock.timeAt(transaction, lsn)) / MILLI;
  }

  @Test
  void findsNothingBeforeTheFirstInstant() {
    write();
    assertThat(lsnAt(Long.MAX_VALUE / MILLI)).isZero();
    write(5, 100);
    assertThat(lsnAt(99)).isZero();
    assertThat(millisAt(4)).isZero();
    assertThat(lsnAt(100)).isEqualTo(5);
  }

  @Test
  void findsInstantsAcrossTransactions() {
    write(1, 10, 2, 10, 3, 12);
    write(7, 12, 8, 20);
    assertThat(lsnAt(10)).isEqualTo(2);
    assertThat(lsnAt(11)).isEqualTo(2);
    assertThat(lsnAt(12)).isEqualTo(7);
    assertThat(lsnAt(99)).isEqualTo(8);
    assertThat(millisAt(2)).isEqualTo(10);
    assertThat(millisAt(5)).isEqualTo(12);
    assertThat(millisAt(HELD_LSN)).isEqualTo(20);
    assertThat(millisAt(HELD_LSN + 1)).isZero();
  }

  @Test
  void findsTheLastLsnWhenTheClockGoesBack() {
    write(1, 50, 2, 60);
    write(3, 20, 4, 55);
    write(5, 90, 6, 30, 7, 95);
    assertThat(lsnAt(20)).isEqualTo(3);
    assertThat(lsnAt(30)).isEqualTo(6);
    assertThat(lsnAt(94)).isEqualTo(6);
    assertThat(lsnAt(95)).isEqualTo(7);
    assertThat(millisAt(3)).isEqualTo(20);
    assertThat(millisAt(6)).isEqualTo(30);
  }

  @Test
  void keepsTimesBefore1970AndThousandsOfSegments() {
    long[] moments = new long[20_000];
    for (int i = 0; i < moments.length / 2; i++) {
      moments[2 * i] = 1 + i / 100;
      moments[2 * i + 1] = i - 5_000L;
    }
    write(moments);
    assertThat(lsnAt(-5_000)).isEqualTo(1);
    assertThat(millisAt(1)).isEqualTo(-4_901);
    assertThat(lsnAt(4_999)).isEqualTo(100);
  }
}
