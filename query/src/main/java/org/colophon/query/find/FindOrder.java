package org.colophon.query.find;

/** Orders of search results, the largest value first. */
public enum FindOrder {
  TIME,
  COUNT,
  BYTES;

  long valueOf(Activity activity) {
    return switch (this) {
      case TIME -> activity.timeNanos();
      case COUNT -> activity.count();
      case BYTES -> activity.bytes();
    };
  }
}
