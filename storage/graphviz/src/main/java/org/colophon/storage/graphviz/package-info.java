/**
 * A storage adapter that only writes: one DOT file which Graphviz can draw at any time while it
 * grows, for people who watch a small history come about.
 */
package org.colophon.storage.graphviz;
