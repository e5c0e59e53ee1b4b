"""Tune a real process: how many workers a local HTTP server has, and when its clients give up.

One answer in ten hangs. A burst of requests costs its milliseconds and 2 per worker; who gives up
asks again. Nothing is simulated, so figures differ each time.
"""

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import smoothbandits as sb


class Service(BaseHTTPRequestHandler):
    def do_GET(self):
        with self.server.workers, suppress(OSError):  # the client may have gone
            time.sleep(0.08 if random.random() < 0.1 else 0.003)
            self.wfile.write(b"HTTP/1.0 200 OK\r\n\r\n")


def ask(timeout):
    for patience in (timeout, timeout, 5.0):
        link = HTTPConnection(*server.server_address, timeout=patience)
        with suppress(OSError), closing(link):
            link.request("GET", "/")
            return link.getresponse().status


ThreadingHTTPServer.request_queue_size = 64  # a whole burst may knock at once
server, clients = ThreadingHTTPServer(("127.0.0.1", 0), Service), ThreadPoolExecutor(24)
threading.Thread(target=server.serve_forever, daemon=True).start()
bandit = sb.Bandit(sb.Box([1, 0.01], [32, 0.2]), scale=sb.Scale(0, 500), seed=1)
costs = []
for _ in range(150):
    decision = bandit.act()
    workers, timeout = decision.action
    server.workers, began = threading.Semaphore(round(workers)), time.perf_counter()
    list(clients.map(ask, [timeout] * 24))
    costs.append(1000 * (time.perf_counter() - began) + 2 * round(workers))
    bandit.learn(decision, loss=min(costs[-1], 500))
print(f"a burst costs {sum(costs[:30]) / 30:.0f} at first, {sum(costs[-30:]) / 30:.0f} later")
workers, timeout = bandit.act(explore=False).action
print(f"found: {workers:.0f} workers, and to give up after {1000 * timeout:.0f} ms")
server.shutdown()
server.server_close()
