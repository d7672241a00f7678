# SPDX-License-Identifier: Apache-2.0
# Office commands whose effects the recipes of the cookbook query.

# Writes, reads and removes a temporary file.
sort notes.txt > sorted.tmp
uniq sorted.tmp > unique.txt
rm sorted.tmp

# Passes data between two programs through a pipe.
grep -v '^#' words.txt | sort -r > reversed.txt

# Renames a directory.
mkdir drafts
cp notes.txt drafts/plan.txt
mv drafts final

# Reads a secret. The log that the script wrote before does not contain it.
sh agent.sh
tr a-z A-Z < letter.txt > answer.txt
cat log.txt > logbook.txt

# Fails after it has written a part.
sh -c 'echo half of it > half.txt; exit 3'
exit 0
