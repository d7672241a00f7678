/** Errors of Colophon, by code and by the party that has to act. Imports no package of ours. */
package org.colophon.core.error;
