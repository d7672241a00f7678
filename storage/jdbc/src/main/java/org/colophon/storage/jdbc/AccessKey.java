package org.colophon.storage.jdbc;

import org.colophon.core.model.AccessMode;

/** What an INTERVAL record names its interval by. */
record AccessKey(long process, long object, AccessMode mode, long firstLsn) {}
