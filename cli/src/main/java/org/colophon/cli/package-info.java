/**
 * The {@code colophon} command: where the modules are wired together. {@code command} has one class
 * per command, {@code config} knows where stores are and how they are opened, {@code output} writes
 * for people and programs.
 */
package org.colophon.cli;
