/** Tests of the location and the opening of stores, state and plug-ins. */
package org.colophon.cli.config;
