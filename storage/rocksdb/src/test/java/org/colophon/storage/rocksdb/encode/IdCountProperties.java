// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.encode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/** Tests that each id is counted once, in any order of arrival. */
class IdCountProperties {
  @Property
  void countsEachIdOnce(@ForAll List<@LongRange(min = 1, max = 40) Long> ids) {
    IdCount count = new IdCount(0, 0);
    Set<Long> seen = new HashSet<>();
    for (long id : ids) {
      count.add(id);
      seen.add(id);
      assertThat(count.count()).isEqualTo(seen.size());
      assertThat(count.max()).isEqualTo(seen.stream().mapToLong(each -> each).max().orElse(0));
    }
  }
}
