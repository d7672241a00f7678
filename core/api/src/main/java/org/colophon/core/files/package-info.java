/** Files, and what the system knows of users and descriptors, beyond what Java offers. */
@NullMarked
package org.colophon.core.files;

import org.jspecify.annotations.NullMarked;
