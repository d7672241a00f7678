/** Tests of the prompt: what it completes, when a statement is whole, and what it does. */
package org.colophon.cli.prompt;
