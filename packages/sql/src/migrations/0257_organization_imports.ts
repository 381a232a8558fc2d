/**
 * Imports of whole organizations: the parts of their archives as they arrive, what was found in them, and which rows
 * they have added.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // An archive can be above 2 GiB; a number of JavaScript holds its bytes exactly.
  `ALTER TABLE people_imports ALTER COLUMN size_bytes TYPE double precision,
    ADD COLUMN kind text NOT NULL DEFAULT 'people',
    ADD COLUMN part_bytes integer,
    ADD COLUMN bytes_received double precision NOT NULL DEFAULT 0`,
  `CREATE INDEX people_imports_archives ON people_imports (organization_id, updated_at) WHERE kind = 'organization'`,
  `CREATE TABLE import_parts (
    organization_id uuid NOT NULL,
    import_id uuid NOT NULL,
    number integer NOT NULL,
    content_id uuid NOT NULL,
    size_bytes integer NOT NULL,
    sha256 text NOT NULL,
    PRIMARY KEY (organization_id, import_id, number),
    FOREIGN KEY (organization_id, import_id) REFERENCES people_imports (organization_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX import_parts_content ON import_parts (organization_id, content_id)`,
  `CREATE FUNCTION import_part_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO removed_contents (organization_id, id) VALUES (OLD.organization_id, OLD.content_id) ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER import_parts_removed AFTER DELETE ON import_parts FOR EACH ROW EXECUTE FUNCTION import_part_removed()`,
  `CREATE TABLE import_reports (
    organization_id uuid NOT NULL,
    import_id uuid NOT NULL,
    report jsonb NOT NULL,
    PRIMARY KEY (organization_id, import_id),
    FOREIGN KEY (organization_id, import_id) REFERENCES people_imports (organization_id, id) ON DELETE CASCADE
  )`,
  `CREATE TABLE import_problems (
    organization_id uuid NOT NULL,
    import_id uuid NOT NULL,
    nth integer NOT NULL,
    problem jsonb NOT NULL,
    PRIMARY KEY (organization_id, import_id, nth),
    FOREIGN KEY (organization_id, import_id) REFERENCES people_imports (organization_id, id) ON DELETE CASCADE
  )`,
  `CREATE TABLE imported_rows (
    organization_id uuid NOT NULL,
    import_id uuid NOT NULL,
    part text NOT NULL,
    key jsonb NOT NULL,
    digest text NOT NULL,
    PRIMARY KEY (organization_id, import_id, part, key),
    FOREIGN KEY (organization_id, import_id) REFERENCES people_imports (organization_id, id) ON DELETE CASCADE
  )`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
