"""Shares a proof among N workers of a Dask cluster whose machines see the folder and the key: python on_dask.py SCHEDULER N FOLDER FILE [OPTION ...]"""

import subprocess
import sys

from distributed import Client

of, folder, words = int(sys.argv[2]), sys.argv[3], ["adv", "prove", *sys.argv[4:]]


def shard(number: int) -> None:
    subprocess.run([*words, "--shard", f"{number}/{of}", "--dir", folder, "--threads", "1"], check=True)


client = Client(sys.argv[1])
client.gather(client.map(shard, range(1, of + 1), retries=3, pure=False))
sys.exit(subprocess.run([*words, "--join", folder]).returncode)
