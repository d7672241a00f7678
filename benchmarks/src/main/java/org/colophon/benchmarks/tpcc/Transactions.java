// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.tpcc;

import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** TPC-C's transactions (clauses 2.4 to 2.8) of a client, statement by statement. */
final class Transactions {
  private static final String READ_CUSTOMER =
      """
      SELECT c_discount, c_last, c_credit, w_tax FROM customer, warehouse \
      WHERE w_id = ? AND c_w_id = w_id AND c_d_id = ? AND c_id = ?""";
  private static final String LOCK_DISTRICT =
      "SELECT d_next_o_id, d_tax FROM district WHERE d_w_id = ? AND d_id = ? FOR UPDATE";
  private static final String SET_NEXT_ORDER =
      "UPDATE district SET d_next_o_id = ? WHERE d_w_id = ? AND d_id = ?";
  private static final String ADD_ORDER =
      """
      INSERT INTO orders (o_w_id, o_d_id, o_id, o_c_id, o_entry_d, o_ol_cnt) \
      VALUES (?, ?, ?, ?, ?, ?)""";
  private static final String ADD_NEW_ORDER =
      "INSERT INTO new_orders (no_w_id, no_d_id, no_o_id) VALUES (?, ?, ?)";
  private static final String READ_ITEM = "SELECT i_price, i_name FROM item WHERE i_id = ?";
  private static final String LOCK_STOCK =
      "SELECT s_quantity, s_dist_info FROM stock WHERE s_w_id = ? AND s_i_id = ? FOR UPDATE";
  private static final String TAKE_FROM_STOCK =
      """
      UPDATE stock SET s_quantity = ?, s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1 \
      WHERE s_w_id = ? AND s_i_id = ?""";
  private static final String ADD_LINE =
      """
      INSERT INTO order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_quantity, \
      ol_amount, ol_dist_info) VALUES (?, ?, ?, ?, ?, ?, ?, ?)""";
  private static final String PAY_WAREHOUSE =
      "UPDATE warehouse SET w_ytd = w_ytd + ? WHERE w_id = ?";
  private static final String READ_WAREHOUSE =
      "SELECT w_tax, w_name, w_city FROM warehouse WHERE w_id = ?";
  private static final String PAY_DISTRICT =
      "UPDATE district SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ?";
  private static final String PAY_CUSTOMER =
      """
      UPDATE customer SET c_balance = c_balance - ?, c_payment_cnt = c_payment_cnt + 1 \
      WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?""";
  private static final String ADD_HISTORY =
      """
      INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data) \
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)""";
  private static final String FIND_BY_NAME =
      """
      SELECT c_id FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_last = ? \
      ORDER BY c_first""";
  private static final String LAST_ORDER =
      """
      SELECT o_id, o_carrier_id, o_entry_d FROM orders WHERE o_w_id = ? AND o_d_id = ? \
      AND o_c_id = ? ORDER BY o_id DESC LIMIT 1""";
  private static final String LINES =
      """
      SELECT ol_i_id, ol_quantity, ol_amount, ol_delivery_d FROM order_line \
      WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?""";
  private static final String OLDEST_NEW_ORDER =
      """
      SELECT no_o_id FROM new_orders WHERE no_w_id = ? AND no_d_id = ? \
      ORDER BY no_o_id LIMIT 1 FOR UPDATE""";
  private static final String REMOVE_NEW_ORDER =
      "DELETE FROM new_orders WHERE no_w_id = ? AND no_d_id = ? AND no_o_id = ?";
  private static final String CUSTOMER_OF_ORDER =
      "SELECT o_c_id FROM orders WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?";
  private static final String SET_CARRIER =
      "UPDATE orders SET o_carrier_id = ? WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?";
  private static final String DELIVER_LINES =
      """
      UPDATE order_line SET ol_delivery_d = ? \
      WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?""";
  private static final String SUM_OF_LINES =
      "SELECT SUM(ol_amount) FROM order_line WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?";
  private static final String CHARGE_CUSTOMER =
      """
      UPDATE customer SET c_balance = c_balance + ? \
      WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?""";
  private static final String NEXT_ORDER =
      "SELECT d_next_o_id FROM district WHERE d_w_id = ? AND d_id = ?";
  private static final String COUNT_LOW_STOCK =
      """
      SELECT COUNT(DISTINCT s_i_id) FROM order_line, stock WHERE ol_w_id = ? AND ol_d_id = ? \
      AND ol_o_id < ? AND ol_o_id >= ? AND s_w_id = ? AND s_i_id = ol_i_id AND s_quantity < ?""";

  /** A kind of transaction. */
  enum Kind {
    NEW_ORDER("new order"),
    PAYMENT("payment"),
    ORDER_STATUS("order status"),
    DELIVERY("delivery"),
    STOCK_LEVEL("stock level");

    final String title;

    Kind(String title) {
      this.title = title;
    }

    void run(Transactions transactions) throws SQLException {
      switch (this) {
        case NEW_ORDER -> transactions.newOrder();
        case PAYMENT -> transactions.payment();
        case ORDER_STATUS -> transactions.orderStatus();
        case DELIVERY -> transactions.delivery();
        case STOCK_LEVEL -> transactions.stockLevel();
      }
    }
  }

  static final List<Kind> OTHERS = List.of(Kind.ORDER_STATUS, Kind.DELIVERY, Kind.STOCK_LEVEL);

