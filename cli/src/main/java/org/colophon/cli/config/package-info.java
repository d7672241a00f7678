/** Finds a store and its adapters, and opens them for reading and writing. */
package org.colophon.cli.config;
