/** Where the store is, how it is opened for reading and writing, and with which adapter. */
package org.colophon.cli.config;
