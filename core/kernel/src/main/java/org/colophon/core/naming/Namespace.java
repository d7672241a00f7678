// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.naming;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Current names: a trie of components over the names in the history.
 *
 * <p>A directory's rename moves one node in constant work. Names that this run has not touched are
 * looked up in the history on first use. A moved node keeps its name in the history, so that names
 * below it are still found there.
 *
 * <p>To bound memory, a large namespace becomes the history of a new one, with {@link #freeze}.
 * Once a store has the same names, it replaces that history, with {@link #replaceHistory}.
 *
 * <p>Not thread-safe: the caller holds a lock over a change and its publishing, so that the order
 * of the ring is the order of the changes.
 */
public final class Namespace {
  private final NameTree tree = new NameTree();
  private final WalkedDirectories directories = new WalkedDirectories();
  private EarlierNames history;
  private boolean isFrozen;

  /** Actions that undo the changes of a unit, the last one first. */
  private final Deque<Runnable> undo = new ArrayDeque<>();

  /** Nodes to free if the changes of the unit are kept. */
  private final List<Integer> replaced = new ArrayList<>();

  /** Nodes to free if the changes of the unit are undone. */
  private final List<Integer> made = new ArrayList<>();

  private boolean remembers;

  /** End of the last walk: the node of the name, its parent, and the start of its component. */
  private int node;

  private int parent;
  private int componentFrom;

  /**
   * True if the history may have the walked name. Its name there is the old name of a moved node on
   * the path plus the rest. If no node was moved, it is the name itself.
   */
  private boolean isHistoric;

  private int movedNode;
  private int movedTo;

  public Namespace(EarlierNames history) {
    this.history = history;
  }

  /**
   * Returns a namespace of the same names, with this one as its history. This one must not change
   * afterwards.
   */
  public Namespace freeze() {
    isFrozen = true;
    return new Namespace(
        new EarlierNames() {
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

  /** Replaces the history by another one with the same names. */
  public void replaceHistory(EarlierNames same) {
    history = same;
    directories.clear();
  }

  /** Returns the number of nodes here, about proportional to memory, without the history. */
  public long nodes() {
    return tree.size();
  }

  /** Returns the bytes that the components of names take. */
  long heldBytes() {
    return tree.heldBytes();
  }

  // --- walking ---

  private enum Missing {
    /** Makes no nodes. */
    NONE,
    /** Makes nodes for names that the history may have. */
    HISTORIC,
    /** Makes all nodes but the last. */
    ABOVE,
    /** Makes all nodes. */
    ALL
  }

  /** Walks down a name, as far as nodes exist or are made. */
  private void walk(Bytes name, Missing missing) {
    int lastSlash = name.lastIndexOf('/');
    int from = begin(name, lastSlash);
    while (from <= name.length()) {
      int slash = name.indexOf('/', from);
      int to = slash < 0 ? name.length() : slash;
      parent = node;
      componentFrom = from;
      node = parent == NameTree.NONE ? NameTree.NONE : tree.child(parent, name, from, to);
      stepInHistory(to);
      if (node == NameTree.NONE && makes(missing, slash < 0)) {
        node = tree.make(NameTree.UNKNOWN, false);
        tree.attach(parent, name, from, to, node);
      }
      if (slash == lastSlash && slash >= 0 && node != NameTree.NONE) {
        tree.markLeadingToCached(node);
        directories.put(name, to, node, isHistoric, movedNode, movedTo);
      }
      from = to + 1;
    }
  }

  /** Begins a walk, at the name's directory if that is cached; returns the start offset. */
  private int begin(Bytes name, int lastSlash) {
    WalkedDirectories.Directory directory =
        lastSlash < 0 ? null : directories.find(name, lastSlash, tree.moves());
    if (directory == null) {
      node = NameTree.ROOT;
      isHistoric = history != EarlierNames.NONE;
      movedNode = NameTree.NONE;
      return 0;
    }
    node = directory.node();
    isHistoric = directory.isHistoric();
    movedNode = directory.movedNode();
    movedTo = directory.movedTo();
    return lastSlash + 1;
  }

  private boolean makes(Missing missing, boolean isLast) {
    return switch (missing) {
      case NONE -> false;
      case HISTORIC -> isHistoric;
      case ABOVE -> !isLast;
      case ALL -> true;
    };
  }

  private void stepInHistory(int to) {
    if (node != NameTree.NONE && tree.isMoved(node)) {
      isHistoric = true;
      movedNode = node;
      movedTo = to;
    } else if (isFresh(node) || isFresh(parent)) {
      isHistoric = false;
    }
  }

  private boolean isFresh(int which) {
    return which != NameTree.NONE && tree.isFresh(which);
  }

  /** Returns the history's name for the walked node; null if it cannot have one. */
  private @Nullable Bytes historicName(Bytes name) {
    if (!isHistoric) {
      return null;
    }
    return movedNode == NameTree.NONE
        ? name
        : Objects.requireNonNull(tree.movedFrom(movedNode))
            .concat(name.slice(movedTo, name.length()));
  }

  // --- lookups ---

  /** Returns the object bound to a name now, 0 if none. */
  public long resolve(Bytes name) {
    walk(name, isFrozen ? Missing.NONE : Missing.HISTORIC);
    if (node != NameTree.NONE && tree.object(node) != NameTree.UNKNOWN) {
      return tree.object(node);
    }
    Bytes historic = historicName(name);
    long object = historic == null ? 0 : history.resolve(historic);
    if (node != NameTree.NONE) {
      tree.setObject(node, object);
    }
    return object;
  }

  /**
   * Returns true if anything strictly below a name may be bound. Then the name moves as a
   * directory.
   */
  public boolean hasNamesBelow(Bytes name) {
    walk(name, Missing.NONE);
    Bytes historic = historicName(name);
    return (node != NameTree.NONE && hasBoundBelow(node))
        || (historic != null && history.hasNamesBelow(historic));
  }

  private boolean hasBoundBelow(int top) {
    int below = tree.nextBelow(top, top);
    while (below != NameTree.NONE) {
      if (tree.object(below) > 0 || hasMovedHistory(below)) {
        return true;
      }
      below = tree.nextBelow(top, below);
    }
    return false;
  }

  private boolean hasMovedHistory(int which) {
    Bytes historic = tree.movedFrom(which);
    return historic != null
        && (history.hasNamesBelow(historic)
            || (tree.object(which) == NameTree.UNKNOWN && history.resolve(historic) != 0));
  }

  // --- changes ---

  /** Starts a unit, so that changes can be undone until they are kept. */
  public void beginUnit() {
    remembers = true;
  }

  /** Keeps the changes since {@link #beginUnit}. */
  public void keep() {
    replaced.forEach(tree::free);
    forgetUnit();
  }

  /** Undoes the changes since {@link #beginUnit}. */
  public void takeBack() {
    while (!undo.isEmpty()) {
      undo.pop().run();
    }
    made.forEach(tree::free);
    directories.clear();
    forgetUnit();
  }

  private void forgetUnit() {
    remembers = false;
    undo.clear();
    replaced.clear();
    made.clear();
  }

  /** Adds a step to undo a change of the unit. Does nothing outside of a unit. */
  public void onTakeBack(Runnable step) {
    if (remembers) {
      undo.push(step);
    }
  }

  public void bind(Bytes name, long object) {
    walk(name, Missing.ALL);
    int bound = node;
    long before = tree.object(bound);
    onTakeBack(() -> tree.setObject(bound, before));
    tree.setObject(bound, object);
  }

  /** Unbinds a name and all below it. */
  public void unbind(Bytes name) {
    walk(name, history == EarlierNames.NONE ? Missing.NONE : Missing.ALL);
    if (node != NameTree.NONE) {
      letGo(detach(name));
    }
  }

  /** Moves a name and all below it, and unbinds the names at the target. */
  public void rename(Bytes from, Bytes to) {
    int moved = take(from);
    put(to, moved);
  }

  /** Exchanges two names, and all below them. */
  public void exchange(Bytes one, Bytes other) {
    int first = take(one);
    int second = take(other);
    put(other, first);
    put(one, second);
  }

  /** Detaches a name's node, to attach it elsewhere. The node remembers its name in the history. */
  private int take(Bytes name) {
    walk(name, Missing.ALL);
    int taken = node;
    Bytes historic = historicName(name);
    boolean wasFresh = tree.isFresh(taken);
    Bytes wasMovedFrom = tree.movedFrom(taken);
    onTakeBack(
        () -> {
          tree.setFresh(taken, wasFresh);
          tree.setMovedFrom(taken, wasMovedFrom);
        });
    tree.setFresh(taken, wasFresh || historic == null);
    tree.setMovedFrom(taken, historic);
    detach(name);
    return taken;
  }

  /** Detaches the walked node. If the history may have the name, an empty node takes its place. */
  private int detach(Bytes name) {
    int left = node;
    if (history == EarlierNames.NONE) {
      change(parent, name, componentFrom, NameTree.NONE);
    } else {
      int empty = tree.make(0, true);
      if (remembers) {
        made.add(empty);
      }
      change(parent, name, componentFrom, empty);
    }
    return left;
  }

  private void put(Bytes name, int moved) {
    walk(name, Missing.ABOVE);
    int before = node;
    change(parent, name, componentFrom, moved);
    if (before != NameTree.NONE) {
      letGo(before);
    }
  }

  /** Frees a node, unless the change is undone. */
  private void letGo(int unplaced) {
    if (remembers) {
      replaced.add(unplaced);
    } else {
      tree.free(unplaced);
    }
  }

  /** Replaces the node of a name's last component by another node, or by none. */
  private void change(int above, Bytes name, int from, int now) {
    int before = swap(above, name, from, now);
    onTakeBack(() -> swap(above, name, from, before));
  }

  private int swap(int above, Bytes name, int from, int now) {
    int before = tree.child(above, name, from, name.length());
    if (before != NameTree.NONE) {
      tree.detach(before);
    }
    if (now != NameTree.NONE) {
      tree.attach(above, name, from, name.length(), now);
    }
    return before;
  }
}
