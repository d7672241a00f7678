/** Tests of the prompt: completion, detection of complete statements, and commands. */
package org.colophon.cli.prompt;
