/**
 * The types of the stages that are stored, guessed once by their names, or else by the stage before (decision 0034). No
 * application changes: one that is active in a stage of the type hired stays so until it is hired.
 */
import { type StageType, typeOfName } from "@candor/domain/job/StageType"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The type of a stage whose name says none, by the nearest one before it whose name says one: that of `typesOf`. */
const byPosition = `
  UPDATE stages s SET type = coalesce((
    SELECT CASE t.type WHEN 'applied' THEN 'screen' WHEN 'hired' THEN 'offer' ELSE t.type END FROM stages t
    WHERE t.organization_id = s.organization_id AND t.job_id = s.job_id AND t.order_index < s.order_index AND t.type IS NOT NULL
    ORDER BY t.order_index DESC LIMIT 1
  ), CASE WHEN s.order_index = 0 THEN 'applied' ELSE 'screen' END)
  WHERE s.type IS NULL`

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const names = yield* sql<{ readonly name: string }>`SELECT DISTINCT name FROM stages WHERE type IS NULL`
  const typed = names.flatMap(({ name }): ReadonlyArray<{ readonly name: string; readonly type: StageType }> => {
    const type = typeOfName(name)
    return type === undefined ? [] : [{ name, type }]
  })
  yield* sql`
    UPDATE stages s SET type = x.type
    FROM unnest(${typed.map(({ name }) => name)}::text[], ${typed.map(({ type }) => type)}::text[]) AS x (name, type)
    WHERE s.name = x.name AND s.type IS NULL`
  yield* sql.unsafe(byPosition)
})
