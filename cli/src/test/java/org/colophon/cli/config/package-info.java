/** Tests of where things are kept and how they are opened. */
package org.colophon.cli.config;
