/** The columns of scorecards. */
import { noun } from "@candor/domain/scorecard/Scorecard"
import { submittedStatuses } from "@candor/domain/scorecard/ScorecardStatus"
import { iso } from "../../database/Types.ts"
import { jsonColumns, object } from "../../statements/Nouns.ts"
import { authorOf } from "../application/ApplicationQueries.ts"

/** The statuses of scorecards that other members see. */
export const submitted = submittedStatuses.map((status) => `'${status}'`).join()

/** An interview `i` in the form of scorecards. */
export const interview = object(`i.id, i.title, ${iso("i.starts_at")} AS starts_at`)

/** The member of a row with this alias, in the form of scorecards. */
export const memberOf = (alias: string): string =>
  `(SELECT ${authorOf("u")} FROM users u WHERE u.organization_id = $organization AND u.id = ${alias}.member_id)`

/** The columns of a scorecard `s` of an interview `i`. */
export const scorecardShown = jsonColumns(noun, "s", "json", { interview, member: memberOf("s") })
