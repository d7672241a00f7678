// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.generation;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.colophon.core.error.ErrorCode;

/**
 * The generations of a history, the oldest first. A copy of a store begins a generation after the
 * last LSN of the copy. Two histories are equal up to the LSN at which the first generation that
 * they do not share begins.
 *
 * @param generations empty if they are unknown, as in a store of an older Colophon
 */
public record GenerationChain(List<Generation> generations) {
  /** The chain of a store that has no generation yet. */
  public static final GenerationChain UNKNOWN = new GenerationChain(List.of());

  /** The length of a chain. An older generation is unknown, and its copies are refused. */
  private static final int MAX_GENERATIONS = 64;

  private static final Pattern FORM = Pattern.compile("([0-9a-f]{16})@([0-9]{1,18})");
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * One generation.
   *
   * @param id random, never 0
   * @param afterLsn the last LSN of its parent in it
   */
  public record Generation(long id, long afterLsn) {
    @Override
    public String toString() {
      return "%016x@%d".formatted(id, afterLsn);
    }
  }

  public GenerationChain {
    generations = List.copyOf(generations);
  }

  /**
   * Parses the text of {@link #toString}.
   *
   * @throws IllegalArgumentException if it is another text
   */
  public static GenerationChain parse(String text) {
    String[] parts = text.isEmpty() ? new String[0] : text.split(",", -1);
    return new GenerationChain(Arrays.stream(parts).map(GenerationChain::generation).toList());
  }

  /** Parses the text that another host sent; throws BAD_REQUEST for another text. */
  public static GenerationChain received(String text) {
    try {
      return parse(text);
    } catch (IllegalArgumentException e) {
      throw ErrorCode.BAD_REQUEST.exception("generations: " + e.getMessage(), e);
    }
  }

  private static Generation generation(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException("it has no generation ID@LSN, but " + text);
    }
    return new Generation(Long.parseUnsignedLong(form.group(1), 16), Long.parseLong(form.group(2)));
  }

  /** Returns the id of the newest generation; 0 if it is unknown. */
  public long newest() {
    return generations.isEmpty() ? 0 : generations.get(generations.size() - 1).id();
  }

  /** Returns the chain of a copy that begins after an LSN. */
  GenerationChain branch(long afterLsn) {
    List<Generation> all = new ArrayList<>(generations);
    all.add(new Generation(RANDOM.nextLong() | 1, afterLsn));
    return new GenerationChain(all.subList(Math.max(0, all.size() - MAX_GENERATIONS), all.size()));
  }

  /**
   * Returns true if this history contains another one.
   *
   * @param newest newest generation of the other history; 0 if it is unknown
   * @param lsn last LSN of the other history
   */
  public boolean contains(long newest, long lsn) {
    boolean isShared = newest == 0 || generations.isEmpty();
    for (Generation each : generations) {
      if (isShared && newest != 0 && each.afterLsn() < lsn) {
        return false;
      }
      isShared |= each.id() == newest;
    }
    return isShared;
  }

  /** Returns the text form. */
  @Override
  public String toString() {
    return generations.stream().map(Generation::toString).collect(Collectors.joining(","));
  }
}
