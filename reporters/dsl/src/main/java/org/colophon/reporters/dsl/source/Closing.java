package org.colophon.reporters.dsl.source;

import java.io.Closeable;
import java.io.IOException;

/** Ends whatever another thread waits for in a channel. */
final class Closing {
  private Closing() {}

  static void quietly(Closeable channel) {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // It was opened for reading: nothing is lost, and the reader learns that it is closed.
      }
    }
  }
}
