#!/bin/sh
# Shares a proof among N processes of this machine, begins those anew that are killed, and reports:
# cluster/local.sh N FOLDER FILE [OPTION ...]
of=$1 dir=$2
shift 2
for shard in $(seq "$of"); do
    until adv prove "$@" --shard "$shard/$of" --dir "$dir" --threads 1; do
        # A code above 128 is that of a signal, any other that of an error.
        [ $? -gt 128 ] || exit 1
    done &
done
wait
exec adv prove "$@" --join "$dir"
