# What a day at a desk leaves behind, command by command.

# A temporary file: written, read and gone.
sort notes.txt > sorted.tmp
uniq sorted.tmp > unique.txt
rm sorted.tmp

# Two programs that talk through a pipe.
grep -v '^#' words.txt | sort -r > reversed.txt

# A directory that gets another name.
mkdir drafts
cp notes.txt drafts/plan.txt
mv drafts final

# Somebody reads a secret; what he wrote before is not it.
sh agent.sh
tr a-z A-Z < letter.txt > answer.txt
cat log.txt > logbook.txt

# A command that fails half-way.
sh -c 'echo half of it > half.txt; exit 3'
exit 0
