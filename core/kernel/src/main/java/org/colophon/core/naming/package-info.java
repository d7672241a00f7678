/**
 * Which object a name or an identity means now. Reporters ask on their own threads; the answer for
 * what was there before this run comes from the store, as of the LSN at which the run began.
 */
package org.colophon.core.naming;
