/** Tests of recording what statements do. */
package org.colophon.reporters.mysql.recorder;
