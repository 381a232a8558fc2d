/** PGlite's versions of the extensions that the schema uses. A process that uses a server never loads them. */
import type { Extensions } from "@electric-sql/pglite"

/** Loads the extensions. */
export const load = async (): Promise<Extensions> => {
  const [{ btree_gin }, { btree_gist }, { pg_trgm }, { unaccent }] = await Promise.all([
    import("@electric-sql/pglite/contrib/btree_gin"),
    import("@electric-sql/pglite/contrib/btree_gist"),
    import("@electric-sql/pglite/contrib/pg_trgm"),
    import("@electric-sql/pglite/contrib/unaccent")
  ])
  return { btree_gin, btree_gist, pg_trgm, unaccent }
}
