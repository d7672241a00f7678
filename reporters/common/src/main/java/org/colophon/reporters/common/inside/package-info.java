/** Logs that programs write about themselves, and the tools that make programs write them. */
package org.colophon.reporters.common.inside;
