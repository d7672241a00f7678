/** Facts of the graph as lineage reads them, cached in decoded form. Any thread. */
package org.colophon.storage.neo4j.facts;
