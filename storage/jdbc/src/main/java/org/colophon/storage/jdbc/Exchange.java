package org.colophon.storage.jdbc;

import org.colophon.core.model.Bytes;

/** Two names that changed places by a record. */
record Exchange(long record, Bytes one, Bytes other) {}
