/**
 * One embedded database: its options, its folder and lock, its schema, the words of its graph, and
 * what its errors mean. Knows nothing of records.
 */
package org.colophon.storage.neo4j.database;
