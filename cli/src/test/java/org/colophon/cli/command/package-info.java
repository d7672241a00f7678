/** Tests of the commands, run in-process on stores that the kernel filled. */
package org.colophon.cli.command;
