/**
 * Questions by the parameters of a request. The service and commands that open a store themselves
 * answer them with the same code.
 */
package org.colophon.service.question;
