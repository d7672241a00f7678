// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * The stores of other hosts below a store: {@code hosts/MACHINE-ID}. Each is a whole store with its
 * own LSNs, so names and identities of two hosts are never mixed.
 */
public final class HostDirectory {
  /** Name of the directory in a store that contains the stores of other hosts. */
  public static final String DIRECTORY = "hosts";

  private HostDirectory() {}

  /** Returns the directory of a host's store. */
  public static Path of(Path store, StoreHost host) {
    return store.resolve(DIRECTORY).resolve(host.id());
  }

  /** Returns the other hosts of a store, by name and id. */
  public static List<StoreHost> list(Path store) {
    Path hosts = store.resolve(DIRECTORY);
    if (!Files.isDirectory(hosts)) {
      return List.of();
    }
    try (Stream<Path> directories = Files.list(hosts)) {
      List<StoreHost> found = new ArrayList<>();
      directories
          .filter(each -> StoreHost.isId(each.getFileName().toString()))
          .forEach(each -> StoreHost.of(each).ifPresent(found::add));
      found.sort(Comparator.comparing(StoreHost::name).thenComparing(StoreHost::id));
      return found;
    } catch (IOException e) {
      throw StoreDirectory.failed("read", hosts, e);
    }
  }

  /**
   * Returns the hosts other than {@code queriedHost}, by name. A host whose name is taken is listed
   * by its machine id.
   *
   * @param all the hosts, in the order in which they get their names
   */
  public static Map<String, StoreHost> othersOf(StoreHost queriedHost, List<StoreHost> all) {
    Map<String, StoreHost> named = new LinkedHashMap<>();
    for (StoreHost each : all) {
      boolean isTaken = named.containsKey(each.name()) || each.name().equals(queriedHost.name());
      if (!each.id().equals(queriedHost.id())) {
        named.put(isTaken ? each.id() : each.name(), each);
      }
    }
    return named;
  }

  /**
   * Finds one of some hosts of a store by its name, its machine id, or at least the first four
   * digits of that id.
   *
   * @throws ColophonException NOT_FOUND with the known hosts; BAD_REQUEST if several match
   */
  public static StoreHost find(List<StoreHost> all, Path store, String text) {
    List<StoreHost> found = all.stream().filter(each -> each.isCalled(text)).toList();
    if (found.size() == 1) {
      return found.get(0);
    }
    if (found.isEmpty()) {
      throw ErrorCode.NOT_FOUND.exception(
          "no host is called '%s' in %s; %s"
              .formatted(
                  text, store, all.isEmpty() ? "there are no other hosts" : "known: " + text(all)));
    }
    throw ErrorCode.BAD_REQUEST.exception(
        "'%s' means several hosts; give the machine id of one: %s".formatted(text, text(found)));
  }

  /**
   * Returns the name of the first host that a text denotes.
   *
   * @param named hosts by name
   * @param text a name, a machine id or a prefix of one
   */
  public static Optional<String> called(Map<String, StoreHost> named, String text) {
    return named.entrySet().stream()
        .filter(each -> each.getKey().equals(text) || each.getValue().isCalled(text))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private static String text(List<StoreHost> hosts) {
    return hosts.stream()
        .map(each -> each.name() + " (" + each.id() + ")")
        .collect(Collectors.joining(", "));
  }
}
