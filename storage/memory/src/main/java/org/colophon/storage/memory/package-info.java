/**
 * The reference storage adapter: everything in plain collections, written so that a reader can see
 * that it is right. Tests compare the other adapters with it; it is also what a short-lived program
 * may use that wants lineage and no files.
 */
package org.colophon.storage.memory;
