// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import java.util.List;
import java.util.Map;

/**
 * A small program or script, and the files that are known to be inputs of its result.
 *
 * @param tool required command.
 * @param files contents of the project's files, by relative name.
 * @param script shell script that creates the result, run in the project's directory.
 * @param inputs the files that influence the result.
 */
record RealRun(
    String tool, Map<String, String> files, String script, String result, List<String> inputs) {
  static final List<RealRun> ALL =
      List.of(
          new RealRun(
              "cargo",
              Map.of(
                  "Cargo.toml",
                  "[package]\nname = \"greet\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
                  "src/main.rs",
                  "mod word; fn main() { println!(\"{}\", word::word()); }",
                  "src/word.rs",
                  "pub fn word() -> &'static str { \"hello\" }"),
              "cargo build --offline -q",
              "target/debug/greet",
              List.of("src/main.rs", "src/word.rs")),
          new RealRun(
              "go",
              Map.of(
                  "go.mod",
                  "module greet\n\ngo 1.19\n",
                  "main.go",
                  "package main\n\nfunc main() { println(word()) }\n",
                  "word.go",
                  "package main\n\nfunc word() string { return \"hello\" }\n"),
              "go build -o greet .",
              "greet",
              List.of("main.go", "word.go")),
          new RealRun(
              "python3",
              Map.of(
                  "count.py",
                  """
                  import multiprocessing, helper
                  if __name__ == "__main__":
                      with multiprocessing.Pool(2) as pool:
                          counts = pool.map(helper.length, ["a.txt", "b.txt"])
                      with open("result.txt", "w") as out:
                          out.write(str(sum(counts)))
                  """,
                  "helper.py",
                  "def length(name):\n    with open(name) as file:\n        return len(file.read())\n",
                  "a.txt",
                  "aaa",
                  "b.txt",
                  "bbbb"),
              "python3 count.py",
              "result.txt",
              List.of("count.py", "helper.py", "a.txt", "b.txt")),
          new RealRun(
              "node",
              Map.of(
                  "main.js",
                  """
                  const fs = require("fs");
                  const upper = require("./help").upper;
                  fs.writeFileSync("out.txt", upper(fs.readFileSync("in.txt", "utf8")));
                  """,
                  "help.js",
                  "exports.upper = text => text.toUpperCase();\n",
                  "in.txt",
                  "text"),
              "node main.js",
              "out.txt",
              List.of("main.js", "help.js", "in.txt")),
          new RealRun(
              "git",
              Map.of("one.txt", "one", "two.txt", "two"),
              "git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -qm x"
                  + " && git archive -o all.tar HEAD",
              "all.tar",
              List.of("one.txt", "two.txt")),
          new RealRun(
              "sqlite3",
              Map.of(
                  "rows.csv",
                  "a,1\nb,2\n",
                  "load.sql",
                  "create table t(k,v);\n.mode csv\n.import rows.csv t\n.output sum.txt\n"
                      + "select sum(v) from t;\n"),
              "sqlite3 t.db < load.sql",
              "sum.txt",
              List.of("rows.csv", "load.sql")),
          new RealRun(
              "tar",
              Map.of("in/x.txt", "x", "in/y.txt", "y"),
              "tar cf - in | gzip | tee all.tgz | gzip -dc | tar tf - | sort > list.txt",
              "list.txt",
              List.of("in/x.txt", "in/y.txt")),
          new RealRun(
              "xargs",
              Map.of("1.txt", "1", "2.txt", "2", "3.txt", "3"),
              "printf '%s\\n' 1 2 3 | xargs -P 3 -I{} sh -c 'tr 1-9 a-i < {}.txt > {}.out'"
                  + " && cat 1.out 2.out 3.out > all.txt",
              "all.txt",
              List.of("1.txt", "2.txt", "3.txt")),
          new RealRun(
              "javac",
              Map.of(
                  "Main.java",
                  """
                  import java.nio.file.*;
                  public class Main {
                    public static void main(String[] names) throws Exception {
                      Files.writeString(Path.of("out.txt"), Help.up(Files.readString(Path.of("in.txt"))));
                    }
                  }
                  """,
                  "Help.java",
                  "class Help { static String up(String text) { return text.toUpperCase(); } }",
                  "in.txt",
                  "text"),
              "javac Main.java Help.java && java -cp . Main",
              "out.txt",
              List.of("Main.java", "Help.java", "in.txt")),
          new RealRun(
              "rsync",
              Map.of("from/r.txt", "r", "from/sub/s.txt", "s"),
              "rsync -a from/ to && cat to/r.txt to/sub/s.txt > all.txt",
              "all.txt",
              List.of("from/r.txt", "from/sub/s.txt")));

  @Override
  public String toString() {
    return tool;
  }
}
