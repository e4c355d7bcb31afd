"""A reviewed text as a Word document: its lines as they were read, and each finding as a comment on its words."""

import io

from docx import Document as WordDocument
from docx.text.run import Run

from debate_core.library.findings.merging import marked
from debate_core.library.findings.reporting import Reviewed
from debate_core.reporting.blocks import Block
from debate_core.reporting.plain_text import clean
from debate_core.reporting.text import text_document
from debate_core.reporting.text_findings import finding_block

MIME = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def text_as_docx(found: Reviewed) -> bytes:
    """The bytes of a DOCX; a finding without a place stands behind the text."""
    word, said = WordDocument(), text_document(found)
    verdict = said.block("verdict")
    assert verdict is not None
    word.add_heading(clean(said.title), 0)
    word.add_paragraph(clean(" ".join((*said.badges, verdict.title, *verdict.items))))
    blocks = [
        finding_block(number, one, found.artifact) for number, one in enumerate(found.findings, start=1)
    ]
    begun: dict[int, list[Run]] = {}
    for line in marked(found.artifact, found.findings):
        paragraph = word.add_paragraph()
        for piece in line:
            run = paragraph.add_run(piece.text)
            for number in piece.findings:
                begun.setdefault(number, []).append(run)
            for number in piece.ends:
                runs, one = begun.pop(number), found.findings[number - 1]
                by = clean(", ".join(one.found_by))
                word.add_comment(runs, _comment_text(blocks[number - 1]), author=by, initials=str(number))
    if found.unplaced:
        word.add_heading("Findings without a place", 1)
        for block in blocks[len(found.placed) :]:
            word.add_paragraph(_comment_text(block))
    file = io.BytesIO()
    word.save(file)
    return file.getvalue()


def _comment_text(block: Block) -> str:
    return "\n".join(map(clean, (block.title, *block.items)))
