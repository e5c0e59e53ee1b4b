"""Tables of words and numbers as the paper's experiments read them."""

import gzip
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.errors import InvalidTable
from smoothbandits.extras import require_extra

if TYPE_CHECKING:
    import polars

__all__ = ["encode_tokens", "read_words"]

MOST_WORDS = 200  # of one column; more are names or dates, not categories


def read_words(path: Path) -> "polars.DataFrame":
    """A CSV or ARFF file, packed or not, with every value as text; "?" and "" are missing."""
    require_extra("datasets", "polars")
    import polars

    content = path.read_bytes()
    if path.suffix == ".gz":
        content = gzip.decompress(content)
    names, header, quote = None, True, '"'
    if path.name.removesuffix(".gz").endswith(".arff"):
        names, content = split_arff(path, content)
        header, quote = False, "'"
    try:
        frame = polars.read_csv(
            content,
            has_header=header,
            new_columns=names,
            infer_schema=False,
            quote_char=quote,
            comment_prefix="%",
            null_values=["?", ""],
        )
    except polars.exceptions.PolarsError as error:
        raise InvalidTable(f"{str(path)!r} cannot be read ({error}); get it again") from None
    return frame.with_columns(polars.all().str.strip_chars())


def split_arff(path: Path, content: bytes) -> tuple[list[str], bytes]:
    """Names of the attributes, and the rows."""
    names, start = [], 0
    while start < len(content):
        end = content.find(b"\n", start) + 1 or len(content)
        words = content[start:end].decode("utf-8", "replace").split(maxsplit=2)
        start = end
        if words and words[0].lower() == "@attribute":
            names.append(words[1].strip("'\""))
        if words and words[0].lower() == "@data":
            return names, content[start:]
    raise InvalidTable(f"{str(path)!r} has no line @data; it is no ARFF file, get it again")


def encode_tokens(frame: "polars.DataFrame") -> tuple[list[str], Floats]:
    """Numbers as they are; a column with words also has one entry per word.

    Where a value is a word the number is 0.  Rows must be complete.

    Examples
    --------
    >>> import polars
    >>> names, X = encode_tokens(polars.DataFrame({"years": ["1", "4+"], "age": ["30", "40"]}))
    >>> names
    ['years', 'years = 4+', 'age']
    >>> X
    array([[ 1.,  0., 30.],
           [ 0.,  1., 40.]])
    """
    import polars

    names: list[str] = []
    columns: list[Floats] = []
    for series in frame:
        numbers = series.cast(polars.Float64, strict=False)
        words = series.filter(numbers.is_null()).unique().sort().to_list()
        if len(words) > MOST_WORDS:
            raise InvalidTable(
                f"column {series.name!r} has {len(words)} different words, more than "
                f"{MOST_WORDS}; it is not one of the paper's tables"
            )
        names.append(series.name)
        columns.append(numbers.fill_null(0.0).to_numpy())
        for word in words:
            names.append(f"{series.name} = {word}")
            columns.append((series == word).to_numpy().astype(np.float64))
    return names, np.column_stack(columns)
