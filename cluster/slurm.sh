#!/bin/sh
# Shares a proof among the tasks of an array, on machines that see this folder and your key (ADV_STATE names its folder):
# sbatch --array=1-16 cluster/slurm.sh FILE [OPTION ...], and when all are done: adv prove FILE [OPTION ...] --join shards
#SBATCH --requeue
#SBATCH --open-mode=append
exec adv prove "$@" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --dir shards --threads "${SLURM_CPUS_PER_TASK:-1}"
