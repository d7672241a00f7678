/** States of files, which show changes that nobody recorded. Part of the strace replay. */
package org.colophon.reporters.strace.replay.content;
