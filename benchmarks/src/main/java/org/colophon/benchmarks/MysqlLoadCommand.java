package org.colophon.benchmarks;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.tpcc.TpccLoad;
import org.colophon.benchmarks.tpcc.TpccSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A load on a server that is there. */
@Command(
    name = "mysql-load",
    mixinStandardHelpOptions = true,
    description = "Puts a load like TPC-C's on a MySQL or MariaDB server.")
final class MysqlLoadCommand implements Runnable {
  @Mixin private BenchmarkOptions options;

  @Option(
      names = "--url",
      required = true,
      description = "The database, such as jdbc:mariadb://127.0.0.1:3306/tpcc?user=root.")
  private String url;

  @Option(names = "--warehouses", description = "How many (default: ${DEFAULT-VALUE}).")
  private int warehouses = 2;

  @Option(names = "--customers", description = "In each district (default: ${DEFAULT-VALUE}).")
  private int customers = 300;

  @Option(names = "--items", description = "In the catalogue (default: ${DEFAULT-VALUE}).")
  private int items = 10_000;

  @Option(names = "--clients", description = "Connections (default: ${DEFAULT-VALUE}).")
  private int clients = 20;

  @Option(
      names = "--rate",
      description =
          "Transactions a second of all clients; 0 for as many as they can"
              + " (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(names = "--warm-up", description = "Seconds not counted (default: ${DEFAULT-VALUE}).")
  private int warmUpSeconds = 5;

  @Option(names = "--seconds", description = "Seconds counted (default: ${DEFAULT-VALUE}).")
  private int seconds = 20;

  @Option(names = "--keep", description = "Use the tables that are there.")
  private boolean isKept;

  @Override
  public void run() {
    TpccLoad load = new TpccLoad(settings());
    if (!isKept) {
      options.progress().accept("filling " + warehouses + " warehouses");
      load.prepare();
    }
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("load", rate == 0 ? "saturation" : rate + "/s");
    row.putAll(load.run().figures());
    Map<String, Object> shape =
        Map.of("warehouses", warehouses, "clients", clients, "rate", rate, "seconds", seconds);
    options.publish("mysql-load", shape, List.of(row), List.of(row));
  }

  private TpccSettings settings() {
    return new TpccSettings(
        url,
        warehouses,
        customers,
        items,
        clients,
        rate,
        Duration.ofSeconds(warmUpSeconds),
        Duration.ofSeconds(seconds),
        4711);
  }
}
