package org.colophon.reporters.mysql.tail;

/** Hears how a log is read. Called on the reading thread. */
public interface TailListener {
  /**
   * A read is done: what it brought was handed to the parser.
   *
   * @param isAtEnd whether nothing more is there for now
   */
  void progress(boolean isAtEnd);

  /**
   * Another file is read from here on: the next after a rotation, or the same cut and begun anew.
   */
  void fileChanged();

  /**
   * Something was lost or is wrong.
   *
   * @param place the file and where in it
   * @param isLoss whether records are missing
   */
  void trouble(String place, String problem, boolean isLoss);
}
