// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.database;

import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Properties;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.h2.Driver;

/**
 * H2 in this process, with one file in the adapter's directory. A commit is in the file within half
 * a second and on disk after a checkpoint. A crash may lose the last commits as a whole. The held
 * LSN is then smaller.
 */
public final class H2Engine extends Engine {
  private static final String NAME = "provenance";
  private static final String FILE = NAME + ".mv.db";

  private final JdbcDirectory directory;

  public H2Engine(JdbcConfig config) {
    super(config);
    this.directory = new JdbcDirectory(config.directory());
  }

  @Override
  public void requireStore() {
    directory.requireStore();
    if (!Files.exists(directory.resolve(FILE))) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "the adapter in %s lost its file %s; restore the directory from a copy"
              .formatted(this, FILE));
    }
    directory.lock();
    directory.unlock();
  }

  @Override
  public String prepareToWrite() {
    directory.prepare();
    directory.lock();
    return directory.id();
  }

  @Override
  public String storeId() {
    return directory.id();
  }

  @Override
  public Session connect() throws SQLException {
    return connect(";IFEXISTS=TRUE");
  }

  @Override
  public Session connectWriter() throws SQLException {
    Session session = connect("");
    directory.protect();
    session.execute("SET MAX_LENGTH_INPLACE_LOB 4096");
    session.connection.setAutoCommit(false);
    return session;
  }

  private Session connect(String more) throws SQLException {
    String path = directory.resolve(NAME).toAbsolutePath().toString();
    if (path.indexOf(';') >= 0) {
      throw ErrorCode.BAD_REQUEST.exception(
          "H2 cannot keep a database in "
              + directory
              + ", whose path has a semicolon; move the store");
    }
    String url =
        "jdbc:h2:async:%s;CACHE_SIZE=%d;DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0%s"
            .formatted(path, config.cacheBytes() >> 10, more);
    Properties properties = new Properties();
    properties.setProperty("user", "colophon");
    properties.setProperty("password", "");
    Connection connection = Driver.load().connect(url, properties);
    return new Session(connection);
  }

  @Override
  public void release() {
    directory.unlock();
  }

  @Override
  public String bytesType() {
    return "BINARY LARGE OBJECT";
  }

  @Override
  public String shortBytesType(int max) {
    return "VARBINARY(" + max + ")";
  }

  @Override
  public String schemaName() {
    return "PUBLIC";
  }

  @Override
  public void sync(Session session) throws SQLException {
    session.execute("CHECKPOINT SYNC");
  }

  @Override
  public long diskBytes(Session session) {
    return directory.diskBytes();
  }

  @Override
  public void prepareToScan(Session session) throws SQLException {
    session.execute("SET LAZY_QUERY_EXECUTION TRUE");
  }

  @Override
  public boolean isConnectionLost(SQLException e) {
    return false;
  }

  @Override
  public ColophonException translate(SQLException e, String doing) {
    ErrorCode code = code(e);
    String advice =
        switch (code) {
          case STORE_LOCKED -> "another process has it open; wait for it to end";
          case DISK_FULL -> "the disk is full; make room and try again";
          case STORE_CORRUPT ->
              "its file is damaged; detach the adapter and attach it again to refill it";
          case STORE_TOO_NEW -> "a newer H2 wrote it; use a newer Colophon";
          default -> "check the directory and its disk";
        };
    return new ColophonException(
        code,
        doing + " the database in " + directory + " failed: " + e.getMessage() + "; " + advice,
        e);
  }

  private static ErrorCode code(SQLException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT).contains("no space left")) {
        return ErrorCode.DISK_FULL;
      }
    }
    return switch (e.getErrorCode()) {
      case org.h2.api.ErrorCode.DATABASE_ALREADY_OPEN_1 -> ErrorCode.STORE_LOCKED;
      case org.h2.api.ErrorCode.FILE_CORRUPTED_1 -> ErrorCode.STORE_CORRUPT;
      case org.h2.api.ErrorCode.FILE_VERSION_ERROR_1 -> ErrorCode.STORE_TOO_NEW;
      case org.h2.api.ErrorCode.IO_EXCEPTION_1, org.h2.api.ErrorCode.IO_EXCEPTION_2 ->
          ErrorCode.IO_FAILED;
      default -> ErrorCode.ADAPTER_FAILED;
    };
  }

  @Override
  public String toString() {
    return directory.toString();
  }
}
