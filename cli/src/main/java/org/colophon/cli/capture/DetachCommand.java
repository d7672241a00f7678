// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.capture;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.ServiceOption;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.served.ServedReporter;
import org.colophon.cli.served.ServiceJson;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.core.error.ColophonException;
import org.colophon.query.text.DisplayText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Ends reporters of a running service. */
@Command(
    name = "detach",
    description = "End reporters of the service, after storing their operations.",
    footer = {
      "",
      "'colophon reporters' lists the ids. Storage adapters: colophon adapters detach.",
      "",
      "Examples:",
      "  colophon detach dsl-1",
      "  colophon detach strace-1 strace-2"
    })
public final class DetachCommand extends StoreCommand {
  @Parameters(paramLabel = "ID", arity = "1..*", description = "The reporters' ids.")
  private List<String> ids;

  public DetachCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    try (ServiceConnection connection = ServiceOption.require(store())) {
      List<ColophonException> failures = new ArrayList<>();
      for (String id : ids) {
        try {
          detach(connection, id);
        } catch (ColophonException e) {
          failures.add(e);
        }
      }
      return printResult(failures);
    }
  }

  /**
   * Prints all failures except the last. The caller prints the last failure, which determines the
   * exit code.
   */
  private int printResult(List<ColophonException> failures) {
    if (failures.isEmpty()) {
      return ExitCode.FOUND;
    }
    int last = failures.size() - 1;
    failures.subList(0, last).forEach(each -> console().remark(each.getMessage()));
    throw failures.get(last);
  }

  private void detach(ServiceConnection connection, String id) {
    ServiceRequest request =
        ServiceRequest.delete("/v1/reporters/" + ServiceRequest.pathPart(id)).build();
    JsonNode json = ServiceJson.exchange(connection, request);
    ServedReporter last = ServedReporter.of(json);
    console()
        .remark(
            last.isOver()
                ? "detached %s: %s, %s refused"
                    .formatted(
                        id,
                        DisplayText.count(last.operations(), "operation"),
                        DisplayText.count(last.refused()))
                : id + " is ending and still sends operations; to follow it: colophon reporters");
  }
}