  private final Queries queries;
  private final TpccRandom random;

  Transactions(Queries queries, TpccRandom random) {
    this.queries = queries;
    this.random = random;
  }

  /** Selects a kind of transaction by its share in the mix (clause 5.2.3). */
  static Kind choose(TpccRandom random) {
    int percent = random.between(0, 99);
    if (percent < 45) {
      return Kind.NEW_ORDER;
    }
    return percent < 45 + 43 ? Kind.PAYMENT : OTHERS.get(percent % OTHERS.size());
  }

  /**
   * Orders five to fifteen items. One of a hundred orders has an unknown item and is rolled back.
   */
  void newOrder() throws SQLException {
    int warehouse = random.warehouse();
    int district = random.district();
    int customer = random.customer();
    double discount = queries.number(0, READ_CUSTOMER, warehouse, district, customer);
    // Ascending order prevents a deadlock between two orders.
    Set<Integer> items = new TreeSet<>();
    for (int count = random.between(5, 15); count > 0; count--) {
      items.add(random.item());
    }
    int order = (int) queries.number(0, LOCK_DISTRICT, warehouse, district);
    queries.update(SET_NEXT_ORDER, order + 1, warehouse, district);
    queries.update(ADD_ORDER, warehouse, district, order, customer, now(), items.size());
    queries.update(ADD_NEW_ORDER, warehouse, district, order);
    int number = 0;
    for (int item : items) {
      number++;
      orderLine(warehouse, district, order, number, item, discount);
    }
    if (random.isChosen(1)) {
      queries.numbers("SELECT i_id FROM item WHERE i_id = ?", -1);
      queries.rollback();
    } else {
      queries.commit();
    }
  }

  private void orderLine(
      int warehouse, int district, int order, int number, int item, double discount)
      throws SQLException {
    double price = queries.number(1, READ_ITEM, item);
    int stock = (int) queries.number(100, LOCK_STOCK, warehouse, item);
    int quantity = random.between(1, 10);
    int left = stock - quantity > 10 ? stock - quantity : stock - quantity + 91;
    queries.update(TAKE_FROM_STOCK, left, quantity, warehouse, item);
    double amount = Math.round(quantity * price * (1 - discount) * 100) / 100.0;
    String info = random.letters(24);
    queries.update(ADD_LINE, warehouse, district, order, number, item, quantity, amount, info);
  }

  /** Records a payment of a customer. In six of ten cases, finds the customer by last name. */
  void payment() throws SQLException {
    int warehouse = random.warehouse();
    int district = random.district();
    double amount = random.between(100, 500_000) / 100.0;
    queries.update(PAY_WAREHOUSE, amount, warehouse);
    queries.number(0, READ_WAREHOUSE, warehouse);
    queries.update(PAY_DISTRICT, amount, warehouse, district);
    int customer = customer(warehouse, district);
    queries.update(PAY_CUSTOMER, amount, warehouse, district, customer);
    Object[] row = {
      customer, district, warehouse, district, warehouse, now(), amount, random.letters(20)
    };
    queries.update(ADD_HISTORY, row);
    queries.commit();
  }

  private int customer(int warehouse, int district) throws SQLException {
    if (!random.isChosen(60)) {
      return random.customer();
    }
    List<Integer> found = queries.numbers(FIND_BY_NAME, warehouse, district, random.someLastName());
    return found.isEmpty() ? random.customer() : found.get(found.size() / 2);
  }

  /** Reads a customer's last order. */
  void orderStatus() throws SQLException {
    int warehouse = random.warehouse();
    int district = random.district();
    int customer = customer(warehouse, district);
    int order = (int) queries.number(0, LAST_ORDER, warehouse, district, customer);
    queries.numbers(LINES, warehouse, district, order);
    queries.commit();
  }

  /** Delivers the oldest new order of each district. */
  void delivery() throws SQLException {
    int warehouse = random.warehouse();
    int carrier = random.between(1, 10);
    for (int district = 1; district <= TpccSchema.DISTRICTS; district++) {
      for (int order : queries.numbers(OLDEST_NEW_ORDER, warehouse, district)) {
        deliver(warehouse, district, order, carrier);
      }
    }
    queries.commit();
  }

  private void deliver(int warehouse, int district, int order, int carrier) throws SQLException {
    Object[] key = {warehouse, district, order};
    queries.update(REMOVE_NEW_ORDER, key);
    int customer = (int) queries.number(0, CUSTOMER_OF_ORDER, key);
    queries.update(SET_CARRIER, carrier, warehouse, district, order);
    queries.update(DELIVER_LINES, now(), warehouse, district, order);
    double amount = queries.number(0, SUM_OF_LINES, key);
    queries.update(CHARGE_CUSTOMER, amount, warehouse, district, customer);
  }

  /** Counts the items of the last twenty orders whose stock is low. */
  void stockLevel() throws SQLException {
    int warehouse = random.warehouse();
    int district = random.district();
    int next = (int) queries.number(0, NEXT_ORDER, warehouse, district);
    Object[] range = {warehouse, district, next, next - 20, warehouse, random.between(10, 20)};
    queries.number(0, COUNT_LOW_STOCK, range);
    queries.commit();
  }

  private static Timestamp now() {
    return Timestamp.from(Instant.now());
  }
}
