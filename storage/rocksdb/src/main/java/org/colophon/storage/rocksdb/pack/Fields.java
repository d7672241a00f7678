// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.pack;

import org.colophon.storage.rocksdb.format.StoreFormat;

/**
 * Walks over the fields of items. The packer reads the fields and the unpacker writes them, so both
 * need the same walk.
 */
abstract class Fields {
  /** Processes a number, and returns it. */
  abstract long number();

  /** Processes a length and as many bytes. */
  abstract void text();

  /** Returns whether a class has items with texts; the fields of others are numbers. */
  static boolean hasTexts(int factClass) {
    return factClass == StoreFormat.NODE
        || factClass == StoreFormat.BINDS
        || factClass == StoreFormat.NOTES;
  }

  /** Processes one item of a class with texts, or one field of another class. */
  final void item(int family, int factClass) {
    boolean isOfProcess = family == StoreFormat.BY_PROCESS;
    switch (factClass) {
      case StoreFormat.NODE -> {
        if (number() != StoreFormat.DECLARED) {
          numbers(3); // LSN, time and status of an end
        } else if (isOfProcess) {
          process();
        } else {
          numbers(2); // LSN, kind
          texts(2); // identity, label
        }
      }
      case StoreFormat.BINDS -> {
        number(); // stamp
        text(); // path
      }
      case StoreFormat.NOTES -> {
        number(); // place
        if (number() == 0 || isOfProcess) { // the other end, which has the texts
          texts(2); // type, data
        }
      }
      default -> number();
    }
  }

  private void process() {
    number(); // LSN
    text(); // identity
    number(); // pid
    text(); // executable
    texts(number()); // arguments
    text(); // directory
    number(); // start
  }

  private void numbers(int count) {
    for (int i = 0; i < count; i++) {
      number();
    }
  }

  private void texts(long count) {
    for (long i = 0; i < count; i++) {
      text();
    }
  }
}
