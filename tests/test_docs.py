"""The documentation builds without a warning, loads nothing from elsewhere; its code runs."""

import ast
import re
import subprocess
import sys
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from sphinx.util.inventory import InventoryFile
from typer.testing import CliRunner

import smoothbandits as sb
from smoothbandits.cli import app
from tests.interpreted import InterpretedBandit
from tests.notebooks import cells_of
from tests.pages import FENCE, NUMBER, numbers, run_page

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
sys.path.insert(0, str(DOCS))

import gallery  # noqa: E402

BUILT_PAGES = [DOCS / "gallery.md"]  # written by the build
SOURCES = sorted(set(DOCS.glob("**/*.md")) - set(BUILT_PAGES) - set(DOCS.glob("_build/**/*")))
PAGES = [*SOURCES, ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
PAGES += sorted((ROOT / "lab" / "studies").glob("*.md"))
#: nothing is compiled for them
FEW_DECISIONS = (
    "best.md",
    "fast.md",
    "pricing.md",
    "change.md",
    "delayed.md",
    "from-log-to-decision.md",
)
FOLDERS = ("tutorials", "how-to", "explanations")
RUN = [
    path
    for path in SOURCES
    if path.parent.name in FOLDERS
    and any(kind == "python" for kind, _ in FENCE.findall(path.read_text(encoding="utf-8")))
]


def named(path):
    return str(path.relative_to(ROOT))


# --------------------------------------------------------------------------------- pages


@pytest.mark.parametrize("path", RUN, ids=named)
def test_the_code_of_a_page_runs_and_prints_what_is_shown(path, monkeypatch):
    if path.name in FEW_DECISIONS:
        monkeypatch.setattr(sb, "Bandit", InterpretedBandit)
    text = path.read_text(encoding="utf-8")
    found = run_page(path)
    assert len(found) == text.count("```text\n")
    remedy = f"run: python -m tests.pages {named(path)}"
    for said in found:
        assert NUMBER.sub("#", said.printed) == NUMBER.sub("#", said.shown), remedy
        assert numbers(said.printed) == pytest.approx(numbers(said.shown), rel=0.1), remedy


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_links_lead_to_files(path):
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        target = (path.parent / link).resolve()
        assert link.startswith("https://") or target.is_file() or target in BUILT_PAGES, link


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_every_name_exists(path):
    for name in re.findall(r"`sb\.([\w.]+)", path.read_text(encoding="utf-8")):
        place = sb
        for part in name.split("."):
            place = getattr(place, part)


LINE = re.compile(r"^(?:    )?smoothbandits ([a-z][^#\n]+)", flags=re.MULTILINE)
LINES = {line.strip() for path in PAGES for line in LINE.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("line", sorted(LINES))
def test_every_line_for_a_shell_can_be_parsed(line):
    """Unknown commands and options are refused before the help is shown."""
    words = line.removesuffix("...").split()
    assert CliRunner().invoke(app, [*words, "--help"]).exit_code == 0


def test_tables_of_studies_are_where_their_scripts_write_them():
    """Each document has a place for each part, and a page leads there."""
    studies = ROOT / "lab" / "studies"
    for name in ("fast", "best"):
        text = (studies / f"{name}.md").read_text(encoding="utf-8")
        parts = re.findall(r"^<!-- (?!end of)([\w-]+) -->$", text, flags=re.MULTILINE)
        assert parts and all(text.count(f"<!-- end of {part} -->") == 1 for part in parts)
        page = (DOCS / "explanations" / f"{name}.md").read_text(encoding="utf-8")
        assert f"lab/studies/{name}.md" in page


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(path.stem for path in DOCS.glob("images/*.png")))
def test_pictures_are_what_the_library_makes(name):
    sys.path.insert(0, str(DOCS))
    import pictures

    if name == "demo":  # tests/cli/test_demo.py
        pytest.skip("made by the demo")
    assert (DOCS / "images" / f"{name}.png").read_bytes() == pictures.picture(name)


# -------------------------------------------------------------------------------- the site


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    out = tmp_path_factory.mktemp("site")
    options = ["--quiet", "--fail-on-warning", "--keep-going", "--fresh-env"]
    command = [sys.executable, "-m", "sphinx", *options, str(DOCS), str(out)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return out


CODE = re.compile(r'<div class="highlight-python[^>]*>.*?<pre>(.*?)</pre>', flags=re.DOTALL)


def lines_of(program):
    """The lines of a program below its docstring, or those of a notebook's cells."""
    text = program.read_text(encoding="utf-8")
    if program.suffix == ".ipynb":
        text = "\n".join("".join(cell["source"]) for cell in cells_of(program))
    else:
        below = ast.parse(text).body[1].lineno - 1
        text = "\n".join(text.splitlines()[below:])
    return [line for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize("name", sorted(gallery.walks()))
def test_a_tutorial_shows_the_whole_program_in_its_order(name, site):
    page = (site / "tutorials" / gallery.walks()[name].name).with_suffix(".html")
    pieces = CODE.findall(page.read_text(encoding="utf-8"))
    shown = [unescape(re.sub(r"<[^>]+>", "", piece)) for piece in pieces]
    assert all(piece.strip() and not piece.endswith("\n\n") for piece in shown)
    found = [line for piece in shown for line in piece.splitlines() if line.strip()]
    assert found == lines_of(ROOT / "examples" / name)


def test_a_notebook_is_shown_with_its_tables_and_figures(site):
    page = (site / "tutorials" / "notebook.html").read_text(encoding="utf-8")
    for cell in cells_of(ROOT / "examples" / "look.ipynb"):
        for output in cell["outputs"]:
            data = output.get("data", {})
            shown = data.get("image/png") or "".join(data.get("text/html", output.get("text", "")))
            assert shown.strip() in page


SIGNATURE = re.compile(r'<dt class="sig.*?</dt>', flags=re.DOTALL)


class Loaded(HTMLParser):
    """What a browser fetches to show a page."""

    def __init__(self):
        super().__init__()
        self.addresses = []

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        if tag == "link" and named.get("rel") in ("canonical", "author", "search", "next", "prev"):
            return
        if tag != "a":
            self.addresses += [named[key] for key in ("src", "href", "srcset") if named.get(key)]
        self.addresses += re.findall(r"url\(([^)]+)\)", named.get("style") or "")


def fetched(html):
    parser = Loaded()
    parser.feed(html)
    return parser.addresses


def test_the_site_loads_nothing_from_elsewhere(site):
    pages = list(site.glob("**/*.html"))
    assert len(pages) > 30
    for page in pages:
        addresses = fetched(page.read_text(encoding="utf-8"))
        assert addresses
        for address in addresses:
            assert not re.match(r"(\w+:)?//", address), f"{page.name} loads {address}"
            file = (page.parent / address.partition("?")[0].partition("#")[0]).resolve()
            assert address.startswith(("#", "data:")) or file.exists(), address
    for sheet in site.glob("**/*.css"):
        text = sheet.read_text(encoding="utf-8")
        assert not re.search(r"@import|url\(\s*['\"]?(\w+:)?//", text), sheet.name
    for script in site.glob("**/*.js"):
        text = script.read_text(encoding="utf-8")
        assert not re.search(r"(fetch|import|importScripts)\(\s*['\"](\w+:)?//", text), script.name


def test_what_is_looked_for_is_noticed():
    page = '<script src="https://a.b/c.js"></script><link rel="stylesheet" href="//a.b/c.css">'
    assert fetched(page) == ["https://a.b/c.js", "//a.b/c.css"]


def test_every_public_name_is_in_the_reference(site):
    inventory = InventoryFile.loads((site / "objects.inv").read_bytes(), uri="")
    entries = {
        name for kind, found in inventory.data.items() if kind.startswith("py:") for name in found
    }
    for home in ("bandit", "spaces", "scale", *sb._MODULES):
        module = __import__(f"smoothbandits.{home}", fromlist=["__all__"])
        for name in module.__all__:
            if name != "Action":  # a union of types
                assert f"smoothbandits.{home}.{name}" in entries
    for verb in ("act", "learn", "act_many", "learn_many", "save", "propensity"):
        assert f"smoothbandits.bandit.Bandit.{verb}" in entries


def test_bandit_comes_first_and_its_signature_can_be_read(site):
    index = (site / "reference" / "index.html").read_text(encoding="utf-8")
    first = re.search(r'toctree-l1"><a class="reference internal" href="(\w+)\.html"', index)
    assert "bandit.html" in index and first is not None
    page = (site / "reference" / "bandit.html").read_text(encoding="utf-8")
    heading = page.index('id="smoothbandits.bandit.Bandit"')
    assert heading == page.index('id="smoothbandits.bandit.')
    text = re.sub(r"<[^>]+>", "", page[heading : page.index("</dt>", heading)])
    assert "policy: Literal['best', 'fast'] | None = None" in text.replace("\n", "")
    for page in site.glob("reference/*.html"):
        for signature in SIGNATURE.findall(page.read_text(encoding="utf-8")):
            text = re.sub(r"<[^>]+>", "", signature)
            assert "_typing" not in text and "_Buffer" not in text and "ForwardRef" not in text
            assert not re.search(r"0x[0-9a-f]{6}", text) and len(text) < 600
