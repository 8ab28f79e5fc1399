#!/bin/sh
# Kills a proof in slices at random moments (kill -9) and lets it go on, then compares its bytes with those of a run that nothing ended.
#
#   tests/slices/killed.sh target/release/adv examples/endgames/kpk.adv "prove kpk from all positions reaches mate" [kills] [seconds]
#
# Each run goes on for so many seconds at most, 30 if none are given, a random part of them; after so many kills, ten if none are given,
# the last one is left to end.
set -u
adv=$1 program=$2 claim=$3 kills=${4:-10} most=${5:-30}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

run() {
    "$adv" prove "$program" --claim "$claim" --format json --slices "$folder/$1" > "$folder/$1.json" 2> "$folder/$1.err"
}

done=0
while [ "$done" -lt "$kills" ]; do
    part=$(awk -v most="$most" -v seed="$$$done" 'BEGIN { srand(seed); printf "%.2f", 0.05 + rand() * most }')
    timeout -s KILL "$part" "$adv" prove "$program" --claim "$claim" --format json --slices "$folder/killed" > /dev/null 2>&1
    done=$((done + 1))
    echo "run $done: killed after $part s, or ended; $(ls "$folder"/killed/*/ 2> /dev/null | wc -l) files"
done
run killed
ended=$?
run whole
if [ "$ended" -ne $? ] || [ "$ended" -eq 2 ] || ! cmp "$folder/killed.json" "$folder/whole.json"; then
    cat "$folder/killed.err" "$folder/whole.err"
    exit 1
fi
echo "the same $(wc -c < "$folder/whole.json") bytes, exit code $ended"
