/** Part of the strace replay: states of files, and environments of programs. */
package org.colophon.reporters.replay.content;
