/** Whether the sender of a mail could be verified. A server of the version before writes mails without it. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(SqlClient.SqlClient, (sql) => sql`ALTER TABLE messages ADD COLUMN sender_check text`)
