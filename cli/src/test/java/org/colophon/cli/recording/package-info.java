/** Tests of recordings. */
package org.colophon.cli.recording;
