/** Finds plug-ins by name through {@link java.util.ServiceLoader}. */
package org.colophon.core.plugin;
