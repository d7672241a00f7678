/** Tests the recording of statements. */
package org.colophon.reporters.mysql.recorder;
