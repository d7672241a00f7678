package org.colophon.benchmarks.pipeline;

/** Names of values in results and tables. */
public final class Figures {
  public static final String SYSTEM = "system";
  public static final String WORKLOAD = "workload";
  static final String LOAD_NANOS = "load ns";
  static final String OPERATIONS = "operations";
  static final String RATE = "operations/s";
  static final String REPORT_RATE = "reported/s";
  static final String STORE_BYTES = "store B/op";
  static final String JOURNAL_BYTES = "journal B/op";
  static final String SUPPRESSED = "suppressed";
  static final String REFUSED = "refused";
  static final String DROPPED = "dropped";
  static final String WARM = "warm query ms";
  static final String COLD = "cold query ms";
  static final String PEAK_HEAP = "peak heap MB";
  static final String PEAK_RSS = "peak RSS MB";

  private Figures() {}
}
