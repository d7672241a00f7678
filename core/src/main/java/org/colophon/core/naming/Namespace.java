package org.colophon.core.naming;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;

/**
 * The names of this moment: a trie of components over the names that the history knows.
 *
 * <p>A folder's rename moves one node, whatever lies below it: constant work. Names that this run
 * has not touched are asked for in the history when they are first needed. A moved node remembers
 * the name that the history knows it by, so what lies below it is still found there. Not
 * thread-safe: the caller holds a lock over a change and the publishing of it, so that the order of
 * the ring is the order of the changes.
 */
public final class Namespace {
  private static final Bytes SLASH = Bytes.of("/");

  private final History history;
  private final NameNode root = new NameNode(0, false);

  public Namespace(History history) {
    this.history = history;
  }

  /** The object bound to a name now, 0 if none. */
  public long resolve(Bytes name) {
    NameNode node = root;
    Bytes historic = Bytes.EMPTY;
    List<Bytes> components = components(name);
    for (int i = 0; i < components.size(); i++) {
      Bytes component = components.get(i);
      NameNode child = node.child(component);
      historic = historicName(node, historic, component, child, i == 0);
      if (child == null) {
        if (historic == null) {
          return 0;
        }
        child = new NameNode(NameNode.UNKNOWN, false);
        node.put(component, child);
      }
      node = child;
    }
    if (node.object == NameNode.UNKNOWN) {
      node.object = historic == null ? 0 : history.resolve(historic);
    }
    return node.object;
  }

  /** Binds a name to an object. */
  public void bind(Bytes name, long object) {
    node(name).object = object;
  }

  /** Unbinds a name and all below it. */
  public void unbind(Bytes name) {
    empty(name);
  }

  /**
   * Leaves nothing at a name: no node where the history cannot know the name, else an empty one.
   */
  private void empty(Bytes name) {
    if (history == History.NONE) {
      remove(name);
    } else {
      replace(name, new NameNode(0, true));
    }
  }

  private void remove(Bytes name) {
    List<Bytes> components = components(name);
    NameNode parent = root;
    for (int i = 0; i < components.size() - 1 && parent != null; i++) {
      parent = parent.child(components.get(i));
    }
    if (parent != null) {
      parent.remove(components.get(components.size() - 1));
    }
  }

  /** Moves a name and all below it; what was at the target is unbound. */
  public void rename(Bytes from, Bytes to) {
    NameNode moved = take(from);
    replace(to, moved);
  }

  /** Makes two names, and all below them, change places. */
  public void exchange(Bytes one, Bytes other) {
    NameNode first = take(one);
    NameNode second = take(other);
    replace(other, first);
    replace(one, second);
  }

  /** Whether anything strictly below a name may be bound: then it moves as a folder. */
  public boolean hasNamesBelow(Bytes name) {
    NameNode node = node(name);
    if (hasBoundBelow(node)) {
      return true;
    }
    Bytes historic = historicName(name);
    return historic != null && history.hasNamesBelow(historic);
  }

  private boolean hasBoundBelow(NameNode node) {
    for (NameNode child : node.children()) {
      if (child.object > 0 || hasMovedHistory(child) || hasBoundBelow(child)) {
        return true;
      }
    }
    return false;
  }

  private boolean hasMovedHistory(NameNode node) {
    Bytes historic = node.movedFrom;
    return historic != null
        && (history.hasNamesBelow(historic)
            || (node.object == NameNode.UNKNOWN && history.resolve(historic) != 0));
  }

  private NameNode take(Bytes name) {
    NameNode taken = node(name);
    Bytes historic = historicName(name);
    if (historic == null) {
      taken.fresh = true;
      taken.movedFrom = null;
    } else {
      taken.movedFrom = historic;
    }
    empty(name);
    return taken;
  }

  private void replace(Bytes name, NameNode replacement) {
    List<Bytes> components = components(name);
    NameNode parent = root;
    for (int i = 0; i < components.size() - 1; i++) {
      parent = childOrNew(parent, components.get(i));
    }
    parent.put(components.get(components.size() - 1), replacement);
  }

  /** The node of a name, made if need be. */
  private NameNode node(Bytes name) {
    NameNode node = root;
    for (Bytes component : components(name)) {
      node = childOrNew(node, component);
    }
    return node;
  }

  private static NameNode childOrNew(NameNode parent, Bytes component) {
    NameNode child = parent.child(component);
    if (child == null) {
      child = new NameNode(NameNode.UNKNOWN, false);
      parent.put(component, child);
    }
    return child;
  }

  /** The name by which the history knows what is at a name now; null if it cannot know it. */
  private Bytes historicName(Bytes name) {
    NameNode node = root;
    Bytes historic = Bytes.EMPTY;
    boolean first = true;
    for (Bytes component : components(name)) {
      NameNode child = node == null ? null : node.child(component);
      historic = historicName(node, historic, component, child, first);
      first = false;
      node = child;
    }
    return historic;
  }

  private Bytes historicName(
      NameNode parent, Bytes parentName, Bytes component, NameNode child, boolean first) {
    if (child != null && child.movedFrom != null) {
      return child.movedFrom;
    }
    boolean unknowable = (child != null && child.fresh) || (parent != null && parent.fresh);
    if (unknowable || parentName == null || history == History.NONE) {
      return null;
    }
    return first ? component : parentName.concat(SLASH).concat(component);
  }

  private static List<Bytes> components(Bytes name) {
    List<Bytes> components = new ArrayList<>(8);
    int from = 0;
    int slash = name.indexOf('/', 0);
    while (slash >= 0) {
      components.add(name.slice(from, slash));
      from = slash + 1;
      slash = name.indexOf('/', from);
    }
    components.add(name.slice(from, name.length()));
    return components;
  }
}
