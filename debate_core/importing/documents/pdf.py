"""The text of a PDF, page by page; called through `documents.apart`."""

import io
import itertools

from pypdf import PdfReader
from pypdf.errors import PyPdfError

from debate_core.domain.errors import SetUpError
from debate_core.domain.numerals import pluralise
from debate_core.importing.documents.text import Extract

MAX_PAGES = 300
LEFT_OUT = "Pictures, drawings and the layout of tables are left out."
_BETWEEN = "\n\n"


def text_of_pdf(data: bytes, name: str, most: int) -> Extract:
    """At most `most` characters of a PDF. Raises SetUpError for one that can't be read."""
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted:
            raise SetUpError(f"{name} is encrypted; save it without a password, and bring it again")
        pages = _pages(reader, name, most)
    except SetUpError:
        raise
    except (PyPdfError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        # What pypdf raises on a damaged file is not its own errors alone; their words may hold anything of the file.
        raise SetUpError(f"{name} can't be read as a PDF ({type(error).__name__}): it is damaged") from None
    empty = [number for number, text in enumerate(pages, start=1) if not text]
    if len(empty) == len(pages):
        raise SetUpError(
            f"{name} holds no text on its {pluralise(len(pages), 'page')}: it is a scan; bring one that went through "
            "text recognition"
        )
    scanned = [f"{_named(empty)} without text (scanned, or pictures only): left out."] if empty else []
    worded = {number: text for number, text in enumerate(pages, start=1) if text}
    begins = itertools.accumulate((len(text) + len(_BETWEEN) for text in worded.values()), initial=0)
    starts = tuple((begin, f"page {number}") for begin, number in zip(begins, worded, strict=False))
    return Extract(text=_BETWEEN.join(worded.values()), left_out=(*scanned, LEFT_OUT), starts=starts)


def _pages(reader: PdfReader, name: str, most: int) -> list[str]:
    count = len(reader.pages)
    if count > MAX_PAGES:
        raise SetUpError(f"{name} has {count:,} pages; {MAX_PAGES} at most can be reviewed at once")
    pages: list[str] = []
    for page in reader.pages:
        pages.append(page.extract_text().strip())
        if (length := sum(map(len, pages))) > most:
            raise SetUpError(
                f"{name} has over {length:,} characters by page {len(pages)}; {most:,} at most can be reviewed at once"
            )
    return pages


def _named(pages: list[int]) -> str:
    some = ", ".join(map(str, pages[:8])) + (f" and {len(pages) - 8} more" if len(pages) > 8 else "")
    return f"Page {some} is" if len(pages) == 1 else f"Pages {some} are"
