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
  private final NameTree tree = new NameTree();
  private final WalkedDirectories folders = new WalkedDirectories();
  private EarlierNames history;
  private boolean isFrozen;

  /** What takes back the changes of a unit, the last one first, and the nodes it may let go of. */
  private final Deque<Runnable> undo = new ArrayDeque<>();

  private final List<Integer> replaced = new ArrayList<>();
  private final List<Integer> made = new ArrayList<>();
  private boolean remembers;

  /** Where the last walk ended: the node of the name, the one above, where its component begins. */
  private int node;

  private int parent;
  private int componentFrom;

  /**
   * How the history knows the name that was walked: it may not; else by the name that a node on the
   * way was moved from, with what follows behind it; or, if none was moved, by the name itself.
   */
  private boolean isHistoric;

  private int movedNode;
  private int movedTo;

  public Namespace(EarlierNames history) {
    this.history = history;
  }

  /**
   * A namespace of the same names, with this one as its history: this one only answers from here
   * on.
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

  /** Another history that knows the same names. */
  public void replaceHistory(EarlierNames same) {
    history = same;
    folders.clear();
  }

  /** How many nodes this has: about what it takes in memory, its history aside. */
  public long nodes() {
    return tree.size();
  }

  /** How many bytes the components of names take. */
  long heldBytes() {
    return tree.heldBytes();
  }

  // --- walking ---

  private enum Missing {
    /** Nodes that are not there stay so. */
    NONE,
    /** Those that the history may know are made, and remember what it said. */
    HISTORIC,
    /** All but the last are made. */
    ABOVE,
    /** All nodes are made. */
    ALL
  }

  /** Goes down a name, as far as there are nodes or they are to be made. */
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
        tree.lead(node);
        folders.put(name, to, node, isHistoric, movedNode, movedTo);
      }
      from = to + 1;
    }
  }

  /** Begins a walk, in the name's folder if that was walked to before; answers from where on. */
  private int begin(Bytes name, int lastSlash) {
    WalkedDirectories.Folder folder =
        lastSlash < 0 ? null : folders.find(name, lastSlash, tree.moves());
    if (folder == null) {
      node = NameTree.ROOT;
      isHistoric = history != EarlierNames.NONE;
      movedNode = NameTree.NONE;
      return 0;
    }
    node = folder.node();
    isHistoric = folder.isHistoric();
    movedNode = folder.movedNode();
    movedTo = folder.movedTo();
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

  /** The name by which the history knows what was walked to; null if it cannot know it. */
  private Bytes historicName(Bytes name) {
    if (!isHistoric) {
      return null;
    }
    return movedNode == NameTree.NONE
        ? name
        : tree.movedFrom(movedNode).concat(name.slice(movedTo, name.length()));
  }

  // --- asking ---

  /** The object bound to a name now, 0 if none. */
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

  /** Whether anything strictly below a name may be bound: then it moves as a folder. */
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

  // --- changing ---

  /** From here on changes can be taken back, until they are kept. */
  public void remember() {
    remembers = true;
  }

  /** The changes since {@link #remember} stay. */
  public void keep() {
    replaced.forEach(tree::free);
    forgetUnit();
  }

  /** Takes back the changes since {@link #remember}. */
  public void takeBack() {
    while (!undo.isEmpty()) {
      undo.pop().run();
    }
    made.forEach(tree::free);
    folders.clear();
    forgetUnit();
  }

  private void forgetUnit() {
    remembers = false;
    undo.clear();
    replaced.clear();
    made.clear();
  }

  private void onTakeBack(Runnable step) {
    if (remembers) {
      undo.push(step);
    }
  }

  /** Binds a name to an object. */
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
      letGo(leave(name));
    }
  }

  /** Moves a name and all below it; what was at the target is unbound. */
  public void rename(Bytes from, Bytes to) {
    int moved = take(from);
    put(to, moved);
  }

  /** Makes two names, and all below them, change places. */
  public void exchange(Bytes one, Bytes other) {
    int first = take(one);
    int second = take(other);
    put(other, first);
    put(one, second);
  }

  /** Takes what is at a name, to be put elsewhere; it remembers how the history knows it. */
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
    leave(name);
    return taken;
  }

  /**
   * Takes the node that was walked to from its place, and leaves nothing there: no node where the
   * history cannot know the name, else an empty one.
   */
  private int leave(Bytes name) {
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

  /** Nobody finds it any more, unless the change is taken back. */
  private void letGo(int unplaced) {
    if (remembers) {
      replaced.add(unplaced);
    } else {
      tree.free(unplaced);
    }
  }

  /** Puts a node, or none, in the place of the last component of a name. */
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
