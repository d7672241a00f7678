// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.find;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.Accounts;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.pattern.Glob;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.target.AsOfParser;
import org.colophon.query.target.Target;
import org.colophon.query.target.Targets;

/** Parses a search from the texts of its conditions, by their names in the API. */
public final class FindParser {
  /** Default maximum number of results. */
  public static final int DEFAULT_LIMIT = 1000;

  private final Targets targets;
  private final AsOfParser times;
  private final Bytes directory;
  private final long asOfLsn;

  /**
   * Constructs a parser.
   *
   * @param directory the absolute directory that relative paths start from
   */
  public FindParser(LineageReader reader, Instant now, ZoneId zone, Bytes directory, long asOfLsn) {
    this.targets = new Targets(reader, now, zone);
    this.times = new AsOfParser(reader, now, zone);
    this.directory = directory;
    this.asOfLsn = asOfLsn;
  }

  /**
   * Parses a search from the texts of its conditions.
   *
   * @throws ColophonException BAD_REQUEST for an invalid text, NOT_FOUND for an unknown target
   */
  public FindQuery parse(Map<String, String> texts) {
    FindQuery query = new FindQuery().asOf(asOfLsn);
    addIdentity(texts, query);
    addRange(texts, query);
    set(texts, "record", Glob::of, query::record);
    set(texts, "content", Bytes::of, query::content);
    set(texts, "read-by", text -> ids("read-by", text, NodeType.PROCESS), query::readBy);
    set(texts, "written-by", text -> ids("written-by", text, NodeType.PROCESS), query::writtenBy);
    set(texts, "reads", text -> ids("reads", text, NodeType.OBJECT), query::reads);
    set(texts, "writes", text -> ids("writes", text, NodeType.OBJECT), query::writes);
    addOrder(texts, query);
    return query;
  }

  private static <T> void set(
      Map<String, String> texts, String name, Function<String, T> parse, Consumer<T> setter) {
    String text = texts.get(name);
    if (text == null) {
      return;
    }
    if (text.isBlank()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the condition " + name + " is empty; give it a value or leave it out");
    }
    setter.accept(parse.apply(text));
  }

  private void addIdentity(Map<String, String> texts, FindQuery query) {
    set(texts, "name", text -> NamePattern.of(text, directory), query::name);
    set(texts, "kind", text -> constant("kind", text, ObjectKind.values()), query::kind);
    set(texts, "type", text -> constant("type", text, FoundType.values()), query::type);
    set(texts, "pid", text -> number("pid", text), query::pid);
    set(texts, "user", text -> text, user -> addUser(user, query));
    set(
        texts,
        "command",
        text -> text.strip().split("\\s+"),
        words -> Arrays.stream(words).map(Glob::of).forEach(query::word));
  }

  /**
   * Adds a condition on the user. Reporters name a user of a host by number, and a server account
   * together with its hosts.
   */
  private static void addUser(String user, FindQuery query) {
    Glob name = Glob.of(user);
    query.user(name);
    query.user(Glob.of(user + "@*"));
    Accounts accounts = Accounts.read(Path.of("/etc/passwd"));
    accounts.uid(user).ifPresent(uid -> query.user(Glob.of("user " + uid)));
    accounts
        .uids(each -> name.matchesWhole(Bytes.of(each)))
        .forEach(uid -> query.user(Glob.of("user " + uid)));
  }

  private void addRange(Map<String, String> texts, FindQuery query) {
    LongConsumer after = lsn -> query.from(Math.min(lsn, Lsn.LATEST - 1) + 1);
    set(texts, "since", text -> text, text -> addBound(text, query::since, after));
    set(texts, "until", text -> text, text -> addBound(text, query::until, query::to));
    set(texts, "from-lsn", text -> number("from-lsn", text), query::from);
    set(texts, "to-lsn", text -> number("to-lsn", text), query::to);
  }

  /** Adds an end of a range: a time goes by the times of activities, all else by their LSNs. */
  private void addBound(String text, LongConsumer time, LongConsumer lsn) {
    times.timeNanos(text).ifPresentOrElse(time, () -> lsn.accept(lsn(text)));
  }

  private static void addOrder(Map<String, String> texts, FindQuery query) {
    boolean isTop = texts.containsKey("top");
    query.limit(isTop ? Integer.MAX_VALUE : DEFAULT_LIMIT);
    set(texts, "limit", text -> limit("limit", text), query::limit);
    if (isTop) {
      query.order(FindOrder.COUNT);
      set(texts, "top", text -> limit("top", text), top -> query.limit(Math.min(top, query.limit)));
    }
    set(texts, "sort", text -> constant("sort", text, FindOrder.values()), query::order);
  }

  /** Parses a time. Returns 0 if nothing was recorded before that time. */
  private long lsn(String text) {
    long lsn = times.find(text, asOfLsn);
    if (lsn < 0) {
      throw ErrorCode.BAD_REQUEST.exception(times.problem(text, lsn));
    }
    return lsn;
  }

  private static long number(String name, String text) {
    if (!text.matches("[0-9]{1,18}")) {
      throw ErrorCode.BAD_REQUEST.exception(
          "%s must be a whole number, not '%s'".formatted(name, display(text)));
    }
    return Long.parseLong(text);
  }

  private static int limit(String name, String text) {
    long number = number(name, text);
    if (number == 0 || number > Integer.MAX_VALUE) {
      throw ErrorCode.BAD_REQUEST.exception(
          "%s must be from 1 to %d, not %d".formatted(name, Integer.MAX_VALUE, number));
    }
    return (int) number;
  }

  private static <E extends Enum<E>> E constant(String name, String text, E[] values) {
    for (E value : values) {
      if (word(value).equals(text.toLowerCase(Locale.ROOT))) {
        return value;
      }
    }
    String words = Arrays.stream(values).map(FindParser::word).collect(Collectors.joining(", "));
    throw ErrorCode.BAD_REQUEST.exception(
        "%s must be one of %s, not '%s'".formatted(name, words, display(text)));
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private Set<Long> ids(String name, String text, NodeType type) {
    Target target = targets.followed(targets.parse(text, directory, asOfLsn));
    if (target.roots().stream().anyMatch(root -> root.type() != type)) {
      throw ErrorCode.BAD_REQUEST.exception(
          type == NodeType.PROCESS
              ? "%s must be a process, pid:N or process:ID, not '%s'".formatted(name, display(text))
              : "%s must be a path or object:ID, not '%s'".formatted(name, display(text)));
    }
    return target.roots().stream().map(Root::id).collect(Collectors.toSet());
  }

  private static String display(String text) {
    return Bytes.of(text).display();
  }
}
