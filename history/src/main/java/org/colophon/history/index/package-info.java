/**
 * Copies of the histories of other hosts. Frames come from a shared log, or the hosts send them.
 */
package org.colophon.history.index;
