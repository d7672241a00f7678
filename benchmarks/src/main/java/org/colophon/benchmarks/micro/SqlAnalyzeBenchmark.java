package org.colophon.benchmarks.micro;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.Analysis;
import org.colophon.reporters.mysql.sql.SqlAnalyzer;
import org.colophon.reporters.mysql.sql.SqlOptions;
import org.colophon.reporters.mysql.sql.SqlSession;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Understands the statements of TPC-C's transactions as a client sends them, and copies each text
 * with its secrets masked. Counts statements a second: with templates that are remembered, and with
 * none, so that every statement is as new.
 *
 * <p>Run: {@code ./colophon bench micro SqlAnalyzeBenchmark}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 6, time = 1)
public class SqlAnalyzeBenchmark {
  private static final String[] STATEMENTS = {
    "SELECT c_discount, c_last, c_credit, w_tax FROM customer, warehouse WHERE w_id = 1 AND c_w_id = w_id AND c_d_id = 3 AND c_id = 17",
    "SELECT d_next_o_id, d_tax FROM district WHERE d_id = 3 AND d_w_id = 1 FOR UPDATE",
    "UPDATE district SET d_next_o_id = 3002 WHERE d_id = 3 AND d_w_id = 1",
    "INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local) VALUES (3001, 3, 1, 17, '2024-01-01 10:00:00', 10, 1)",
    "INSERT INTO new_orders (no_o_id, no_d_id, no_w_id) VALUES (3001, 3, 1)",
    "SELECT i_price, i_name, i_data FROM item WHERE i_id = 4711",
    "SELECT s_quantity, s_data, s_dist_01, s_dist_02 FROM stock WHERE s_i_id = 4711 AND s_w_id = 1 FOR UPDATE",
    "UPDATE stock SET s_quantity = 42 WHERE s_i_id = 4711 AND s_w_id = 1",
    "INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info) VALUES (3001, 3, 1, 1, 4711, 1, 5, 123.45, 'abcdefghijklmnopqrstuvwx')",
    "UPDATE warehouse SET w_ytd = w_ytd + 3000.5 WHERE w_id = 1",
    "SELECT c_id FROM customer WHERE c_w_id = 1 AND c_d_id = 3 AND c_last = 'BARBARBAR' ORDER BY c_first",
    "UPDATE customer SET c_balance = c_balance - 3000.5, c_data = 'x' WHERE c_w_id = 1 AND c_d_id = 3 AND c_id = 17",
    "INSERT INTO history (h_c_d_id, h_c_w_id, h_c_id, h_d_id, h_w_id, h_date, h_amount, h_data) VALUES (3, 1, 17, 3, 1, NOW(), 3000.5, 'w d')",
    "SELECT COUNT(DISTINCT s_i_id) FROM order_line, stock WHERE ol_w_id = 1 AND ol_d_id = 3 AND ol_o_id < 3002 AND ol_o_id >= 2982 AND s_w_id = 1 AND s_i_id = ol_i_id AND s_quantity < 15",
    "DELETE FROM new_orders WHERE no_o_id = 2101 AND no_d_id = 3 AND no_w_id = 1",
    "COMMIT",
  };

  private static final int COUNT = 16;

  // All of them name this many tables.
  private static final int TABLES = 17;

  /** Templates are cached. */
  @Param({"true", "false"})
  public boolean isWarm;

  private final byte[][] texts = new byte[COUNT][];
  private SqlAnalyzer analyzer;
  private SqlSession session;

  /** Makes the texts and the analyzer; without memory for a single template if it is to be cold. */
  @Setup
  public void open() {
    for (int i = 0; i < COUNT; i++) {
      texts[i] = STATEMENTS[i].getBytes(StandardCharsets.UTF_8);
    }
    SqlOptions usual = SqlOptions.MARIADB;
    analyzer =
        new SqlAnalyzer(isWarm ? usual : new SqlOptions(usual.rules(), usual.nameCase(), 4, 0));
    session = analyzer.session();
    session.database(Bytes.of("tpcc"));
  }

  /** One pass; all tables must be found. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long analyze() {
    long bytes = 0;
    int tables = 0;
    for (byte[] text : texts) {
      Analysis analysis = analyzer.analyze(session, text, 0, text.length);
      tables += analysis.statements().get(0).tables().size();
      bytes += analyzer.literalText().length();
    }
    if (tables != TABLES) {
      throw new IllegalStateException(tables + " tables found");
    }
    return bytes;
  }
}
