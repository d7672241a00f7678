// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Tests the assignment of partitions to several readers, as in the rounds of a group. */
class StandbyAssignorTest {
  private static final String TOPIC = "frames";
  private static final int MOST_ROUNDS = 10;

  private final SortedMap<String, Set<Integer>> owned = new TreeMap<>();
  private final SortedMap<String, Roles> roles = new TreeMap<>();

  private static Cluster cluster(int partitions) {
    List<PartitionInfo> all =
        IntStream.range(0, partitions)
            .mapToObj(i -> new PartitionInfo(TOPIC, i, null, new Node[0], new Node[0]))
            .toList();
    return new Cluster("id", List.of(), all, Set.of(), Set.of());
  }

  private static List<TopicPartition> topicPartitions(Set<Integer> numbers) {
    return numbers.stream().map(each -> new TopicPartition(TOPIC, each)).toList();
  }

  private static StandbyAssignor assignor(int standbys) {
    StandbyAssignor assignor = new StandbyAssignor();
    assignor.configure(Map.of(Roles.SETTING, new Roles(standbys)));
    return assignor;
  }

  /** Assigns once, and checks what Kafka's client checks. Returns whether a partition moved. */
  private boolean assign(int partitions, int standbys) {
    Map<String, Subscription> members = new TreeMap<>();
    owned.forEach(
        (name, each) ->
            members.put(name, new Subscription(List.of(TOPIC), null, topicPartitions(each))));
    Map<String, Assignment> assigned =
        assignor(standbys)
            .assign(cluster(partitions), new GroupSubscription(members))
            .groupAssignment();
    assertThat(assigned.keySet()).isEqualTo(owned.keySet());
    Set<Integer> added = new HashSet<>();
    Set<Integer> revoked = new HashSet<>();
    assigned.forEach(
        (name, each) -> {
          Set<Integer> now = new TreeSet<>();
          each.partitions().forEach(partition -> now.add(partition.partition()));
          Set<Integer> before = owned.put(name, now);
          now.stream().filter(one -> !before.contains(one)).forEach(added::add);
          before.stream().filter(one -> !now.contains(one)).forEach(revoked::add);
          Roles taken = new Roles(standbys);
          taken.take(each.userData());
          roles.put(name, taken);
        });
    assertThat(Collections.disjoint(added, revoked)).as(added + " " + revoked).isTrue();
    return !revoked.isEmpty();
  }

  private void settle(int partitions, int standbys) {
    int rounds = 0;
    while (assign(partitions, standbys)) {
      assertThat(++rounds).isLessThan(MOST_ROUNDS);
    }
    int copies = Math.min(1 + standbys, owned.size());
    for (int i = 0; i < partitions; i++) {
      int partition = i;
      List<String> owners = new ArrayList<>(owned.keySet());
      owners.removeIf(name -> !owned.get(name).contains(partition));
      assertThat(owners).as("owners of " + i).hasSize(copies);
      owners.removeIf(name -> roles.get(name).isStandby(partition));
      assertThat(owners).as("active reader of " + i).hasSize(1);
    }
    int fair = (partitions * copies + owned.size() - 1) / owned.size();
    owned.forEach((name, each) -> assertThat(each).as(name).hasSizeLessThanOrEqualTo(fair + 1));
  }

  private void join(String name) {
    owned.put(name, new TreeSet<>());
  }

  @Test
  void soleMemberIsActiveForAllPartitions() {
    join("one");
    settle(12, 1);
    assertThat(owned.get("one")).hasSize(12);
    assertThat(IntStream.range(0, 12)).noneMatch(roles.get("one")::isStandby);
  }

  @Test
  void survivorHasCopiesOfAllPartitionsOfLostMember() {
    join("one");
    join("two");
    settle(12, 1);
    assertThat(IntStream.range(0, 12).filter(roles.get("two")::isStandby)).hasSize(6);
    Set<Integer> before = owned.get("two");
    owned.remove("one");
    settle(12, 1);
    assertThat(owned.get("two")).isEqualTo(before);
    assertThat(IntStream.range(0, 12)).noneMatch(roles.get("two")::isStandby);
    join("one");
    assertThat(assign(12, 1)).as("the return of a member takes no partition away").isFalse();
  }

  @Test
  void lostMembersPartitionsGoToThoseThatHaveTheirCopies() {
    for (String name : List.of("a", "b", "c", "d")) {
      join(name);
    }
    settle(24, 1);
    Set<Integer> lost = owned.remove("b");
    assign(24, 1);
    for (int partition : lost) {
      assertThat(owned.values()).anyMatch(each -> each.contains(partition));
    }
    settle(24, 1);
  }

  @Test
  void assignsEachPartitionToSeveralMembersWhileTheyComeAndGo() {
    Random random = new Random(5);
    for (int i = 0; i < 300; i++) {
      int partitions = 12;
      if (owned.isEmpty() || (owned.size() < 7 && random.nextBoolean())) {
        join("member" + random.nextInt(1000));
      } else if (owned.size() > 1) {
        owned.remove(List.copyOf(owned.keySet()).get(random.nextInt(owned.size())));
      }
      settle(partitions, 1 + random.nextInt(2));
    }
  }
}
