"""Tune a real process: how many workers a local server has, and when its clients give up."""

import random
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from socket import create_connection
from socketserver import ThreadingTCPServer
from threading import Semaphore, Thread

import smoothbandits as sb


def answer(link, address, server):
    with server.workers, suppress(OSError):  # the client may have gone
        time.sleep(0.08 if random.random() < 0.1 else 0.003)  # one answer in ten hangs
        link.sendall(b"done")


def ask(timeout):
    for patience in (timeout, timeout, 5.0):  # who gives up asks again
        with suppress(OSError), create_connection(server.server_address, patience) as link:
            return link.recv(4)


ThreadingTCPServer.request_queue_size = 64  # a whole burst may knock at once
knobs = sb.Box({"workers": sb.Interval(1, 32, step=1), "timeout": sb.Interval(0.01, 0.2)})
bandit, costs = sb.Bandit(knobs, scale=sb.Scale(0, 500), seed=1), []
with ThreadingTCPServer(("127.0.0.1", 0), answer) as server, ThreadPoolExecutor(24) as clients:
    Thread(target=server.serve_forever, daemon=True).start()
    for _ in range(150):
        decision = bandit.act()
        server.workers, began = Semaphore(decision.action["workers"]), time.perf_counter()
        list(clients.map(ask, [decision.action["timeout"]] * 24))
        costs.append(1000 * (time.perf_counter() - began) + 2 * decision.action["workers"])
        bandit.learn(decision, loss=min(costs[-1], 500))
    server.shutdown()
print(f"a burst costs {sum(costs[:30]) / 30:.0f} at first, {sum(costs[-30:]) / 30:.0f} later")
found = bandit.act(explore=False).action
print(f"found: {found['workers']} workers, to give up after {1000 * found['timeout']:.0f} ms")
