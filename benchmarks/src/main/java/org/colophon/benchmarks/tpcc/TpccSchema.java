// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.tpcc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** Creates and fills the nine tables of TPC-C. Their content depends only on the settings. */
public final class TpccSchema {
  static final int DISTRICTS = 10;

  private static final int BATCH = 500;

  private static final String[] TABLES = {
    "CREATE TABLE warehouse (w_id INT PRIMARY KEY, w_name VARCHAR(10), w_city VARCHAR(20),"
        + " w_tax DECIMAL(4,4), w_ytd DECIMAL(14,2))",
    "CREATE TABLE district (d_w_id INT, d_id INT, d_name VARCHAR(10), d_tax DECIMAL(4,4),"
        + " d_ytd DECIMAL(14,2), d_next_o_id INT, PRIMARY KEY (d_w_id, d_id))",
    "CREATE TABLE customer (c_w_id INT, c_d_id INT, c_id INT, c_first VARCHAR(16),"
        + " c_last VARCHAR(16), c_credit CHAR(2), c_discount DECIMAL(4,4),"
        + " c_balance DECIMAL(14,2), c_payment_cnt INT, c_data VARCHAR(500),"
        + " PRIMARY KEY (c_w_id, c_d_id, c_id))",
    "CREATE INDEX customer_name ON customer (c_w_id, c_d_id, c_last, c_first)",
    "CREATE TABLE history (h_c_id INT, h_c_d_id INT, h_c_w_id INT, h_d_id INT, h_w_id INT,"
        + " h_date TIMESTAMP, h_amount DECIMAL(6,2), h_data VARCHAR(24))",
    "CREATE TABLE new_orders (no_w_id INT, no_d_id INT, no_o_id INT,"
        + " PRIMARY KEY (no_w_id, no_d_id, no_o_id))",
    "CREATE TABLE orders (o_w_id INT, o_d_id INT, o_id INT, o_c_id INT, o_entry_d TIMESTAMP,"
        + " o_carrier_id INT, o_ol_cnt INT, PRIMARY KEY (o_w_id, o_d_id, o_id))",
    "CREATE INDEX orders_customer ON orders (o_w_id, o_d_id, o_c_id, o_id)",
    "CREATE TABLE order_line (ol_w_id INT, ol_d_id INT, ol_o_id INT, ol_number INT, ol_i_id INT,"
        + " ol_delivery_d TIMESTAMP NULL, ol_quantity INT, ol_amount DECIMAL(8,2),"
        + " ol_dist_info CHAR(24), PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number))",
    "CREATE TABLE item (i_id INT PRIMARY KEY, i_name VARCHAR(24), i_price DECIMAL(5,2))",
    "CREATE TABLE stock (s_w_id INT, s_i_id INT, s_quantity INT, s_dist_info CHAR(24), s_ytd INT,"
        + " s_order_cnt INT, PRIMARY KEY (s_w_id, s_i_id))",
  };

  private final TpccSettings settings;
  private final TpccRandom random;

  public TpccSchema(TpccSettings settings) {
    this.settings = settings;
    this.random = new TpccRandom(settings, -1);
  }

  /** Drops, creates and fills the tables. */
  public void create(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "DROP TABLE IF EXISTS warehouse, district, customer, history, new_orders, orders,"
              + " order_line, item, stock");
      for (String table : TABLES) {
        statement.execute(table);
      }
    }
    items(connection);
    for (int warehouse = 1; warehouse <= settings.warehouses(); warehouse++) {
      warehouse(connection, warehouse);
    }
    connection.commit();
  }

  private void items(Connection connection) throws SQLException {
    String sql = "INSERT INTO item (i_id, i_name, i_price) VALUES (?, ?, ?)";
    try (Rows rows = new Rows(connection, sql)) {
      for (int item = 1; item <= settings.items(); item++) {
        rows.add(item, random.letters(14), random.between(100, 10_000) / 100.0);
      }
    }
  }

  private void warehouse(Connection connection, int id) throws SQLException {
    try (Rows rows = new Rows(connection, "INSERT INTO warehouse VALUES (?, ?, ?, ?, ?)")) {
      rows.add(id, random.letters(8), random.letters(15), randomTax(), 30_000.0 * DISTRICTS);
    }
    try (Rows rows = new Rows(connection, "INSERT INTO stock VALUES (?, ?, ?, ?, 0, 0)")) {
      for (int item = 1; item <= settings.items(); item++) {
        rows.add(id, item, random.between(10, 100), random.letters(24));
      }
    }
    try (Rows rows = new Rows(connection, "INSERT INTO district VALUES (?, ?, ?, ?, 30000, 1)")) {
      for (int district = 1; district <= DISTRICTS; district++) {
        rows.add(id, district, random.letters(8), randomTax());
      }
    }
    customers(connection, id);
  }

  private void customers(Connection connection, int warehouse) throws SQLException {
    String sql = "INSERT INTO customer VALUES (?, ?, ?, ?, ?, ?, ?, -10, 1, ?)";
    try (Rows rows = new Rows(connection, sql)) {
      for (int district = 1; district <= DISTRICTS; district++) {
        for (int id = 1; id <= settings.customers(); id++) {
          String credit = random.isChosen(10) ? "BC" : "GC";
          String last = random.lastNameOf(id);
          String first = random.letters(12);
          rows.add(warehouse, district, id, first, last, credit, randomTax(), random.letters(300));
        }
      }
    }
  }

  private double randomTax() {
    return random.between(0, 2_000) / 10_000.0;
  }

  /** Inserts rows in batches. */
  private static final class Rows implements AutoCloseable {
    private final PreparedStatement statement;
    private int waiting;

    Rows(Connection connection, String sql) throws SQLException {
      this.statement = connection.prepareStatement(sql);
    }

    void add(Object... values) throws SQLException {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.addBatch();
      waiting++;
      if (waiting == BATCH) {
        statement.executeBatch();
        waiting = 0;
      }
    }

    @Override
    public void close() throws SQLException {
      if (waiting > 0) {
        statement.executeBatch();
      }
      statement.close();
    }
  }
}
