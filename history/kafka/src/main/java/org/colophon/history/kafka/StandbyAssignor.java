// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.TopicPartition;

/**
 * Assigns each partition to several readers of a group, of which one is active. A reader keeps its
 * partitions as far as possible, since a new one begins without their copies. The client of one
 * reader assigns for all.
 *
 * <p>A partition that one reader gives up goes to another one in the next assignment. Kafka's
 * client requires this, and asks for the next assignment itself.
 */
public final class StandbyAssignor implements ConsumerPartitionAssignor, Configurable {
  private Roles roles = new Roles(0);

  @Override
  public void configure(Map<String, ?> settings) {
    roles = Roles.of(settings);
  }

  @Override
  public String name() {
    return "colophon-standby";
  }

  @Override
  public List<RebalanceProtocol> supportedProtocols() {
    return List.of(RebalanceProtocol.COOPERATIVE);
  }

  @Override
  public void onAssignment(Assignment assignment, ConsumerGroupMetadata group) {
    roles.take(assignment.userData());
  }

  @Override
  public GroupAssignment assign(Cluster cluster, GroupSubscription group) {
    SortedMap<String, Subscription> members = new TreeMap<>(group.groupSubscription());
    String topic = members.values().iterator().next().topics().get(0);
    SortedMap<String, Set<Integer>> owned = new TreeMap<>();
    members.forEach((name, each) -> owned.put(name, numbers(each.ownedPartitions())));
    Integer count = cluster.partitionCountForTopic(topic); // null while the topic is unknown
    Copies copies = new Copies(owned, count == null ? 0 : count, 1 + roles.standbys());
    Map<String, Assignment> assigned = new HashMap<>();
    copies.assign();
    copies.active().forEach((name, active) -> assigned.put(name, copies.of(topic, name, active)));
    return new GroupAssignment(assigned);
  }

  private static Set<Integer> numbers(Collection<TopicPartition> all) {
    return all.stream().map(TopicPartition::partition).collect(Collectors.toSet());
  }

  /** The copies of partitions at the members of a group. */
  private static final class Copies {
    private final SortedMap<String, Set<Integer>> owned;
    private final int partitions;
    private final int each;
    private final SortedMap<String, SortedSet<Integer>> held = new TreeMap<>();

    /**
     * Constructs copies without assigning one.
     *
     * @param owned partitions of each member before
     * @param each wanted number of copies of each partition
     */
    Copies(SortedMap<String, Set<Integer>> owned, int partitions, int each) {
      this.owned = owned;
      this.partitions = partitions;
      this.each = Math.min(each, owned.size());
      owned.forEach((name, before) -> held.put(name, new TreeSet<>(before)));
      held.values().forEach(here -> here.removeIf(partition -> partition >= partitions));
    }

    void assign() {
      for (int partition = 0; partition < partitions; partition++) {
        int wanted = partition;
        while (count(wanted) > each) {
          of(max(owners(wanted))).remove(wanted);
        }
        while (count(wanted) < each) {
          of(min(held.keySet().stream().filter(name -> !has(name, wanted)))).add(wanted);
        }
      }
      while (balance()) {}
      for (int partition = 0; partition < partitions; partition++) {
        int moving = partition;
        if (owned.keySet().stream().anyMatch(name -> owns(name, moving) && !has(name, moving))) {
          owners(moving)
              .filter(name -> !owns(name, moving))
              .toList()
              .forEach(name -> of(name).remove(moving)); // until the next assignment
        }
      }
    }

    /** Moves one partition to a member that has fewer. Returns false if none can move. */
    private boolean balance() {
      List<String> byLoad =
          held.keySet().stream().sorted(Comparator.comparingInt(this::load)).toList();
      for (int i = byLoad.size() - 1; i > 0; i--) {
        String from = byLoad.get(i);
        for (String to : byLoad.subList(0, i)) {
          if (load(from) > load(to) + 1 && move(from, to)) {
            return true;
          }
        }
      }
      return false;
    }

    /** Moves a partition, preferably a new one, but no copy that is the only one now. */
    private boolean move(String from, String to) {
      Optional<Integer> chosen =
          of(from).stream()
              .filter(each -> !has(to, each) && (!owns(from, each) || isKeptElsewhere(from, each)))
              .min(Comparator.comparing(each -> owns(from, each)));
      chosen.ifPresent(
          partition -> {
            of(from).remove(partition);
            of(to).add(partition);
          });
      return chosen.isPresent();
    }

    private boolean isKeptElsewhere(String member, int partition) {
      return owners(partition).anyMatch(name -> !name.equals(member) && owns(name, partition));
    }

    private boolean owns(String name, int partition) {
      return Objects.requireNonNull(owned.get(name), name).contains(partition);
    }

    private boolean has(String name, int partition) {
      return of(name).contains(partition);
    }

    private SortedSet<Integer> of(String name) {
      return Objects.requireNonNull(held.get(name), name);
    }

    private int load(String name) {
      return of(name).size();
    }

    private Stream<String> owners(int partition) {
      return held.keySet().stream().filter(name -> has(name, partition));
    }

    private int count(int partition) {
      return (int) owners(partition).count();
    }

    private String max(Stream<String> names) {
      return names.max(Comparator.comparingInt(this::load)).orElseThrow();
    }

    private String min(Stream<String> names) {
      return names.min(Comparator.comparingInt(this::load)).orElseThrow();
    }

    /** Returns the partitions of which each member is the active reader, evenly. */
    Map<String, Set<Integer>> active() {
      Map<String, Set<Integer>> active = new TreeMap<>();
      owned.keySet().forEach(name -> active.put(name, new TreeSet<>()));
      for (int partition = 0; partition < partitions; partition++) {
        int number = partition;
        owners(partition)
            .map(active::get)
            .min(Comparator.comparingInt(Set::size))
            .ifPresent(chosen -> chosen.add(number));
      }
      return active;
    }

    Assignment of(String topic, String name, Set<Integer> active) {
      List<TopicPartition> all = new ArrayList<>();
      of(name).forEach(partition -> all.add(new TopicPartition(topic, partition)));
      ByteBuffer data = Roles.encode(active);
      return new Assignment(all, data);
    }
  }
}
