"""Many machines at one queue: workers, the limits of providers over all of them, and what is lost found again.

Knows PostgreSQL and its queue; not what a call is for. Invariant: a record that somebody asked for is conducted until
it has ended or was stopped, whoever dies. Importing it raises SetUpError where what it needs isn't installed.
"""

from importlib.util import find_spec

from debate_core.errors import SetUpError

if missing := [name for name in ("psycopg", "psycopg_pool", "pgqueuer") if find_spec(name) is None]:
    raise SetUpError(f"a store that machines share needs {missing[0]}: pip install -r requirements-fleet.txt")
