/** Tests of recording statements. */
package org.colophon.reporters.mysql.recorder;
