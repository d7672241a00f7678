/** Commands for certified history: keys, witnesses, proofs. */
package org.colophon.cli.certify;
