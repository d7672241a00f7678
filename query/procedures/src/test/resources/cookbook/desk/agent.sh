# SPDX-License-Identifier: Apache-2.0
echo asked at nine > log.txt
read -r key < secret.txt
echo "it opens with $key" > letter.txt
wc -w letter.txt > size.txt
