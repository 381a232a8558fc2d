/** Departments and offices: two trees for each organization, to whose rows jobs belong. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `CREATE TABLE departments (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    id uuid NOT NULL,
    name text NOT NULL,
    parent_id uuid,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT departments_parent FOREIGN KEY (organization_id, parent_id) REFERENCES departments (organization_id, id)
  )`,
  `CREATE UNIQUE INDEX departments_name ON departments (organization_id, lower(name))`,
  `CREATE INDEX departments_below ON departments (organization_id, parent_id) WHERE parent_id IS NOT NULL`,
  `CREATE TABLE offices (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    id uuid NOT NULL,
    name text NOT NULL,
    location text,
    parent_id uuid,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT offices_parent FOREIGN KEY (organization_id, parent_id) REFERENCES offices (organization_id, id)
  )`,
  `CREATE UNIQUE INDEX offices_name ON offices (organization_id, lower(name))`,
  `CREATE INDEX offices_below ON offices (organization_id, parent_id) WHERE parent_id IS NOT NULL`,
  // No job has one yet, so there is nothing to check.
  `ALTER TABLE jobs ADD COLUMN department_id uuid,
    ADD CONSTRAINT jobs_department FOREIGN KEY (organization_id, department_id) REFERENCES departments (organization_id, id) NOT VALID,
    ADD COLUMN office_id uuid,
    ADD CONSTRAINT jobs_office FOREIGN KEY (organization_id, office_id) REFERENCES offices (organization_id, id) NOT VALID`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
