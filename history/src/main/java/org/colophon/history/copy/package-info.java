/** A copy of a history: its state, its settings, and the thread that keeps it current. */
package org.colophon.history.copy;
