"""`python -m tools.examples`: conduct the written examples and write their event files into the package."""

from tools.examples.conduct import write_all
from tools.examples.review import write_review

if __name__ == "__main__":
    write_all()
    write_review()
