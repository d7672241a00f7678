// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.session;

import java.util.Set;

/**
 * Errors that MariaDB 10.11 reports before a statement has an effect: while it parses the
 * statement, or because it rejects this kind of statement. If a definition fails with any other
 * error, it has committed the open transaction.
 */
public final class PreExecutionErrors {
  private static final Set<Integer> ALL =
      Set.of(
          1046, 1059, 1063, 1064, 1066, 1103, 1115, 1149, 1193, 1221, 1248, 1273, 1290, 1302, 1303,
          1308, 1309, 1310, 1313, 1314, 1319, 1320, 1323, 1324, 1327, 1330, 1331, 1332, 1333, 1336,
          1337, 1338, 1351, 1357, 1362, 1367, 1399, 1407, 1413, 1415, 1422, 1425, 1426, 1427, 1439,
          1470, 1480, 1492, 1504, 1576, 1582, 1583, 1641, 1657, 1901, 1970, 4004, 4005, 4042, 4085,
          4161);

  private PreExecutionErrors() {}

  public static boolean include(int error) {
    return ALL.contains(error);
  }
}
