# SPDX-License-Identifier: Apache-2.0
# Turns a sorted list of words into a C table.
BEGIN { print "#include \"tally.h\"\n\nconst char *const stopwords[] = {" }
NF { printf "    \"%s\",\n", $1; n++ }
END { printf "};\nconst size_t stopword_count = %d;\n", n }
