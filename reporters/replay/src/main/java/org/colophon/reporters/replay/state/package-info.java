/** State of traced processes: tasks, descriptors, mappings and sockets. */
package org.colophon.reporters.replay.state;
