// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The other tests of the mirror, by the transport {@code jnr-fuse}. */
@Tag("slow")
@ExtendWith(TransportLimits.class)
class SlowJnrFuseIT {
  @Nested
  class Appearing extends AppearingIT {}

  @Nested
  class BadInput extends BadInputIT {}

  @Nested
  class Crowd extends CrowdIT {}

  @Nested
  class Deep extends DeepIT {}

  @Nested
  class Digests extends DigestIT {
    /** libfuse looks a name up before it removes it, so that name counts as the file's only one. */
    @Override
    String makeRelinked() {
      return "echo two > t; mv t d";
    }
  }

  @Nested
  class Inspection extends InspectIT {}

  @Nested
  class Names extends NamesIT {}

  @Nested
  class Orderings extends OrderingIT {}

  @Nested
  class SeveralFileSystems extends SeveralFileSystemsIT {}

  @Nested
  class StoreFull extends StoreFullIT {}

  @Nested
  class Stuck extends StuckIT {}

  @Nested
  class Suites extends SuitesIT {
    /** Without the one that asks for the status of a file that it removed while open. */
    @Override
    List<String> stressors() {
      return STRESSORS.stream().filter(each -> !each.equals("fallocate")).toList();
    }
  }

  @Nested
  class UserMounts extends UserMountIT {}
}
