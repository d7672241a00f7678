// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TpccRandomTest {
  private static final int DRAWS = 100_000;

  private final TpccSettings settings =
      new TpccSettings("jdbc:x", 3, 50, 200, 20, 0, Duration.ZERO, Duration.ZERO, 1);
  private final TpccRandom random = new TpccRandom(settings, 0);

  @Test
  void selectsTransactionsWithTheSharesOfTheMix() {
    Map<Transactions.Kind, Integer> drawn = new HashMap<>();
    for (int i = 0; i < DRAWS; i++) {
      drawn.merge(Transactions.choose(random), 1, Integer::sum);
    }
    assertThat(drawn.get(Transactions.Kind.NEW_ORDER)).isBetween(44_000, 46_000);
    assertThat(drawn.get(Transactions.Kind.PAYMENT)).isBetween(42_000, 44_000);
    assertThat(Transactions.OTHERS)
        .allSatisfy(kind -> assertThat(drawn.get(kind)).isBetween(3_500, 4_500));
  }

  @Test
  void selectsOnlyExistingRowsWhenTablesAreSmall() {
    Set<Integer> customers = new HashSet<>();
    Set<Integer> items = new HashSet<>();
    for (int i = 0; i < DRAWS; i++) {
      customers.add(random.customer());
      items.add(random.item());
    }
    assertThat(customers).hasSize(50).allMatch(id -> id >= 1 && id <= 50);
    assertThat(items).hasSize(200).allMatch(id -> id >= 1 && id <= 200);
  }

  @Test
  void findsACustomerByLastName() {
    Set<String> names = new HashSet<>();
    for (int customer = 1; customer <= 50; customer++) {
      names.add(random.lastNameOf(customer));
    }
    for (int i = 0; i < 1_000; i++) {
      assertThat(names).contains(random.someLastName());
    }
  }

  @Test
  void returnsTheSameValuesForTheSameSeed() {
    TpccRandom again = new TpccRandom(settings, 0);
    for (int i = 0; i < 100; i++) {
      assertThat(again.letters(5)).isEqualTo(random.letters(5));
    }
  }
}
