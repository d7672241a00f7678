/** Times of LSNs, snapshots, gaps and extended records. */
package org.colophon.storage.neo4j.records;
