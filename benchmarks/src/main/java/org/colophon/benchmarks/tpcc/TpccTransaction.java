package org.colophon.benchmarks.tpcc;

import java.sql.SQLException;

/** The five kinds of transaction, with their share of the mix (clause 5.2.3). */
enum TpccTransaction {
  NEW_ORDER(45),
  PAYMENT(43),
  ORDER_STATUS(4),
  DELIVERY(4),
  STOCK_LEVEL(4);

  private final int percent;

  TpccTransaction(int percent) {
    this.percent = percent;
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
