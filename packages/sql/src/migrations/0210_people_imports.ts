/** Imports of people from files, and the rows of these files. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `CREATE TABLE people_imports (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    file_name text NOT NULL,
    size_bytes integer NOT NULL,
    state text NOT NULL,
    failure text,
    header_line integer,
    column_names jsonb NOT NULL,
    mapping jsonb NOT NULL,
    job_id uuid,
    day_order text,
    tag text,
    source_type text,
    rows_counted integer NOT NULL,
    rows_done integer NOT NULL,
    new_counted integer NOT NULL,
    known_counted integer NOT NULL,
    unchanged_counted integer NOT NULL,
    problems_counted integer NOT NULL,
    undone_counted integer NOT NULL,
    line_done integer NOT NULL,
    content_id uuid NOT NULL,
    author_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    finished_at timestamptz,
    version integer NOT NULL,
    is_forgotten boolean NOT NULL DEFAULT false,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, author_id) REFERENCES users (organization_id, id)
  )`,
  `CREATE INDEX people_imports_newest ON people_imports (organization_id, created_at, id)`,
  `CREATE INDEX people_imports_to_forget ON people_imports (updated_at) WHERE NOT is_forgotten`,
  `CREATE TABLE import_rows (
    organization_id uuid NOT NULL,
    import_id uuid NOT NULL,
    line integer NOT NULL,
    cells jsonb NOT NULL,
    outcome text,
    name text,
    match text,
    same_line integer,
    person_key text,
    digest text,
    candidate_id uuid,
    application_id uuid,
    made_candidate boolean NOT NULL DEFAULT false,
    made_application boolean NOT NULL DEFAULT false,
    issues jsonb NOT NULL DEFAULT '[]',
    done_at timestamptz,
    PRIMARY KEY (organization_id, import_id, line),
    FOREIGN KEY (organization_id, import_id) REFERENCES people_imports (organization_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX import_rows_outcome ON import_rows (organization_id, import_id, outcome, line)`,
  `CREATE INDEX import_rows_person ON import_rows (organization_id, import_id, person_key, line)`,
  `CREATE INDEX import_rows_digest ON import_rows (organization_id, digest, candidate_id) WHERE digest IS NOT NULL`,
  `CREATE INDEX import_rows_candidate ON import_rows (organization_id, candidate_id) WHERE candidate_id IS NOT NULL`
]

export default Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
