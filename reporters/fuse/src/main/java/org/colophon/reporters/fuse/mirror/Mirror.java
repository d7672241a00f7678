package org.colophon.reporters.fuse.mirror;

import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.fuse.os.Flags;
import org.colophon.reporters.fuse.os.NativeBuffer;
import org.colophon.reporters.fuse.os.Os;

/**
 * The mirrored folder with what is known and open of it. Any thread, each with its own {@link
 * Lane}.
 */
public final class Mirror implements AutoCloseable {
  final Os os;

  /** The inodes that the kernel knows. */
  public final NodeTable nodes;

  final OpenFiles files;
  final NativeBuffer dot;
  final SetIds setIds;
  final Settings settings;

  /** Finding things. */
  public final Lookups lookups;

  /** Making, moving and removing names. */
  public final NameOperations names;

  /** Opening, reading, writing. */
  public final FileOperations content;

  /** Modes, owners, times, extended attributes. */
  public final AttributeOperations attributes;

  /** Listing folders. */
  public final FolderOperations folders;

  private Mirror(Os os) {
    this.os = os;
    dot = os.text(new byte[] {'.'});
    nodes = new NodeTable(os);
    files = new OpenFiles(os);
    setIds = new SetIds(this);
    settings = new Settings(os);
    lookups = new Lookups(this);
    names = new NameOperations(this);
    content = new FileOperations(this);
    attributes = new AttributeOperations(this);
    folders = new FolderOperations(this);
  }

  /**
   * Opens a folder to mirror it. From here on it does not matter what is mounted over it.
   *
   * @param path absolute
   */
  public static Mirror open(Os os, byte[] path) {
    NativeBuffer text = os.text(path);
    int flags = Flags.O_PATH | Flags.O_DIRECTORY | Flags.O_CLOEXEC;
    int fd = os.libc.open(text.address(), flags, 0);
    if (fd < 0) {
      String shown = org.colophon.core.model.Bytes.wrap(path).display();
      throw os.failure(ErrorCode.NOT_FOUND, "cannot mirror the folder " + shown);
    }
    Mirror mirror = new Mirror(os);
    Lane lane = Lane.plain(os);
    mirror.lookups.status(lane, fd);
    mirror.nodes.meet(fd, lane.status, null, null);
    return mirror;
  }

  /** The folder itself. */
  public Node root() {
    return nodes.get(NodeTable.ROOT);
  }

  /** What is open under a number; null if nothing is. */
  public OpenFile file(long id) {
    return files.get(id);
  }

  /** How many files and folders are open. */
  public int openFiles() {
    return files.size();
  }

  @Override
  public void close() {
    files.close();
    nodes.close();
  }
}
