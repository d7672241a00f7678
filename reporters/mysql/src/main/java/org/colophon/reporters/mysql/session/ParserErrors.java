package org.colophon.reporters.mysql.session;

/**
 * The errors that a server finds while it parses a statement, before that has done anything. What
 * else fails, for want of rights too, has begun by then: a definition has committed. As MariaDB
 * 10.11 does it.
 */
final class ParserErrors {
  private ParserErrors() {}

  static boolean include(int error) {
    return isOfSyntax(error) || isOfNames(error) || isOfTypes(error) || isOfRoutines(error);
  }

  private static boolean isOfSyntax(int error) {
    return switch (error) {
      case 1064, // syntax
          1149, // syntax
          1221, // options that exclude one another
          1492, // no partitions given
          1504 -> // a number of partitions
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
          1273, // a collation that is not known
          1470 -> // too long, of an account
          true;
      default -> false;
    };
  }

  private static boolean isOfTypes(int error) {
    return switch (error) {
      case 1425, // scale
          1426, // precision
          1439, // width
          1901, // a default that is no such
          4085, // a sequence's values
          4161 -> // a type that is not known
          true;
      default -> false;
    };
  }

  private static boolean isOfRoutines(int error) {
    return switch (error) {
      case 1308, // LEAVE without a label
          1313, // RETURN in a procedure
          1327, // a variable that is not declared
          1351, // a variable in a view
          1422, // a commit in a trigger
          1576 -> // an event in an event
          true;
      default -> false;
    };
  }
}
