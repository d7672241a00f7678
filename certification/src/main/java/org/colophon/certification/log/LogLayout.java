package org.colophon.certification.log;

import java.nio.file.Path;
import org.colophon.core.adapters.StoreIdentity;

/** Names of the files of a log, and its place. */
public final class LogLayout {
  /** The newest signed checkpoint. */
  public static final String CHECKPOINT = "checkpoint";

  /** The newest checkpoint with enough cosignatures. */
  public static final String WITNESSED = "witnessed";

  /** One checkpoint for each minute, in a file for each day. */
  public static final String HISTORY = "checkpoints";

  /** The public key of the log. */
  public static final String KEY = "key.pub";

  /** In the store: the last checkpoint that was signed, written before it is published. */
  public static final String SIGNED = "certified-checkpoint";

  /** In the store: the path of the log, if that is elsewhere. */
  public static final String PLACE = "certified-log";

  private static final String DIRECTORY = "certified";

  private LogLayout() {}

  /** Returns the log of a store within the store. */
  public static Path within(Path store) {
    return store.resolve(DIRECTORY);
  }

  /** Returns the log of a store in a directory that several may share, such as their archive. */
  public static Path within(Path shared, long storeId) {
    return shared.resolve(StoreIdentity.format(storeId)).resolve(DIRECTORY);
  }
}
