/** Reads names from the rows of name_event. */
package org.colophon.storage.jdbc.names;
