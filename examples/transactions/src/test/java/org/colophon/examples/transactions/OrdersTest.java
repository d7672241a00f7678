// SPDX-License-Identifier: Apache-2.0
package org.colophon.examples.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ColophonException;
import org.colophon.core.kernel.Kernel;
import org.colophon.examples.transactions.OrderBook.Step;
import org.colophon.service.Service;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that the lineage and the database agree after a crash at each step. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class OrdersTest {
  @TempDir Path temp;

  private Path store() {
    return temp.resolve("store");
  }

  /** Runs the program in a JVM of its own, which halts after a step. */
  private void crash(Step step) throws IOException, InterruptedException {
    Files.writeString(temp.resolve("order.txt"), "three ravens");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Orders.class.getName(),
                store().toString(),
                temp.resolve("database").toString(),
                "4711",
                temp.resolve("order.txt").toString(),
                step.name())
            .redirectErrorStream(true)
            .redirectOutput(temp.resolve("child.txt").toFile())
            .start();
    int status = child.waitFor();
    assertThat(status).as(Files.readString(temp.resolve("child.txt"))).isEqualTo(9);
  }

  /** Opens the book again, which decides what is prepared, and returns whether it has the order. */
  private boolean recover() throws SQLException {
    try (Kernel kernel = Orders.open(store());
        Connection database = Orders.connect(temp.resolve("database"))) {
      OrderBook book = new OrderBook(kernel, database);
      assertThat(kernel.transactions()).isEmpty();
      return book.has("4711");
    }
  }

  /** Returns the lineage of the order, or the reason why there is none. */
  private String lineage() {
    Service service = Service.start(ServiceConfig.of(store()));
    ServiceRequest request =
        ServiceRequest.get("/v1/lineage").parameter("target", "order://4711").build();
    try (ServiceConnection connection = ServiceConnection.at(service.config().socket()).build();
        ServiceResponse response = connection.exchange(request)) {
      return response.text();
    } catch (ColophonException e) {
      return String.valueOf(e.getMessage());
    } finally {
      assertThat(service.stop()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(Step.class)
  void agreesWithDatabaseAfterCrashAtEachStep(Step step) throws Exception {
    crash(step);
    boolean isStored = recover();
    assertThat(isStored).isEqualTo(step.compareTo(Step.STORED) >= 0);
    if (isStored) {
      assertThat(lineage()).contains("order.txt");
    } else {
      assertThat(lineage()).contains("nothing is known of order://4711");
    }
  }

  @Test
  void abortsLineageWhenDatabaseRefusesTheOrder() throws Exception {
    Files.writeString(temp.resolve("order.txt"), "three ravens");
    try (Kernel kernel = Orders.open(store());
        Connection database = Orders.connect(temp.resolve("database"))) {
      OrderBook book = new OrderBook(kernel, database);
      book.enter("4711", temp.resolve("order.txt"), step -> {});
      assertThatThrownBy(() -> book.enter("4711", temp.resolve("order.txt"), step -> {}))
          .isInstanceOf(SQLException.class);
      assertThat(kernel.transactions()).isEmpty();
    }
  }
}
