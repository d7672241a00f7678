/**
 * What a store may let go of: by age, by size, and by what it led to. A plan is made by walking
 * through a store; the history that it leaves is then told anew into another store of the same
 * engine. Sees readers, no adapter and no kernel.
 */
package org.colophon.core.retention;
