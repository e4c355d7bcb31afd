"""Many machines at one queue."""

from importlib.util import find_spec

from debate_core.domain.errors import SetUpError

if missing := [name for name in ("psycopg", "psycopg_pool", "pgqueuer") if find_spec(name) is None]:
    raise SetUpError(f"a store that machines share needs {missing[0]}: pip install -r requirements-fleet.txt")
