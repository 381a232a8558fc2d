/** The tables of the database: which belong to tenants. */

/** The tenant itself: its id is the `organization_id` of everything else. */
export const tenant = "organizations"

/** Tables without a tenant: of the service, and of libraries. Elements of queues name their tenant. */
const untenanted: ReadonlySet<string> = new Set([
  "sequencing",
  "queue",
  "queue_migrations",
  "migrations",
  "passkey_challenges",
  "board_slugs"
])

/** Returns whether a table holds rows of tenants: any table that is not listed as another. */
export const isTenants = (table: string | undefined): table is string =>
  table !== undefined && table !== tenant && !untenanted.has(table) && !table.startsWith("pg_")
