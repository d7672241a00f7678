// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.servers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.colophon.testing.servers.PlantedScript.Case;
import org.colophon.testing.servers.PlantedScript.Effect;

/**
 * Ancestors after a script, computed from its known effects. In each statement, a written object
 * receives all read objects and their ancestors. An object has all its names, in alphabetical
 * order.
 */
final class PlantedTruth {
  private final String database;
  private final Map<String, Thing> named = new HashMap<>();

  private static final class Thing {
    final Set<String> names = new TreeSet<>();
    final Set<Thing> ancestors = new LinkedHashSet<>();
  }

  private PlantedTruth(String database) {
    this.database = database;
  }

  /**
   * Returns the ancestors of each table and file at the end.
   *
   * @param part effects that count
   */
  static Map<String, Set<String>> of(PlantedScript script, Function<Case, List<Effect>> part) {
    PlantedTruth truth = new PlantedTruth(script.name());
    for (Case one : script.cases()) {
      part.apply(one).stream().filter(Effect::happens).forEach(truth::happen);
    }
    return truth.result();
  }

  private void happen(Effect effect) {
    Set<Thing> causes = new LinkedHashSet<>();
    for (String read : effect.reads()) {
      Thing thing = thing(read);
      causes.add(thing);
      causes.addAll(thing.ancestors);
    }
    effect.drops().forEach(name -> named.remove(full(name)));
    effect.cuts().forEach(name -> thing(name).ancestors.clear());
    effect.creates().forEach(name -> named.put(full(name), new Thing()));
    List<String> written = new ArrayList<>(effect.writes());
    written.addAll(effect.creates());
    for (String name : written) {
      thing(name).ancestors.addAll(causes);
    }
    effect.renames().forEach(this::rename);
  }

  private void rename(String both) {
    String[] names = both.split(">");
    Thing thing = thing(names[0]);
    named.remove(full(names[0]));
    named.put(full(names[1]), thing);
    thing.names.add(full(names[1]));
  }

  private Thing thing(String name) {
    Thing thing = named.computeIfAbsent(full(name), unknown -> new Thing());
    thing.names.add(full(name));
    return thing;
  }

  private String full(String name) {
    return full(database, name);
  }

  /** Returns the name in the store: with its database, unless it is a file or a temporary table. */
  static String full(String database, String name) {
    boolean isWhole = name.startsWith("/") || isOwn(name);
    boolean isElsewhere = name.matches("(names_other|names|information_schema)\\..*");
    return isWhole || isElsewhere ? name : database + "." + name;
  }

  private static boolean isOwn(String name) {
    return name.startsWith("#") || name.startsWith("@");
  }

  private Map<String, Set<String>> result() {
    Map<String, Set<String>> result = new TreeMap<>();
    named.forEach(
        (name, thing) -> {
          if (!isOwn(name)) {
            result.put(name, names(thing));
          }
        });
    return result;
  }

  private static Set<String> names(Thing of) {
    Set<String> names = new TreeSet<>();
    for (Thing thing : of.ancestors) {
      boolean isItself = thing == of;
      if (!isItself && thing.names.stream().noneMatch(PlantedTruth::isOwn)) {
        names.add(String.join("|", thing.names));
      }
    }
    return names;
  }
}
