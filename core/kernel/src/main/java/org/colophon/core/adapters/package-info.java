/** Adapters of a store: their directories, identity, life cycle and replacement. */
package org.colophon.core.adapters;
