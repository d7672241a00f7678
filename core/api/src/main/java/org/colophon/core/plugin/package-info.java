/** Finds plug-ins by name, on the class path and in directories of their own. */
package org.colophon.core.plugin;
