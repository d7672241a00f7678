// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.merkle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MerkleTreeProperties {
  private final Hasher hasher = new Hasher();

  /** Computes the root exactly as RFC 6962, section 2.1, defines it. */
  private byte[] naiveRoot(List<byte[]> leaves) {
    if (leaves.isEmpty()) {
      return hasher.empty();
    }
    if (leaves.size() == 1) {
      return leaves.get(0);
    }
    int k = Integer.highestOneBit(leaves.size() - 1);
    return hasher.node(
        naiveRoot(leaves.subList(0, k)), naiveRoot(leaves.subList(k, leaves.size())));
  }

  private List<byte[]> leaves(int count, long seed) {
    Random random = new Random(seed);
    List<byte[]> leaves = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] entry = new byte[10];
      random.nextBytes(entry);
      leaves.add(hasher.leaf(entry));
    }
    return leaves;
  }

  @Property(tries = 100)
  void tilesHaveTheRootsAndProofsOfTheirLeaves(
      @ForAll @IntRange(min = 1, max = 1000) int size, @ForAll long seed) {
    List<byte[]> leaves = leaves(size, seed);
    Map<String, byte[]> files = new HashMap<>();
    TreeEdge edge = new TreeEdge((name, bytes) -> files.put(name.path(), bytes.clone()));
    leaves.forEach(edge::append);
    edge.writePartial();
    Random random = new Random(seed);
    int earlier = 1 + random.nextInt(size);
    int index = random.nextInt(size);
    MerkleTree tree = new MerkleTree(new TiledHashes((level, n) -> tile(files, level, n, size)));

    byte[] root = naiveRoot(leaves);
    byte[] earlierRoot = naiveRoot(leaves.subList(0, earlier));
    List<byte[]> inclusion = tree.inclusion(index, size);
    List<byte[]> consistency = tree.consistency(earlier, size);

    assertThat(edge.root()).isEqualTo(root);
    assertThat(tree.root(size)).isEqualTo(root);
    assertThat(tree.root(earlier)).isEqualTo(earlierRoot);
    assertThat(new HashList(leaves).tree().inclusion(index, size))
        .usingElementComparator(Arrays::compare)
        .isEqualTo(inclusion);
    assertThat(MerkleProofs.isIncluded(leaves.get(index), index, size, inclusion, root)).isTrue();
    assertThat(MerkleProofs.isConsistent(earlier, earlierRoot, size, root, consistency)).isTrue();
  }

  @Property(tries = 100)
  void refusesChangedProofs(@ForAll @IntRange(min = 3, max = 600) int size, @ForAll long seed) {
    List<byte[]> leaves = leaves(size, seed);
    MerkleTree tree = new HashList(leaves).tree();
    byte[] root = tree.root(size);
    Random random = new Random(seed);
    int index = random.nextInt(size);
    int earlier = 1 + random.nextInt(size - 1);
    byte[] earlierRoot = tree.root(earlier);

    List<byte[]> inclusion = changed(tree.inclusion(index, size), random);
    List<byte[]> consistency = changed(tree.consistency(earlier, size), random);

    assertThat(MerkleProofs.isIncluded(leaves.get(index), index, size, inclusion, root)).isFalse();
    assertThat(MerkleProofs.isConsistent(earlier, earlierRoot, size, root, consistency)).isFalse();
  }

  @Test
  void refusesProofsForOtherIndexesAndSizes() {
    List<byte[]> leaves = leaves(300, 1);
    MerkleTree tree = new HashList(leaves).tree();
    byte[] root = tree.root(300);

    for (long index = 0; index < 300; index++) {
      List<byte[]> path = tree.inclusion(index, 300);
      assertThat(MerkleProofs.isIncluded(leaves.get((int) index), index ^ 1, 300, path, root))
          .isFalse();
      assertThat(MerkleProofs.isIncluded(leaves.get((int) index), 300, 300, path, root)).isFalse();
    }
    assertThat(
            MerkleProofs.isConsistent(299, tree.root(298), 300, root, tree.consistency(299, 300)))
        .isFalse();
    assertThat(MerkleProofs.isConsistent(301, root, 300, root, List.of())).isFalse();
  }

  @Test
  void continuesAfterFullTiles() {
    for (int size : new int[] {0, 256, 512, 65_280, 65_536, 65_792}) {
      List<byte[]> leaves = leaves(size + 3, size);
      Map<String, byte[]> files = new HashMap<>();
      TreeEdge first = new TreeEdge((name, bytes) -> files.put(name.path(), bytes.clone()));
      leaves.subList(0, size).forEach(first::append);
      first.writePartial();

      TreeEdge second =
          new TreeEdge(
              (name, bytes) -> files.put(name.path(), bytes.clone()),
              size,
              (level, n) -> tile(files, level, n, size));
      leaves.subList(size, size + 3).forEach(second::append);

      assertThat(second.root()).as("size %d", size).isEqualTo(naiveRoot(leaves));
    }
  }

  private static byte[] tile(Map<String, byte[]> files, int level, long index, long size) {
    int width = (int) Math.min(256, (size >>> (8 * level)) - index * 256);
    return files.get(TileName.ofHashes(level, index, width).path());
  }

  private static List<byte[]> changed(List<byte[]> path, Random random) {
    List<byte[]> changed = new ArrayList<>(path);
    if (random.nextBoolean() || path.isEmpty()) {
      changed.add(new byte[Hasher.BYTES]);
    } else if (random.nextBoolean()) {
      changed.remove(random.nextInt(path.size()));
    } else {
      int at = random.nextInt(path.size());
      byte[] hash = path.get(at).clone();
      hash[random.nextInt(hash.length)] ^= (byte) (1 << random.nextInt(8));
      changed.set(at, hash);
    }
    return changed;
  }

  @Test
  void namesTilesInGroupsOfThreeDigits() {
    assertThat(TileName.ofHashes(0, 1_234_067, 256).path()).isEqualTo("tile/0/x001/x234/067");
    assertThat(TileName.ofEntries(5, 17).path()).isEqualTo("tile/entries/005.p/17");
  }
}
