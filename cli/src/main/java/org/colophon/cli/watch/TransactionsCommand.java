// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.HostOption;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.ServiceOption;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.served.ServiceJson;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.spi.reporter.PreparedTransaction;
import org.colophon.core.spi.reporter.TransactionStep;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.TextTable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the prepared transactions of applications, and decides them. */
@Command(
    name = "transactions",
    description = "List the prepared transactions of applications, or decide one.",
    footer = {
      "",
      "An application decides its transactions itself. Decide one here only if the",
      "application cannot do it any more.",
      "",
      "Examples:",
      "  colophon transactions",
      "  colophon transactions --commit order-4711",
      "  colophon transactions --abort order-4711"
    })
public final class TransactionsCommand extends StoreCommand {
  @ArgGroup private @Nullable Decision decision;

  @Mixin private ServiceOption service;

  @Mixin private HostOption host;

  /** A decision about one transaction. */
  static final class Decision {
    @Option(names = "--commit", paramLabel = "ID", description = "Record its writes.")
    private @Nullable String commit;

    @Option(names = "--abort", paramLabel = "ID", description = "Remove its writes.")
    private @Nullable String abort;

    @Option(
        names = "--abandon",
        paramLabel = "ID",
        description = "Record its writes as attempted, as their outcome is unknown.")
    private @Nullable String abandon;

    private TransactionStep step() {
      return commit != null
          ? TransactionStep.COMMIT
          : abort != null ? TransactionStep.ABORT : TransactionStep.ABANDON;
    }

    private String id() {
      return PreparedTransaction.checked(
          commit != null ? commit : abort != null ? abort : String.valueOf(abandon));
    }
  }

  public TransactionsCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    return service.query(host.choose(store()), this::byService, this::here);
  }

  private int byService(ServiceConnection connection) {
    if (decision == null) {
      List<PreparedTransaction> all = new ArrayList<>();
      for (JsonNode each : ServiceJson.get(connection, "/v1/transactions")) {
        all.add(
            new PreparedTransaction(
                each.path("id").asText(),
                each.path("reporter").asText(),
                Instant.parse(each.path("prepared").asText()).toEpochMilli(),
                each.path("operations").asInt()));
      }
      return print(all);
    }
    String step = decision.step().name().toLowerCase(Locale.ROOT);
    ServiceJson.post(connection, "/v1/transactions/" + decision.id() + "/" + step, Map.of());
    return decided(decision);
  }

  private int here() {
    try (Kernel kernel = host.choose(store()).openKernel(List.of())) {
      if (decision == null) {
        return print(kernel.transactions());
      }
      kernel.decide(decision.step(), decision.id());
      kernel.drain();
      return decided(decision);
    }
  }

  private int decided(Decision by) {
    console().remark("transaction " + by.id() + ": " + by.step().name().toLowerCase(Locale.ROOT));
    return ExitCode.FOUND;
  }

  private int print(List<PreparedTransaction> all) {
    TextTable table = new TextTable("id", "reporter", "age", "operations");
    for (PreparedTransaction each : all) {
      Duration age = Duration.ofMillis(each.ageMillis(System.currentTimeMillis()));
      table.row(
          each.id(),
          DisplayText.text(each.reporter()),
          age.toSeconds() + " s",
          "" + each.operations());
    }
    table.print(out());
    return all.isEmpty() ? ExitCode.NOTHING : ExitCode.FOUND;
  }
}
