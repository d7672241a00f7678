/** Tests of finding and opening stores, state files and plug-ins. */
package org.colophon.cli.config;
