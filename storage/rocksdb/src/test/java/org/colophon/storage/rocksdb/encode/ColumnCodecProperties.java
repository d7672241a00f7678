// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.encode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.NotEmpty;
import org.colophon.storage.rocksdb.format.ByteReader;
import org.colophon.storage.rocksdb.format.ByteWriter;
import org.colophon.storage.rocksdb.format.ColumnCodec;

class ColumnCodecProperties {
  @Provide
  Arbitrary<long[]> columns() {
    return Arbitraries.oneOf(
            Arbitraries.longs(), Arbitraries.longs().between(0, 2), Arbitraries.of(0L, -1L))
        .array(long[].class)
        .ofMinSize(1)
        .ofMaxSize(60);
  }

  @Property
  void readsBackWrittenRecords(@ForAll("columns") @NotEmpty long[] column) {
    ByteWriter out = new ByteWriter(4);
    ColumnCodec.encode(column, 0, column.length, out);
    ByteReader in = new ByteReader(out.copy());
    long[] read = new long[column.length];
    ColumnCodec.decode(in, read, 0, read.length);
    assertThat(read).isEqualTo(column);
    assertThat(in.remaining()).isZero();
  }

  @Property
  void takesFewBytesWhenValuesRepeat(@ForAll("columns") long[] column) {
    long[] repeated = new long[1000];
    Arrays.fill(repeated, column[0]);
    ByteWriter out = new ByteWriter(4);
    ColumnCodec.encode(repeated, 0, repeated.length, out);
    assertThat(out.size()).isLessThanOrEqualTo(12);
  }

  @Property
  void sortsKeysByTheirUpperBits(@ForAll("columns") long[] column) {
    SortKeys sorter = new SortKeys();
    long[] keys = sorter.room(column.length);
    for (int i = 0; i < column.length; i++) {
      keys[i] = (column[i] & Long.MAX_VALUE >>> 1) << 1 >>> 6 << 6 | i;
    }
    long[] expected = Arrays.copyOf(keys, column.length);
    Arrays.sort(expected);
    assertThat(Arrays.copyOf(sorter.sort(column.length, 6), column.length)).isEqualTo(expected);
  }
}
