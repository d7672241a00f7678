// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.note;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.model.Bytes;

/**
 * Trusted logs, and the witnesses that must have cosigned: c2sp.org/tlog-policy.
 *
 * @param logs keys of logs; empty if they are given elsewhere
 * @param witnesses the witnesses by their names in the policy
 * @param groups the groups by name
 * @param quorum the name of a witness or group; {@link #NONE} if no cosignature is required
 */
public record WitnessPolicy(
    List<VerifierKey> logs,
    Map<String, Witness> witnesses,
    Map<String, Group> groups,
    String quorum) {
  public static final String NONE = "none";

  /** A policy without requirements. */
  public static final WitnessPolicy EMPTY = new WitnessPolicy(List.of(), Map.of(), Map.of(), NONE);

  /** A witness. */
  public record Witness(VerifierKey key, Optional<URI> url) {}

  /** A group of witnesses and groups. At least {@code needed} of its members must have cosigned. */
  public record Group(int needed, List<String> members) {}

  /** Returns the names of the witnesses that cosigned a checkpoint. */
  public Set<String> cosigners(SignedNote checkpoint) {
    Set<String> names = new HashSet<>();
    witnesses.forEach(
        (name, witness) -> {
          if (checkpoint.by(witness.key()) != null) {
            names.add(name);
          }
        });
    return names;
  }

  /** Returns true if these witnesses are enough. */
  public boolean isMetBy(Set<String> cosigners) {
    return quorum.equals(NONE) || isMetBy(cosigners, quorum);
  }

  private boolean isMetBy(Set<String> cosigners, String name) {
    Group group = groups.get(name);
    return group == null
        ? cosigners.contains(name)
        : group.members().stream().filter(each -> isMetBy(cosigners, each)).count()
            >= group.needed();
  }

  /**
   * Reads a policy file.
   *
   * @throws ColophonException NOT_FOUND, BAD_REQUEST with the line, IO_FAILED
   */
  public static WitnessPolicy read(Path file) {
    try {
      return parse(
          new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1), file.toString());
    } catch (NoSuchFileException e) {
      throw ErrorCode.NOT_FOUND.exception(
          "there is no policy " + file + ": write one, or name another", e);
    } catch (IOException e) {
      throw IoFailure.of("read", file, e);
    }
  }

  /**
   * Parses a policy.
   *
   * @param text with each byte as one character
   * @param place its name for messages
   * @throws ColophonException BAD_REQUEST with the line
   */
  public static WitnessPolicy parse(String text, String place) {
    Parser parser = new Parser();
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      try {
        parser.parse(line);
      } catch (ColophonException e) {
        throw ErrorCode.BAD_REQUEST.exception(
            "%s, line %d: %s".formatted(place, number, e.getMessage()), e);
      }
    }
    return parser.policy(place);
  }

  /** Reads line after line. */
  private static final class Parser {
    private final List<VerifierKey> logs = new ArrayList<>();
    private final Map<String, Witness> witnesses = new LinkedHashMap<>();
    private final Map<String, Group> groups = new LinkedHashMap<>();
    private final Set<Bytes> logKeys = new HashSet<>();
    private final Set<Bytes> witnessKeys = new HashSet<>();
    private final Set<String> members = new HashSet<>();
    private String quorum = "";

    void parse(String line) {
      ErrorCode.BAD_REQUEST.require(
          line.chars().allMatch(c -> c == '\t' || (c >= ' ' && c != 0x7f)), "a control character");
      String stripped = line.replaceAll("^[ \t]+|[ \t]+$", "");
      if (stripped.isEmpty() || stripped.startsWith("#")) {
        return;
      }
      List<String> words = List.of(stripped.split("[ \t]+", -1));
      switch (words.get(0)) {
        case "log" -> log(words);
        case "witness" -> witness(words);
        case "group" -> group(words);
        case "quorum" -> quorum(words);
        default ->
            throw ErrorCode.BAD_REQUEST.exception(
                "begin a line with log, witness, group or quorum");
      }
    }

    private void log(List<String> words) {
      ErrorCode.BAD_REQUEST.require(words.size() == 2 || words.size() == 3, "write: log KEY [URL]");
      VerifierKey key = VerifierKey.parse(words.get(1));
      ErrorCode.BAD_REQUEST.require(
          key.type() == VerifierKey.LOG, "this is the key of a witness, not of a log");
      ErrorCode.BAD_REQUEST.require(logKeys.add(key.key()), "this log is listed twice");
      logs.add(key);
    }

    private void witness(List<String> words) {
      ErrorCode.BAD_REQUEST.require(
          words.size() == 3 || words.size() == 4, "write: witness NAME KEY [URL]");
      define(words.get(1));
      VerifierKey key = VerifierKey.parse(words.get(2));
      ErrorCode.BAD_REQUEST.require(
          key.type() == VerifierKey.COSIGNER, "this is the key of a log, not of a witness");
      ErrorCode.BAD_REQUEST.require(witnessKeys.add(key.key()), "this witness is listed twice");
      Optional<URI> url = words.size() == 4 ? Optional.of(url(words.get(3))) : Optional.empty();
      witnesses.put(words.get(1), new Witness(key, url));
    }

    private static URI url(String text) {
      try {
        URI url = URI.create(text);
        ErrorCode.BAD_REQUEST.require(
            url.getScheme() != null && url.getScheme().matches("https?"), "not a URL: " + text);
        return url;
      } catch (IllegalArgumentException e) {
        throw ErrorCode.BAD_REQUEST.exception("not a URL: " + text);
      }
    }

    private void group(List<String> words) {
      ErrorCode.BAD_REQUEST.require(
          words.size() >= 4, "write: group NAME all|any|NUMBER MEMBER...");
      define(words.get(1));
      List<String> of = words.subList(3, words.size());
      for (String member : of) {
        ErrorCode.BAD_REQUEST.require(
            isDefined(member), "there is no witness or group %s above".formatted(member));
        ErrorCode.BAD_REQUEST.require(members.add(member), member + " is a member twice");
      }
      String needed = words.get(2);
      int count =
          switch (needed) {
            case "any" -> 1;
            case "all" -> of.size();
            default -> needed.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(needed) : 0;
          };
      ErrorCode.BAD_REQUEST.require(
          count >= 1 && count <= of.size(),
          "write all, any, or a number from 1 to the number of members");
      groups.put(words.get(1), new Group(count, of));
    }

    private void quorum(List<String> words) {
      ErrorCode.BAD_REQUEST.require(words.size() == 2, "write: quorum NAME");
      ErrorCode.BAD_REQUEST.require(quorum.isEmpty(), "there is a second quorum");
      String name = words.get(1);
      ErrorCode.BAD_REQUEST.require(
          name.equals(NONE) || isDefined(name),
          "there is no witness or group %s above".formatted(name));
      quorum = name;
    }

    private void define(String name) {
      ErrorCode.BAD_REQUEST.require(!name.equals(NONE), "none is not a name");
      ErrorCode.BAD_REQUEST.require(!isDefined(name), "this name is defined twice: " + name);
    }

    private boolean isDefined(String name) {
      return witnesses.containsKey(name) || groups.containsKey(name);
    }

    WitnessPolicy policy(String place) {
      if (quorum.isEmpty()) {
        throw ErrorCode.BAD_REQUEST.exception(place + " has no line such as: quorum none");
      }
      return new WitnessPolicy(logs, witnesses, groups, quorum);
    }
  }
}
