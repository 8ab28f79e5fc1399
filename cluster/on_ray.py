"""Shares a proof among N workers of a Ray cluster whose machines see the folder and the key: python on_ray.py N FOLDER FILE [OPTION ...]"""

import subprocess
import sys

import ray

of, folder, words = int(sys.argv[1]), sys.argv[2], ["adv", "prove", *sys.argv[3:]]


@ray.remote(num_cpus=1, max_retries=3, retry_exceptions=[subprocess.CalledProcessError])
def shard(number: int) -> None:
    subprocess.run([*words, "--shard", f"{number}/{of}", "--dir", folder, "--threads", "1"], check=True)


ray.init()
ray.get([shard.remote(number) for number in range(1, of + 1)])
sys.exit(subprocess.run([*words, "--join", folder]).returncode)
