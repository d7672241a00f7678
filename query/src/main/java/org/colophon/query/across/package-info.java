/** Lineage over the histories of several hosts. */
package org.colophon.query.across;
