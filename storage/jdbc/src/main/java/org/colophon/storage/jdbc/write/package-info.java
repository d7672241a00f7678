/** The write path: collects rows and writes them as one transaction. One thread. */
package org.colophon.storage.jdbc.write;
