package org.colophon.storage.neo4j.names;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The places that were touched last, so that a path is not looked up part by part for each name
 * below it. Bounded: some 40 MB at most. One thread.
 */
final class SpotCache {
  private static final int CAPACITY = 100_000;

  /** As long as file systems let a part of a path be; longer ones would make the cache large. */
  private static final int MAX_SEGMENT = 255;

  private final Map<Place, Spot> spots = new LinkedHashMap<>(1024, 0.75f, true);

  Spot get(Place place) {
    return spots.get(place);
  }

  /** Keeps a spot that is at a place from now on. */
  void put(Spot spot) {
    if (spot.place.segment().length() > MAX_SEGMENT) {
      spot.parent.isComplete = false;
      return;
    }
    spots.put(spot.place, spot);
    if (spots.size() > CAPACITY) {
      Spot oldest = spots.values().iterator().next();
      oldest.parent.isComplete = false;
      spots.remove(oldest.place);
    }
  }

  void remove(Place place) {
    spots.remove(place);
  }

  void clear() {
    spots.clear();
  }
}
