// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.log;

import java.nio.file.Path;
import java.util.Base64;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.note.KeyFile;
import org.colophon.history.certified.testing.Frames;

/** Signs a growing log without pause, and prints each checkpoint, until it is killed. */
final class SigningProcess {
  private SigningProcess() {}

  /**
   * Signs until killed. Arguments: the directory, and a seed, since each process must append
   * different entries.
   */
  public static void main(String[] arguments) {
    Path directory = Path.of(arguments[0]);
    Frames frames = new Frames(Long.parseLong(arguments[1]));
    try (LogWriter log =
        new LogWriter(
            new LogPlace(directory.resolve("log"), directory.resolve("store")),
            KeyFile.read(directory.resolve("key")))) {
      frames.beginAfter(log.lastLsn());
      for (int i = 0; true; i++) {
        for (int entry = 0; entry < i % 40; entry++) {
          log.append(frames.nextEntry());
        }
        Checkpoint signed = Checkpoint.parse(log.sign(i).text());
        System.out.println(
            signed.size() + " " + Base64.getEncoder().encodeToString(signed.root().toArray()));
      }
    }
  }
}
