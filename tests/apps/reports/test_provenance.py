from smoothbandits import __version__
from smoothbandits.apps.reports import cores, provenance, versions


def test_versions_are_those_installed():
    assert versions()["smoothbandits"] == __version__


def test_what_is_not_installed_is_said(monkeypatch):
    monkeypatch.setattr(provenance, "PACKAGES", ("no-such-package",))
    assert versions()["no-such-package"] == "not installed"


def test_cores_without_affinity(monkeypatch):
    monkeypatch.delattr("os.sched_getaffinity", raising=False)
    monkeypatch.setattr("os.cpu_count", lambda: None)
    assert cores() == 1
