/**
 * Schemes of apps' own end with a colon, as hosts do not (decision 0104): of apps that were connected before, and where
 * administrators allow these.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const scheme = "split_part(a.redirect_uri, ':', 1)"

const statements = [
  // First: it finds the schemes by the apps that are mended after it.
  `UPDATE organizations o SET app_policy = jsonb_set(o.app_policy, '{hosts}', (
      SELECT jsonb_agg(CASE WHEN EXISTS (
        SELECT FROM connected_apps a
        WHERE a.organization_id = o.id AND a.redirect_host = h.host AND a.redirect_host = ${scheme} AND a.redirect_uri !~ '^https?:'
      ) THEN h.host || ':' ELSE h.host END ORDER BY h.n)
      FROM jsonb_array_elements_text(o.app_policy -> 'hosts') WITH ORDINALITY AS h (host, n)
    ))
    WHERE o.app_policy -> 'hosts' <> '[]'`,
  `UPDATE connected_apps a SET redirect_host = ${scheme} || ':'
    WHERE a.redirect_host = ${scheme} AND a.redirect_uri !~ '^https?:'`
]

export default Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
)
