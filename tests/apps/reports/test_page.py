from html.parser import HTMLParser

from smoothbandits.apps.reports import Section, cards, code, page, paragraph, picture


class Balance(HTMLParser):
    """Counts how many elements are open."""

    def __init__(self):
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "img", "source"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_every_element_is_closed():
    body = paragraph("x") + cards([("1", "one")]) + picture(b"a", b"b", alt="c", caption="d")
    reader = Balance()
    reader.feed(page("Title", "Lead.", [Section("S", body + code("x"))], top="", footer="End"))
    assert reader.open == []


def test_plain_text_is_escaped():
    html = page("a < b", "c & d", [Section("<e>", "")], footer="<f>")
    for escaped in ("a &lt; b", "c &amp; d", "&lt;e&gt;", "&lt;f&gt;"):
        assert escaped in html
    assert paragraph("<x>") == "<p>&lt;x&gt;</p>"
    assert "&lt;x&gt;" in code("<x>") and "&lt;x&gt;" in cards([("<x>", "")])
    assert "&quot;" in picture(b"", b"", alt='"')


def test_it_follows_the_reader_into_the_dark():
    assert "prefers-color-scheme: dark" in page("t", "l", [])
    assert 'media="(prefers-color-scheme: dark)"' in picture(b"l", b"d", alt="x")
