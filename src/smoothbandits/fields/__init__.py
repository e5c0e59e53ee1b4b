"""Contexts as people have them: what each field is, and how it becomes numbers."""

from smoothbandits.fields.base import Field
from smoothbandits.fields.category import Category
from smoothbandits.fields.date import Date
from smoothbandits.fields.encoding import Encoding
from smoothbandits.fields.number import Number
from smoothbandits.fields.schema import Schema
from smoothbandits.fields.text import Text

__all__ = ["Category", "Date", "Encoding", "Field", "Number", "Schema", "Text"]
