// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.colophon.core.model.Bytes;
import org.colophon.storage.rocksdb.format.ByteWriter;
import org.colophon.storage.rocksdb.format.StoreFormat;

class GroupPackerProperties {
  private final GroupPacker packer = new GroupPacker();

  /** A note, or another text if the class has one. */
  record Item(long number, String text) {}

  @Provide
  Arbitrary<List<List<Item>>> ids() {
    Arbitrary<String> texts =
        Arbitraries.oneOf(
            Arbitraries.strings().withChars("a0123/\0").ofMaxLength(40),
            Arbitraries.longs().greaterOrEqual(0).map(n -> "/home/u" + n + "/0007.c"),
            Arbitraries.strings().ofMaxLength(5));
    return Combinators.combine(Arbitraries.longs(), texts)
        .as(Item::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .list()
        .ofMinSize(1)
        .ofMaxSize(StoreFormat.GROUP_SIZE);
  }

  @Property(tries = 300)
  void readsBackNotesOfProcesses(@ForAll("ids") List<List<Item>> ids) {
    assertReadBack(StoreFormat.BY_PROCESS, StoreFormat.NOTES, ids, this::putNote);
  }

  @Property(tries = 300)
  void readsBackNotesOfObjects(@ForAll("ids") List<List<Item>> ids) {
    assertReadBack(
        StoreFormat.BY_OBJECT,
        StoreFormat.NOTES,
        ids,
        (item, out) -> {
          boolean isElsewhere = item.number() % 2 == 0;
          out.putSigned(item.number()).putVarint(isElsewhere ? 7 : 0);
          if (!isElsewhere) {
            out.putString(Bytes.of("type")).putString(Bytes.of(item.text()));
          }
        });
  }

  @Property(tries = 300)
  void readsBackDeclarationsAndEnds(@ForAll("ids") List<List<Item>> ids) {
    assertReadBack(StoreFormat.BY_PROCESS, StoreFormat.NODE, ids, this::putProcess);
  }

  @Property(tries = 300)
  void readsBackNumbers(@ForAll("ids") List<List<Item>> ids) {
    assertReadBack(
        StoreFormat.BY_OBJECT,
        StoreFormat.CAUSES,
        ids,
        (item, out) -> out.putVarint(item.number()).putVarint(item.text().length()).putVarint(3));
  }

  @Example
  void packsAnnotationsThatDifferInNumbersIntoFewBytes() {
    ByteWriter index = new ByteWriter(1).putVarint(1000).putVarint(5).putVarint(64);
    ByteWriter items = new ByteWriter(1);
    for (int id = 0; id < 64; id++) {
      int start = items.size();
      putNote(new Item(3 * id, "{\"id\":\"p" + (500 + id) + "\",\"uid\":\"1000\"}"), items);
      index.putVarint(id == 0 ? 0 : 1).putVarint((long) (items.size() - start) << 1);
    }
    ByteWriter packed = packer.pack(StoreFormat.BY_PROCESS, StoreFormat.NOTES, index, items);
    assertThat(packed.size()).isLessThan(120);
  }

  private interface Encoder {
    void put(Item item, ByteWriter out);
  }

  private void putNote(Item item, ByteWriter out) {
    out.putSigned(item.number()).putVarint(0);
    out.putString(Bytes.of("dsl/annotations")).putString(Bytes.of(item.text()));
  }

  private void putProcess(Item item, ByteWriter out) {
    if (item.number() % 3 == 0) {
      out.putByte(StoreFormat.ENDED).putSigned(item.number()).putVarint(4).putSigned(-1);
      return;
    }
    Bytes text = Bytes.of(item.text());
    out.putByte(StoreFormat.DECLARED).putSigned(item.number()).putString(Bytes.EMPTY);
    out.putSigned(item.number()).putString(text).putVarint(2).putString(text).putString(text);
    out.putString(Bytes.EMPTY).putSigned(item.number() / 1_000_000 * 1_000_000);
  }

  private void assertReadBack(int family, int factClass, List<List<Item>> ids, Encoder encoder) {
    ByteWriter index = new ByteWriter(1).putVarint(1000).putVarint(5).putVarint(ids.size());
    ByteWriter items = new ByteWriter(1);
    for (int id = 0; id < ids.size(); id++) {
      int start = items.size();
      ids.get(id).forEach(item -> encoder.put(item, items));
      long code = (long) (items.size() - start) << 1 | id & 1;
      index.putVarint(id == 0 ? 0 : 1).putVarint(code);
    }
    byte[] plain =
        new ByteWriter(1)
            .putRaw(index.data(), 0, index.size())
            .putRaw(items.data(), 0, items.size())
            .copy();
    ByteWriter packed = packer.pack(family, factClass, index, items);
    byte[] stored = packed == null ? plain : packed.copy();
    assertThat(stored.length).isLessThanOrEqualTo(plain.length);
    assertThat(GroupUnpacker.unpack(family, factClass, stored)).isEqualTo(plain);
  }
}
