/** Tests the whole path from a log to a store. */
package org.colophon.reporters.mysql;
