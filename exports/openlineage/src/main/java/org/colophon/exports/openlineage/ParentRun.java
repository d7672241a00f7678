// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.openlineage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;

/**
 * The run of an orchestrator that started a command. Immutable.
 *
 * @param run the run that started the command
 * @param root the run that started the first run of the chain; null if unknown
 */
public record ParentRun(Id run, @Nullable Id root) {
  /** Variable by which orchestrators pass the id of the run that starts a command. */
  public static final String VARIABLE = "OPENLINEAGE_PARENT_ID";

  /** Variable with the id of the first run of the chain. */
  public static final String ROOT_VARIABLE = "OPENLINEAGE_ROOT_PARENT_ID";

  private static final Pattern ID =
      Pattern.compile("(.+)/([^/]+)/(\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12})");

  /** Names of a run. */
  public record Id(String namespace, String job, UUID run) {
    /** Returns the names in a text {@code NAMESPACE/NAME/RUNID}; empty if the text has others. */
    public static Optional<Id> parse(String text) {
      Matcher match = ID.matcher(text);
      return match.matches()
          ? Optional.of(new Id(match.group(1), match.group(2), UUID.fromString(match.group(3))))
          : Optional.empty();
    }

    private void putInto(ObjectNode facet) {
      facet.putObject("run").put("runId", run.toString());
      facet.putObject("job").put("namespace", namespace).put("name", job);
    }
  }

  /** Returns the run that an environment names; null if it names none. */
  static @Nullable ParentRun of(Map<String, String> environment, Consumer<String> remarks) {
    Id run = id(environment, VARIABLE, remarks);
    return run == null ? null : new ParentRun(run, id(environment, ROOT_VARIABLE, remarks));
  }

  private static @Nullable Id id(
      Map<String, String> environment, String variable, Consumer<String> remarks) {
    String text = environment.getOrDefault(variable, "").strip();
    Optional<Id> id = Id.parse(text);
    if (id.isEmpty() && !text.isEmpty()) {
      remarks.accept(
          "%s of the command is not NAMESPACE/NAME/RUNID, and is ignored: %s"
              .formatted(variable, DisplayText.text(text)));
    }
    return id.orElse(null);
  }

  /** Returns the run that started the first run of the chain, as far as it is known. */
  Id first() {
    return root == null ? run : root;
  }

  ObjectNode facet(Facets facets) {
    ObjectNode facet = facets.facet("ParentRunFacet", "1-1-0");
    run.putInto(facet);
    if (root != null) {
      root.putInto(facet.putObject("root"));
    }
    return facet;
  }
}
