/**
 * One class per command of {@code colophon}. Commands are thin: {@link
 * org.colophon.cli.command.BaseCommand} owns output, errors and exit codes.
 */
package org.colophon.cli.command;
