// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.recording;

/** Losses of a recording that ends without notice. Codes are durable: never renumber. */
public enum Coverage {
  /** Later operations of the recording's processes, which the reporter watches until they end. */
  PROCESSES(0),
  /** Anything: the processes and objects of the recording's last operations are unknown. */
  ANYTHING(1),
  /** Nothing: the recording resumes from the position of its source. */
  NOTHING(2);

  private final int code;

  Coverage(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static Coverage of(int code) {
    for (Coverage each : values()) {
      if (each.code == code) {
        return each;
      }
    }
    throw new IllegalArgumentException("unknown coverage code " + code);
  }
}
