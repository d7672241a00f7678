// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.view;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.layout.Window;
import org.jspecify.annotations.Nullable;

/**
 * Options of a view.
 *
 * @param expanded ids of the folds to expand, and of parts to show beside the rest of a fold, in
 *     the order of the steps
 * @param path ids of two nodes or folds, to show only the chains between them; empty to show all
 * @param window the window that the drawing should fill
 */
public record GraphRequest(List<String> expanded, List<String> path, Window window) {
  private static final Pattern WINDOW = Pattern.compile("([1-9]\\d{0,4})x([1-9]\\d{0,4})");

  public GraphRequest {
    expanded = List.copyOf(expanded);
    path = List.copyOf(path);
    if (!path.isEmpty() && path.size() != 2) {
      throw ErrorCode.BAD_REQUEST.exception(
          "path needs two ends, such as path=object:5,process:7, but has " + path.size());
    }
  }

  /** Constructs the options of a view for a window of usual size. */
  public GraphRequest(List<String> expanded, List<String> path) {
    this(expanded, path, Window.USUAL);
  }

  /**
   * Returns the window for a text such as {@code 1200x800}, or the usual one for null.
   *
   * @throws ColophonException BAD_REQUEST for another text
   */
  public static Window window(@Nullable String text) {
    if (text == null) {
      return Window.USUAL;
    }
    Matcher sizes = WINDOW.matcher(text);
    if (!sizes.matches()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "window needs a width and a height in pixels, such as window=1200x800");
    }
    return new Window(Integer.parseInt(sizes.group(1)), Integer.parseInt(sizes.group(2)));
  }
}
