package org.colophon.query.across;

import java.util.List;
import org.colophon.core.error.ColophonException;

/** A service that answers for one or more hosts of a query. One thread. */
public interface HostPeer {
  /** Returns a name for messages. */
  String name();

  /**
   * Returns the parts of the hosts that extend the lineage.
   *
   * @throws ColophonException if no answer comes; the lineage is incomplete then
   */
  List<HostPart> answer(PartRequest request);

  /**
   * Returns the search results of the hosts.
   *
   * @throws ColophonException if no answer comes
   */
  List<HostFind.Part> find(HostFind search);
}
