/** Tests with logs of real servers, intact and damaged. */
package org.colophon.reporters.mysql.binlog;
