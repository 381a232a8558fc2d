/** German for organizations that are there, where most jobs with a language are in German: their letters were, too. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`
    UPDATE organizations o SET language = 'de' WHERE o.language = 'en' AND (
      SELECT count(*) FILTER (WHERE lower(left(j.language, 2)) = 'de') * 2 > count(j.language)
      FROM jobs j WHERE j.organization_id = o.id AND j.deleted_at IS NULL
    )`)
