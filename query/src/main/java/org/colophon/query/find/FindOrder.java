// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.find;

/** Orders of search results; the largest value comes first. */
public enum FindOrder {
  TIME,
  COUNT,
  BYTES;

  /** Returns the value that decides the order of a result. */
  public long valueOf(Found found) {
    return valueOf(new Activity(found.timeNanos(), found.count(), found.bytes()));
  }

  long valueOf(Activity activity) {
    return switch (this) {
      case TIME -> activity.timeNanos();
      case COUNT -> activity.count();
      case BYTES -> activity.bytes();
    };
  }
}
