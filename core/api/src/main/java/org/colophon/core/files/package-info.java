/** Files and descriptors of this process, beyond what Java offers. */
@NullMarked
package org.colophon.core.files;

import org.jspecify.annotations.NullMarked;
