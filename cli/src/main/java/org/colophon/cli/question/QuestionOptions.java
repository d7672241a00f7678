// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.question;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.api.Direction;
import org.colophon.query.parameter.ParameterSpec;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The options and positional parameters of a question, by the names of its parameters. */
final class QuestionOptions {
  private final Map<String, ArgSpec> byName = new HashMap<>();
  private final List<ParameterSpec> parameters;

  QuestionOptions(List<ParameterSpec> parameters) {
    this.parameters = parameters.stream().filter(each -> !each.head().isEmpty()).toList();
  }

  void addTo(CommandSpec model) {
    int position = 0;
    for (ParameterSpec each : parameters) {
      ArgSpec added = each.isPositional() ? positional(each, position++) : option(each);
      byName.put(each.name(), added);
      model.add(added);
    }
  }

  /**
   * Returns a value of the command line; null if it is absent.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST for a limit that is not positive
   */
  @Nullable Object value(String name) {
    ArgSpec option = byName.get(name);
    Object value = option == null ? null : option.getValue();
    if (name.equals("limit") && value instanceof Integer limit && limit <= 0) {
      throw ErrorCode.BAD_REQUEST.exception("--limit must be at least 1, not " + limit);
    }
    return name.equals("direction") && value != null ? Direction.DESCENDANTS : value;
  }

  private static ArgSpec option(ParameterSpec parameter) {
    OptionSpec.Builder option = OptionSpec.builder(parameter.optionNames());
    if (parameter.arity().equals("0..1")) {
      option.fallbackValue("").preprocessor(new OnlyAttached());
    }
    return option
        .arity(parameter.arity())
        .type(parameter.isDirection() ? boolean.class : parameter.type())
        .auxiliaryTypes(elementType(parameter))
        .paramLabel(parameter.label())
        .description(parameter.help())
        .build();
  }

  private static ArgSpec positional(ParameterSpec parameter, int position) {
    return PositionalParamSpec.builder()
        .index(parameter.arity().endsWith("*") ? position + "..*" : "" + position)
        .arity(parameter.arity())
        .type(parameter.type())
        .auxiliaryTypes(elementType(parameter))
        .paramLabel(parameter.label())
        .description(parameter.help())
        .build();
  }

  private static Class<?> elementType(ParameterSpec parameter) {
    return parameter.isRepeated()
        ? String.class
        : parameter.isDirection() ? boolean.class : parameter.type();
  }

  /**
   * Accepts an optional value only in the form {@code --mine=DIR}, so that a target may follow
   * {@code --mine}.
   */
  private static final class OnlyAttached implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      if (" ".equals(info.get("separator"))) {
        args.push("");
      }
      return false;
    }
  }
}
