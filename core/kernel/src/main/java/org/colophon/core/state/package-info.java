/** State that the sinks of one kernel share: gate, names, positions and identities. */
package org.colophon.core.state;
