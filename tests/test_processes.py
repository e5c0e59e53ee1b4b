import subprocess
import sys

SCRIPT = """
import sys, time
from smoothbandits.processes import end_after

end_after(WAIT, code=7)
while True:  # busy: the main thread does not help
    pass
"""


def ended(wait: str) -> "subprocess.CompletedProcess[bytes]":
    script = SCRIPT.replace("WAIT", wait)
    return subprocess.run([sys.executable, "-c", script], input=b"", timeout=60)


def test_a_busy_process_ends_when_the_wait_is_over():
    assert ended("sys.stdin.read").returncode == 7


def test_a_wait_that_fails_ends_it_too():
    assert ended("lambda: 1 / 0").returncode == 7
