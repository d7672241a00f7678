/** Creates the objects that record one log, and saves and restores their state. */
package org.colophon.reporters.mysql.recorder;
