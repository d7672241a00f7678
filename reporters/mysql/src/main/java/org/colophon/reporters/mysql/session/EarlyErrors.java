package org.colophon.reporters.mysql.session;

/**
 * The errors that a server finds before a statement has done anything: while it parses that, or
 * because it takes none of its kind now. What else fails, for want of rights too, has begun by
 * then: a definition has committed. As MariaDB 10.11 does it; an error that it finds both early and
 * late is here only if it is found early most often.
 */
final class EarlyErrors {
  private EarlyErrors() {}

  static boolean include(int error) {
    return isOfState(error)
        || isOfSyntax(error)
        || isOfNames(error)
        || isOfTypes(error)
        || isOfRoutines(error)
        || isOfDeclarations(error);
  }

  private static boolean isOfState(int error) {
    return switch (error) {
      case 1290, // the server takes no changes: read-only
          1399 -> // within an XA transaction
          true;
      default -> false;
    };
  }

  private static boolean isOfSyntax(int error) {
    return switch (error) {
      case 1064, // syntax
          1149, // syntax
          1221, // options that exclude one another
          1248, // a derived table without an alias
          1302, // two character sets
          1367, // a number that is too large
          1480, // VALUES of another kind of partitions
          1492, // no partitions given
          1504, // a number of partitions
          1657, // too many values of a partition
          4004, // twice the same name in WITH
          4005, // a recursion without a beginning
          4042 -> // a path in JSON
          true;
      default -> false;
    };
  }

  private static boolean isOfNames(int error) {
    return switch (error) {
      case 1046, // no database is selected
          1059, // too long
          1066, // twice the same table
          1103, // not a table's
          1115, // a character set that is not known
          1193, // a system variable that is not known
          1273, // a collation that is not known
          1470, // too long, of an account
          1582, // a number of a function's arguments
          1583 -> // a function's arguments
          true;
      default -> false;
    };
  }

  private static boolean isOfTypes(int error) {
    return switch (error) {
      case 1063, // a specifier
          1425, // scale
          1426, // precision
          1427, // precision below scale
          1439, // width
          1901, // a default that is no such
          1970, // a check that is no such
          4085, // a sequence's values
          4161 -> // a type that is not known
          true;
      default -> false;
    };
  }

  private static boolean isOfRoutines(int error) {
    return switch (error) {
      case 1303, // a routine in a routine
          1313, // RETURN in a procedure
          1314, // a statement that is not allowed
          1320, // a function without RETURN
          1336, // PREPARE in a function
          1351, // a variable in a view
          1357, // DROP of a routine in a routine
          1362, // a change of OLD
          1415, // a result of a function
          1422, // a commit in a trigger
          1576 -> // an event in an event
          true;
      default -> false;
    };
  }

  private static boolean isOfDeclarations(int error) {
    return switch (error) {
      case 1308, // LEAVE without a label
          1309, // twice the same label
          1310, // END of another label
          1319, // a condition that is not declared
          1323, // a cursor with INTO
          1324, // a cursor that is not declared
          1327, // a variable that is not declared
          1330, // twice the same parameter
          1331, // twice the same variable
          1332, // twice the same condition
          1333, // twice the same cursor
          1337, // a variable after a cursor
          1338, // a cursor after a handler
          1407, // an SQLSTATE that is no such
          1413, // twice the same handler
          1641 -> // twice the same item of SIGNAL
          true;
      default -> false;
    };
  }
}
