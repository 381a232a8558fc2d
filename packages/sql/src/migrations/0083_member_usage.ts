/** The requests that members make in their sessions, in the latest hour of each (decision 0008). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`CREATE TABLE member_usage (
    organization_id uuid NOT NULL,
    user_id uuid NOT NULL,
    window_start timestamptz(3) NOT NULL,
    used integer NOT NULL,
    PRIMARY KEY (organization_id, user_id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id) ON DELETE CASCADE
  ) WITH (fillfactor = 50)`)
})
