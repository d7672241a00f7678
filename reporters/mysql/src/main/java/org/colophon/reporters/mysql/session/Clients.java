package org.colophon.reporters.mysql.session;

/** Finds the process at the other end of a connection. */
interface Clients {
  /** A log that is read later: whoever was there is gone. */
  Clients NONE = session -> {};

  /** A client came; if it can be found, the session says which process it is. */
  void cameTo(Session session);
}
