package org.colophon.benchmarks.tpcc;

import java.sql.SQLException;

/** The five kinds of transaction, with their share of the mix (clause 5.2.3). */
public enum TpccTransaction {
  NEW_ORDER(45) {
    @Override
    void run(Transactions transactions) throws SQLException {
      transactions.newOrder();
    }
  },
  PAYMENT(43) {
    @Override
    void run(Transactions transactions) throws SQLException {
      transactions.payment();
    }
  },
  ORDER_STATUS(4) {
    @Override
    void run(Transactions transactions) throws SQLException {
      transactions.orderStatus();
    }
  },
  DELIVERY(4) {
    @Override
    void run(Transactions transactions) throws SQLException {
      transactions.delivery();
    }
  },
  STOCK_LEVEL(4) {
    @Override
    void run(Transactions transactions) throws SQLException {
      transactions.stockLevel();
    }
  };

  private final int percent;

  TpccTransaction(int percent) {
    this.percent = percent;
  }

  abstract void run(Transactions transactions) throws SQLException;

  static TpccTransaction choose(TpccRandom random) {
    int point = random.between(0, 99);
    for (TpccTransaction kind : values()) {
      point -= kind.percent;
      if (point < 0) {
        return kind;
      }
    }
    throw new IllegalStateException("the shares do not add up to a hundred");
  }
}
