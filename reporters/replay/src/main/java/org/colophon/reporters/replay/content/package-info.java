/** Part of the strace replay: states and digests of files, and environments of programs. */
package org.colophon.reporters.replay.content;
