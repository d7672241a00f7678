package org.colophon.benchmarks.tpcc;

import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** TPC-C's transactions (clauses 2.4 to 2.8) of one client, statement by statement. */
final class Transactions {
  private final Queries queries;
  private final TpccRandom random;

  Transactions(Queries queries, TpccRandom random) {
    this.queries = queries;
    this.random = random;
  }

  /** Orders five to fifteen items; one in a hundred names none that exists, and is rolled back. */
  void newOrder() throws SQLException {
    int warehouse = random.warehouse();
    int district = random.district();
    int customer = random.customer();
    double discount =
        queries.number(
            0,
            "SELECT c_discount, c_last, c_credit, w_tax FROM customer, warehouse"
                + " WHERE w_id = ? AND c_w_id = w_id AND c_d_id = ? AND c_id = ?",
            warehouse,
            district,
            customer);
    // In the order of their numbers, so that two orders do not wait for each other in a ring.
    Set<Integer> items = new TreeSet<>();
    int count = random.between(5, 15);
    while (count > 0) {
      items.add(random.item());
      count--;
    }
    int order = nextOrder(warehouse, district, customer, items.size());
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

  private int nextOrder(int warehouse, int district, int customer, int lines) throws SQLException {
    int order =
        (int)
            queries.number(
                0,
                "SELECT d_next_o_id, d_tax FROM district WHERE d_w_id = ? AND d_id = ? FOR UPDATE",
                warehouse,
                district);
    queries.update(
        "UPDATE district SET d_next_o_id = ? WHERE d_w_id = ? AND d_id = ?",
        order + 1,
        warehouse,
        district);
    queries.update(
        "INSERT INTO orders (o_w_id, o_d_id, o_id, o_c_id, o_entry_d, o_ol_cnt)"
            + " VALUES (?, ?, ?, ?, ?, ?)",
        warehouse,
        district,
        order,
        customer,
        now(),
        lines);
    queries.update(
        "INSERT INTO new_orders (no_w_id, no_d_id, no_o_id) VALUES (?, ?, ?)",
        warehouse,
        district,
        order);
    return order;
  }

  private void orderLine(
      int warehouse, int district, int order, int number, int item, double discount)
      throws SQLException {
    double price = queries.number(1, "SELECT i_price, i_name FROM item WHERE i_id = ?", item);
    int stock =
        (int)
            queries.number(
                100,
                "SELECT s_quantity, s_dist_info FROM stock WHERE s_w_id = ? AND s_i_id = ?"
                    + " FOR UPDATE",
                warehouse,
                item);
    int quantity = random.between(1, 10);
    queries.update(
        "UPDATE stock SET s_quantity = ?, s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1"
            + " WHERE s_w_id = ? AND s_i_id = ?",
        stock - quantity > 10 ? stock - quantity : stock - quantity + 91,
        quantity,
        warehouse,
        item);
    queries.update(
        "INSERT INTO order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_quantity,"
            + " ol_amount, ol_dist_info) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        warehouse,
        district,
        order,
        number,
        item,
        quantity,
        Math.round(quantity * price * (1 - discount) * 100) / 100.0,
        random.letters(24));
  }

  /** Pays for a customer, whom six in ten times the last name finds. */
  void payment() throws SQLException {
    int warehouse = random.warehouse();
    int district = random.district();
    double amount = random.between(100, 500_000) / 100.0;
    queries.update("UPDATE warehouse SET w_ytd = w_ytd + ? WHERE w_id = ?", amount, warehouse);
    queries.number(0, "SELECT w_tax, w_name, w_city FROM warehouse WHERE w_id = ?", warehouse);
    queries.update(
        "UPDATE district SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ?",
        amount,
        warehouse,
        district);
    int customer = customer(warehouse, district);
    queries.update(
        "UPDATE customer SET c_balance = c_balance - ?, c_payment_cnt = c_payment_cnt + 1"
            + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
        amount,
        warehouse,
        district,
        customer);
    queries.update(
        "INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount,"
            + " h_data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        customer,
        district,
        warehouse,
        district,
        warehouse,
        now(),
        amount,
        random.letters(20));
    queries.commit();
  }

  private int customer(int warehouse, int district) throws SQLException {
    if (!random.isChosen(60)) {
      return random.customer();
    }
    List<Integer> found =
        queries.numbers(
            "SELECT c_id FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_last = ?"
                + " ORDER BY c_first",
            warehouse,
            district,
            random.someLastName());
    return found.isEmpty() ? random.customer() : found.get(found.size() / 2);
  }

  /** Looks at a customer's last order. */
  void orderStatus() throws SQLException {
    int warehouse = random.warehouse();
    int district = random.district();
    int customer = customer(warehouse, district);
    int order =
        (int)
            queries.number(
                0,
                "SELECT o_id, o_carrier_id, o_entry_d FROM orders WHERE o_w_id = ? AND o_d_id = ?"
                    + " AND o_c_id = ? ORDER BY o_id DESC LIMIT 1",
                warehouse,
                district,
                customer);
    queries.numbers(
        "SELECT ol_i_id, ol_quantity, ol_amount, ol_delivery_d FROM order_line"
            + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?",
        warehouse,
        district,
        order);
    queries.commit();
  }

  /** Delivers the oldest new order of each district. */
  void delivery() throws SQLException {
    int warehouse = random.warehouse();
    int carrier = random.between(1, 10);
    for (int district = 1; district <= TpccSchema.DISTRICTS; district++) {
      List<Integer> oldest =
          queries.numbers(
              "SELECT no_o_id FROM new_orders WHERE no_w_id = ? AND no_d_id = ?"
                  + " ORDER BY no_o_id LIMIT 1 FOR UPDATE",
              warehouse,
              district);
      for (int order : oldest) {
        deliver(warehouse, district, order, carrier);
      }
    }
    queries.commit();
  }

  private void deliver(int warehouse, int district, int order, int carrier) throws SQLException {
    Object[] key = {warehouse, district, order};
    queries.update("DELETE FROM new_orders WHERE no_w_id = ? AND no_d_id = ? AND no_o_id = ?", key);
    int customer =
        (int)
            queries.number(
                0, "SELECT o_c_id FROM orders WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?", key);
    queries.update(
        "UPDATE orders SET o_carrier_id = ? WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?",
        carrier,
        warehouse,
        district,
        order);
    queries.update(
        "UPDATE order_line SET ol_delivery_d = ?"
            + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?",
        now(),
        warehouse,
        district,
        order);
    double amount =
        queries.number(
            0,
            "SELECT SUM(ol_amount) FROM order_line"
                + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?",
            key);
    queries.update(
        "UPDATE customer SET c_balance = c_balance + ?"
            + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
        amount,
        warehouse,
        district,
        customer);
  }

  /** Counts what of the last twenty orders is nearly out of stock. */
  void stockLevel() throws SQLException {
    int warehouse = random.warehouse();
    int district = random.district();
    int next =
        (int)
            queries.number(
                0,
                "SELECT d_next_o_id FROM district WHERE d_w_id = ? AND d_id = ?",
                warehouse,
                district);
    queries.number(
        0,
        "SELECT COUNT(DISTINCT s_i_id) FROM order_line, stock WHERE ol_w_id = ? AND ol_d_id = ?"
            + " AND ol_o_id < ? AND ol_o_id >= ? AND s_w_id = ? AND s_i_id = ol_i_id"
            + " AND s_quantity < ?",
        warehouse,
        district,
        next,
        next - 20,
        warehouse,
        random.between(10, 20));
    queries.commit();
  }

  private static Timestamp now() {
    return Timestamp.from(Instant.now());
  }
}
