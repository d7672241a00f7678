// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog.event;

/**
 * Computes the sizes of values in a row image from the types and metadata of the columns. See
 * {@code calc_field_size} of MySQL and {@code log_event.cc} of MariaDB.
 */
public final class ColumnTypes {
  private static final int[] DIGIT_BYTES = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};
  private static final int DIGITS = 9;

  private ColumnTypes() {}

  /** Reads a column's metadata from a table map. */
  public static int metadata(int type, EventBytes in) throws MalformedEventException {
    return switch (type) {
      case 4, 5, 17, 18, 19, 140, 242, 245, 249, 250, 251, 252, 255 -> in.u8();
      case 15, 141, 246, 16, 253 -> (int) in.number(2);
      case 247, 248, 254 -> (int) in.bigEndian(2);
      default -> 0;
    };
  }

  /**
   * Skips a value.
   *
   * @return false if the type is unknown, so that the size is unknown too
   */
  public static boolean skip(int type, int meta, EventBytes in) throws MalformedEventException {
    switch (type) {
      case 1, 13 -> in.skip(1);
      case 2 -> in.skip(2);
      case 9, 10, 11, 14 -> in.skip(3);
      case 3, 4, 7 -> in.skip(4);
      case 5, 8, 12 -> in.skip(8);
      case 6 -> in.skip(0);
      case 17 -> in.skip(4 + (meta + 1) / 2);
      case 18 -> in.skip(5 + (meta + 1) / 2);
      case 19 -> in.skip(3 + (meta + 1) / 2);
      case 16 -> in.skip((meta >> 8) + ((meta & 0xff) > 0 ? 1 : 0));
      case 15, 141, 253 -> in.skip(in.number(meta > 255 ? 2 : 1));
      case 246 -> in.skip(decimal(meta & 0xff, meta >> 8));
      case 247, 248 -> in.skip(meta & 0xff);
      case 254 -> string(meta, in);
      case 140, 242, 245, 249, 250, 251, 252, 255 -> {
        if (meta < 1 || meta > 4) {
          throw new MalformedEventException("a column's length has " + meta + " bytes");
        }
        in.skip(in.number(meta));
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  /**
   * Skips a CHAR or a similar value. For a length above 255, two bits of the type are the inverted
   * high bits of the length.
   */
  private static void string(int meta, EventBytes in) throws MalformedEventException {
    int first = meta >> 8;
    int length = meta & 0xff;
    int real = first;
    if ((first & 0x30) != 0x30) {
      length |= ((first & 0x30) ^ 0x30) << 4;
      real = first | 0x30;
    }
    if (real == 247 || real == 248) {
      in.skip(length);
    } else {
      in.skip(in.number(length > 255 ? 2 : 1));
    }
  }

  private static int decimal(int precision, int scale) throws MalformedEventException {
    int whole = precision - scale;
    if (whole < 0) {
      throw new MalformedEventException("the scale of a decimal exceeds its precision");
    }
    return whole / DIGITS * 4
        + DIGIT_BYTES[whole % DIGITS]
        + scale / DIGITS * 4
        + DIGIT_BYTES[scale % DIGITS];
  }
}
