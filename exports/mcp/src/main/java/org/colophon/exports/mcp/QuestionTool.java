// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.query.parameter.ParameterSpec;
import org.colophon.query.question.AnswerContext;
import org.colophon.query.question.LineageQuestions.DiffQuestion;
import org.colophon.query.question.LineageQuestions.LineageQuestion;
import org.colophon.query.question.LineageQuestions.WhyQuestion;
import org.colophon.query.question.Question;
import org.colophon.query.question.QuestionServer.CommandRunner;
import org.colophon.query.question.QuestionServer.Reply;
import org.colophon.query.question.RecordQuestions.FindQuestion;
import org.colophon.query.question.RecordQuestions.IdentifyQuestion;
import org.colophon.query.question.RecordQuestions.TouchedQuestion;

/**
 * A question as a tool, whose parameters are those of the question's record. Any thread.
 *
 * @param command the command that answers it
 */
record QuestionTool(
    String name, String command, String description, List<ParameterSpec> parameters) {
  private static final int MAX_NODES = 2000;
  private static final int MAX_BYTES = 256 << 10;
  private static final String AS_OF = "as-of";
  private static final String NARROW =
      "; narrow it down: name fewer or deeper targets, lower depth or limit, or use hide";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** States as of when an answer holds, and whether it is complete. */
  private record Validity(String asOf, boolean found, boolean complete, List<String> remarks) {}

  /** Returns all tools. */
  static List<QuestionTool> all() {
    return Stream.of(
            tool("lineage", "Where files or processes came from.", LineageQuestion.class),
            tool("why", "The chain from an effect to a cause.", WhyQuestion.class),
            tool("touched", "The files that a run used.", TouchedQuestion.class),
            tool("diff", "How the origins of two targets differ.", DiffQuestion.class),
            tool("find", "Files, processes, users and records.", FindQuestion.class),
            tool("identify", "Recorded files with a content.", IdentifyQuestion.class),
            new QuestionTool("gaps", "status", "Figures of the store, and its gaps.", List.of()))
        .toList();
  }

  private static QuestionTool tool(
      String name, String description, Class<? extends Question> question) {
    List<ParameterSpec> parameters =
        AnswerContext.parameters(question).stream()
            .filter(each -> !each.head().isEmpty() || each.name().equals(AS_OF))
            .toList();
    return new QuestionTool(name, name, description, parameters);
  }

  /** Returns the description of the tool for callers. */
  Tool tool() {
    return Tool.builder(name, schema())
        .description(description)
        .annotations(ToolAnnotations.builder().readOnlyHint(true).build())
        .build();
  }

  private Map<String, Object> schema() {
    Map<String, Object> properties = new LinkedHashMap<>();
    parameters.forEach(each -> properties.put(each.name(), property(each)));
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put(
        "required",
        parameters.stream().filter(ParameterSpec::isRequired).map(ParameterSpec::name).toList());
    schema.put("additionalProperties", false);
    return schema;
  }

  private static Map<String, Object> property(ParameterSpec parameter) {
    Map<String, Object> property = new LinkedHashMap<>();
    property.put("description", parameter.help());
    if (parameter.isRepeated()) {
      property.put("type", "array");
      property.put("items", Map.of("type", "string"));
    } else if (parameter.isDirection()) {
      property.put("enum", List.of("ancestors", "descendants"));
    } else if (parameter.type() == boolean.class) {
      property.put("type", "boolean");
    } else if (parameter.type() == Integer.class || parameter.declared().nodes()) {
      property.put("type", "integer");
      property.put("minimum", 1);
      property.put("maximum", max(parameter));
    } else {
      property.put("type", "string");
    }
    return property;
  }

  private static int max(ParameterSpec parameter) {
    return parameter.declared().nodes() ? MAX_NODES : parameter.declared().max();
  }

  /** Answers a call. A failure is a result with the message of the command. */
  CallToolResult answer(CommandRunner runner, CallToolRequest call) {
    try {
      return checkedAnswer(runner, call.arguments() == null ? Map.of() : call.arguments());
    } catch (ColophonException e) {
      return failed(e.getMessage());
    }
  }

  private static CallToolResult failed(String message) {
    return CallToolResult.builder().addTextContent(message.strip()).isError(true).build();
  }

  private CallToolResult checkedAnswer(CommandRunner runner, Map<String, Object> given) {
    Map<String, Object> arguments = new LinkedHashMap<>(given);
    List<String> words = words(arguments);
    Reply status = runner.run(List.of("status", "--json"), MAX_BYTES);
    if (status.exitCode() != 0 || status.isCut()) {
      return failed(status.err());
    }
    JsonNode store = read(status.out());
    String asOf =
        given.containsKey(AS_OF) ? given.get(AS_OF).toString() : store.get("lastLsn").asText();
    if (!parameters.isEmpty()) {
      words.add(1, "--as-of=" + asOf);
    }
    Reply reply = parameters.isEmpty() ? status : runner.run(words, MAX_BYTES);
    if (reply.out().isEmpty()) {
      return failed(reply.err());
    }
    if (reply.isCut()) {
      return failed("the answer is longer than " + MAX_BYTES + " bytes" + NARROW);
    }
    JsonNode summary = read(reply.out()).path("summary");
    boolean isLimited = summary.path("beyondCount").asLong() > 0;
    if (isLimited && !given.containsKey("limit")) {
      return failed("the answer has more than " + MAX_NODES + " nodes" + NARROW);
    }
    boolean hasGaps =
        summary.has("incomplete")
            ? summary.get("incomplete").asBoolean()
            : !store.path("gaps").isEmpty() || !store.path("damages").isEmpty();
    List<String> remarks = reply.err().lines().toList();
    boolean isComplete = !hasGaps && !isLimited && reply.exitCode() <= 1;
    return CallToolResult.builder()
        .addTextContent(reply.out())
        .addTextContent(
            AnswerJson.line(new Validity(asOf, reply.exitCode() == 0, isComplete, remarks)))
        .isError(false)
        .build();
  }

  private static JsonNode read(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("commands answer in JSON", e);
    }
  }

  /** Returns the command line of a call. */
  private List<String> words(Map<String, Object> given) {
    List<String> names = parameters.stream().map(ParameterSpec::name).toList();
    given.keySet().stream()
        .filter(each -> !names.contains(each))
        .findFirst()
        .ifPresent(each -> refuse("there is no argument '" + each + "'; known here: " + names));
    List<String> options = new ArrayList<>(List.of(command, "--json"));
    List<String> targets = new ArrayList<>(List.of("--"));
    for (ParameterSpec each : parameters) {
      Object value = given.get(each.name());
      boolean isLimit = each.name().equals("limit") && each.declared().nodes();
      if (value == null && isLimit && !given.containsKey("top")) {
        value = MAX_NODES;
      }
      if (value == null && each.isRequired()) {
        refuse("the argument '" + each.name() + "' is missing");
      }
      if (value != null && !each.name().equals(AS_OF)) {
        add(each, value, each.isPositional() ? targets : options);
      }
    }
    options.addAll(targets);
    return options;
  }

  private static void add(ParameterSpec parameter, Object value, List<String> words) {
    if (parameter.isRepeated() && value instanceof List<?> all) {
      all.forEach(each -> words.add(word(parameter, each)));
    } else if (parameter.isDirection()) {
      if (value.equals("descendants")) {
        words.add(parameter.optionNames()[0]);
      } else if (!value.equals("ancestors")) {
        refuse(parameter.name() + " is ancestors or descendants, not " + value);
      }
    } else if (parameter.type() == boolean.class && value instanceof Boolean flag) {
      if (flag) {
        words.add(lastName(parameter));
      }
    } else if (parameter.type() == boolean.class || parameter.isRepeated()) {
      refuse("the argument '" + parameter.name() + "' has the wrong type");
    } else {
      words.add(word(parameter, value));
    }
  }

  private static String word(ParameterSpec parameter, Object value) {
    boolean isNumber = value instanceof Integer || value instanceof Long;
    if (!(value instanceof String) && !isNumber) {
      refuse("the argument '" + parameter.name() + "' has the wrong type");
    }
    if (isNumber && ((Number) value).longValue() > max(parameter)) {
      refuse("%s is at most %d, not %s".formatted(parameter.name(), max(parameter), value));
    }
    if (!isNumber && parameter.declared().nodes()) {
      refuse(parameter.name() + " is a number");
    }
    return parameter.isPositional() ? value.toString() : lastName(parameter) + "=" + value;
  }

  private static String lastName(ParameterSpec parameter) {
    String[] names = parameter.optionNames();
    return names[names.length - 1];
  }

  private static void refuse(String message) {
    throw ErrorCode.BAD_REQUEST.exception(message);
  }
}
