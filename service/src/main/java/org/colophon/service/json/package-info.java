/** JSON of answers and log lines. */
@NullMarked
package org.colophon.service.json;

import org.jspecify.annotations.NullMarked;
