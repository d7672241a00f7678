/** A write-only storage adapter: one DOT file that Graphviz can draw at any time while it grows. */
package org.colophon.storage.graphviz;
