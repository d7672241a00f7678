/** One embedded database: its options, directory, lock, schema, vocabulary and failures. */
package org.colophon.storage.neo4j.database;
