/** Files and descriptors of this process, beyond what Java offers. */
package org.colophon.core.files;
