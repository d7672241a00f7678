/** Tests of following a log. */
package org.colophon.reporters.mysql.tail;
