/**
 * Capture filters: rules of users and plug-ins that decide what reporters' sinks pass on. A
 * decision is made once for each name, process and object, and kept by id.
 */
@NullMarked
package org.colophon.core.filter;

import org.jspecify.annotations.NullMarked;
