/** The tables of the database, by whose rows they hold. */

/** The tenant itself: its id is the `organization_id` of everything else. */
export const tenant = "organizations"

/** Tables that belong to no tenant: of the service, and of libraries. Each queue element says whose it is. */
const untenanted: ReadonlySet<string> = new Set([
  "sequencing",
  "queue",
  "queue_migrations",
  "migrations",
  "passkey_challenges",
  "board_slugs"
])

/** Whether a table holds rows of tenants. Every table does that is not known to be another. */
export const isTenants = (table: string | undefined): table is string =>
  table !== undefined && table !== tenant && !untenanted.has(table) && !table.startsWith("pg_")
