package org.colophon.core.naming;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.colophon.core.model.Bytes;

/**
 * The names of this moment: a trie of components over the names that the history knows.
 *
 * <p>A folder's rename moves one node, whatever lies below it: constant work. Names that this run
 * has not touched are asked for in the history when they are first needed. A moved node remembers
 * the name that the history knows it by, so what lies below it is still found there.
 *
 * <p>So that memory has a bound, a namespace that has grown large becomes the history of a new one,
 * with {@link #freeze}, until a store knows the same names and takes its place, with {@link
 * #replaceHistory}.
 *
 * <p>Not thread-safe: the caller holds a lock over a change and the publishing of it, so that the
 * order of the ring is the order of the changes.
 */
public final class Namespace {
  private static final Bytes SLASH = Bytes.of("/");

  private History history;
  private boolean isFrozen;
  private long nodes;
  private final Deque<Runnable> undo = new ArrayDeque<>();
  private boolean remembers;
  private final NameNode root = new NameNode(0, false);

  public Namespace(History history) {
    this.history = history;
  }

  /**
   * A namespace of the same names, with this one as its history: this one only answers from here
   * on.
   */
  public Namespace freeze() {
    isFrozen = true;
    return new Namespace(
        new History() {
          @Override
          public long resolve(Bytes path) {
            return Namespace.this.resolve(path);
          }

          @Override
          public boolean hasNamesBelow(Bytes path) {
            return Namespace.this.hasNamesBelow(path);
          }
        });
  }

  /** Another history that knows the same names. */
  public void replaceHistory(History same) {
    history = same;
  }

  /** How many nodes this has made: about what it takes in memory, its history aside. */
  public long nodes() {
    return nodes;
  }

  /** The object bound to a name now, 0 if none. */
  public long resolve(Bytes name) {
    NameNode node = root;
    Bytes historic = Bytes.EMPTY;
    List<Bytes> components = components(name);
    for (int i = 0; i < components.size(); i++) {
      Bytes component = components.get(i);
      NameNode child = node == null ? null : node.child(component);
      historic = historicName(node, historic, component, child, i == 0);
      if (child == null && historic == null) {
        return 0;
      }
      node = child == null && !isFrozen ? childOrNew(node, component) : child;
    }
    if (node == null) {
      return history.resolve(historic);
    }
    if (node.object == NameNode.UNKNOWN) {
      node.object = historic == null ? 0 : history.resolve(historic);
    }
    return node.object;
  }

  /** From here on changes can be taken back, until they are kept. */
  public void remember() {
    remembers = true;
  }

  /** The changes since {@link #remember} stay. */
  public void keep() {
    remembers = false;
    undo.clear();
  }

  /** Takes back the changes since {@link #remember}. */
  public void takeBack() {
    while (!undo.isEmpty()) {
      undo.pop().run();
    }
    remembers = false;
  }

  private void onTakeBack(Runnable step) {
    if (remembers) {
      undo.push(step);
    }
  }

  /** Binds a name to an object. */
  public void bind(Bytes name, long object) {
    NameNode node = node(name);
    long before = node.object;
    onTakeBack(() -> node.object = before);
    node.object = object;
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
      nodes++;
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
      put(parent, components.get(components.size() - 1), null);
    }
  }

  private void put(NameNode parent, Bytes component, NameNode child) {
    NameNode before = parent.child(component);
    onTakeBack(() -> parent.put(component, before));
    parent.put(component, child);
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
    NameNode node = root;
    for (Bytes component : components(name)) {
      node = node == null ? null : node.child(component);
    }
    if (node != null && hasBoundBelow(node)) {
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
    boolean wasFresh = taken.fresh;
    Bytes wasMovedFrom = taken.movedFrom;
    onTakeBack(
        () -> {
          taken.fresh = wasFresh;
          taken.movedFrom = wasMovedFrom;
        });
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
    put(parent, components.get(components.size() - 1), replacement);
  }

  /** The node of a name, made if need be. */
  private NameNode node(Bytes name) {
    NameNode node = root;
    for (Bytes component : components(name)) {
      node = childOrNew(node, component);
    }
    return node;
  }

  private NameNode childOrNew(NameNode parent, Bytes component) {
    NameNode child = parent.child(component);
    if (child == null) {
      child = new NameNode(NameNode.UNKNOWN, false);
      parent.put(component, child);
      nodes++;
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
