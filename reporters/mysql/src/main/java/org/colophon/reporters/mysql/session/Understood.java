package org.colophon.reporters.mysql.session;

import org.colophon.reporters.mysql.sql.model.Statement;

/**
 * What was made of a text: one of its statements.
 *
 * @param statement what it does
 * @param name how it is shown
 * @param isOfTrigger whether it is part of the statement that ran before
 * @param place which of the text's statements it is
 * @param isOneOfMany whether the text has others
 */
record Understood(
    Statement statement, StatementName name, boolean isOfTrigger, int place, boolean isOneOfMany) {}
