/** States of files and environments of programs. Part of the strace replay. */
package org.colophon.reporters.strace.replay.content;
