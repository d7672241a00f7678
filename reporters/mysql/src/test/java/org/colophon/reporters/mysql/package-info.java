/** Tests of what goes between a log and a store. */
package org.colophon.reporters.mysql;
