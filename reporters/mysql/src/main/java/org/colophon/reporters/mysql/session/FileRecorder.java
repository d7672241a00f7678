// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.session;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.output.StatementOutcomes;
import org.colophon.reporters.mysql.output.UnitSink;
import org.colophon.reporters.mysql.sql.model.FileAccess;
import org.colophon.reporters.mysql.sql.model.FileUse;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.state.Session;

/**
 * Records the files that statements read and write. Uses the same paths as other reporters on the
 * host. One thread.
 */
public final class FileRecorder {
  private static final Bytes SLASH = Bytes.of("/");
  private static final Bytes LOCAL_FILE = Bytes.of("client of ");

  private final UnitSink output;
  private final Bytes dataDirectory;

  /**
   * @param dataDirectory data directory of the server, empty if it is not known
   */
  public FileRecorder(UnitSink output, Bytes dataDirectory) {
    this.output = output;
    this.dataDirectory = dataDirectory;
  }

  /**
   * Records files that the statement reads. Called before the statement's writes are recorded,
   * because the writes may depend on the files.
   */
  public void read(Session session, long process, Statement statement, LogRecord record) {
    for (FileUse use : statement.files()) {
      if (use.access().isLocal()) {
        local(session, process, use.path());
      } else if (!use.access().isWrite()) {
        server(session, process, use, record);
      }
    }
  }

  /** Records files that the statement writes. */
  public void write(Session session, long process, Statement statement, LogRecord record) {
    for (FileUse use : statement.files()) {
      if (use.access().isWrite()) {
        server(session, process, use, record);
      }
    }
  }

  private void server(Session session, long process, FileUse use, LogRecord record) {
    Bytes path = path(session, use);
    if (path.isEmpty()) {
      output.extend(process, 0, "sql/file", use.path());
    } else if (use.access().isWrite()) {
      long file = output.file(path);
      output.access(OperationKind.CREATE, process, file);
      StatementOutcomes.write(process, file, record.error == 0, output);
    } else {
      output.access(OperationKind.READ, process, output.file(path));
    }
  }

  /** Returns the absolute path; empty if the path is relative and its base is not known. */
  private Bytes path(Session session, FileUse use) {
    Bytes path = use.path();
    if (path.isEmpty() || path.at(0) == '/') {
      return plain(path);
    }
    if (dataDirectory.isEmpty()) {
      return Bytes.EMPTY;
    }
    boolean isInDataDirectory = use.access() == FileAccess.LOAD_FILE || isDotted(path);
    Bytes directory =
        isInDataDirectory
            ? dataDirectory
            : dataDirectory.concat(SLASH).concat(session.sql.database());
    return plain(directory.concat(SLASH).concat(path));
  }

  private static boolean isDotted(Bytes path) {
    return path.length() > 1 && path.at(0) == '.' && path.at(1) == '/';
  }

  private static Bytes plain(Bytes path) {
    String text = path.toString();
    if (!text.contains("/.") && !text.contains("//")) {
      return path;
    }
    return Bytes.of(java.nio.file.Path.of(text).normalize().toString());
  }

  /** Records that the client reads a local file and sends its content. */
  private void local(Session session, long process, Bytes path) {
    Bytes connection = Bytes.of("connection " + session.connection);
    long client = output.process(LOCAL_FILE.concat(connection));
    if (path.length() > 0 && path.at(0) == '/' && isHere(session)) {
      output.access(OperationKind.READ, client, output.file(plain(path)));
    } else {
      output.extend(process, 0, "sql/local-file", path);
    }
    output.link(LinkKind.INFORM, process, client);
    output.exit(client, 0);
  }

  private static boolean isHere(Session session) {
    String host = session.host.toString();
    return host.equals("localhost") || host.equals("127.0.0.1") || host.equals("::1");
  }
}
