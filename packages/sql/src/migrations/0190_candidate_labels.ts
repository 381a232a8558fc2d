/** What applicants read on their own page while their application is in a stage; null says that it is in review. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(SqlClient.SqlClient, (sql) => sql`ALTER TABLE stages ADD COLUMN candidate_label text`)
