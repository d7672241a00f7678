package org.colophon.core.spi.reporter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/** What the kernel gives a running reporter. */
public interface ReporterContext {
  /** A new sink for one thread of the reporter. */
  OperationSink newSink();

  /**
   * A folder for files of no lasting worth, made for this reporter and closed to others. In a store
   * it is emptied when the store is opened.
   */
  default Path scratch() {
    try {
      return Files.createTempDirectory("colophon");
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot make a scratch folder: " + e, e);
    }
  }

  /** This machine's stable id, for identities. */
  String hostId();

  /** The id of this boot of the operating system, for identities. */
  String bootId();

  /**
   * Where the reporter of a source was left: the last position that was published for it, in this
   * run or before; {@code Bytes.EMPTY} if there is none. What was published before the present run
   * is durable. The source is this reporter's from now on until it ends.
   *
   * @throws ColophonException ALREADY_EXISTS if another reporter reads this source
   */
  Bytes position(String source);

  /** Opens the files that the reporter's options name, and those beside them. */
  default FileOpener files() {
    return FileOpener.PLAIN;
  }

  /** The other reporters of this kernel that see the same processes at work. */
  default ReporterCoordination neighbours() {
    return new ReporterCoordination();
  }
}
