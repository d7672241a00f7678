package org.colophon.service.protocol;

/** Names of the fields of an operation's line, which is one JSON object. */
public final class LineFields {
  public static final String ARGUMENTS = "arguments";
  public static final String BASE64 = "base64";
  public static final String BYTES = "bytes";
  public static final String CAUSE = "cause";
  public static final String COUNT = "count";
  public static final String DATA = "data";
  public static final String DIRECTORY = "directory";
  public static final String EFFECT = "effect";
  public static final String EXECUTABLE = "executable";
  public static final String FROM = "from";
  public static final String ID = "id";
  public static final String IDENTITY = "identity";
  public static final String IDS = "ids";
  public static final String KIND = "kind";
  public static final String LABEL = "label";
  public static final String OBJECT = "object";
  public static final String OP = "op";
  public static final String PATH = "path";
  public static final String PHASE = "phase";
  public static final String PID = "pid";
  public static final String PLACE = "place";
  public static final String POSITION = "position";
  public static final String PROBLEM = "problem";
  public static final String PROCESS = "process";
  public static final String SOURCE = "source";
  public static final String START = "start";
  public static final String STATUS = "status";
  public static final String TIME = "time";
  public static final String TO = "to";
  public static final String TYPE = "type";

  private LineFields() {}
}
