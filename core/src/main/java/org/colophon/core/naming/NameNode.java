package org.colophon.core.naming;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;

/** One component of a name, with what is bound to the name that ends here. */
final class NameNode {
  /** The object has not been asked for in the history yet. */
  static final long UNKNOWN = -1;

  private Map<Bytes, NameNode> children;

  /** Bound object, 0 for none, or UNKNOWN. */
  long object;

  /** Whether the history may know this name; a fresh name was made, or emptied, in this run. */
  boolean fresh;

  /** The name that the history knows this node by, if it was moved here; null if by its place. */
  Bytes movedFrom;

  NameNode(long object, boolean fresh) {
    this.object = object;
    this.fresh = fresh;
  }

  NameNode child(Bytes component) {
    return children == null ? null : children.get(component);
  }

  /** Puts a child in its place; null to take it away. */
  void put(Bytes component, NameNode child) {
    if (child == null) {
      remove(component);
      return;
    }
    if (children == null) {
      children = new HashMap<>(4);
    }
    children.put(component, child);
  }

  private void remove(Bytes component) {
    if (children != null) {
      children.remove(component);
    }
  }

  Collection<NameNode> children() {
    return children == null ? List.of() : children.values();
  }
}
