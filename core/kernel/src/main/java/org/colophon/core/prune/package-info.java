/** Removal of old history from a store while it is in use. */
package org.colophon.core.prune;
