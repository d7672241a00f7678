// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.across;

import java.util.List;
import org.colophon.core.error.ColophonException;

/** A service that answers for one or more other hosts. One thread. */
public interface HostPeer {
  /** Returns the name of this service for messages. */
  String name();

  /**
   * Returns the parts of the hosts that extend the lineage.
   *
   * @throws ColophonException if the service does not answer, so that the lineage is incomplete
   */
  List<HostPart> answer(PartRequest request);

  /**
   * Returns the search results of the hosts.
   *
   * @throws ColophonException if the service does not answer
   */
  List<HostFind.Part> find(HostFind search);
}
