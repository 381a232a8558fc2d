/**
 * Which feedback a member sees: nobody who has been asked for feedback shall be influenced by others before giving it.
 */
import type { UserId } from "@candor/domain/Id"
import { requestStatus } from "@candor/domain/request/FeedbackRequest"
import type { SqlClient, Statement } from "effect/sql"

/**
 * A condition: a member sees feedback `f`, unless they have been asked for feedback on the application and have not
 * given it. These applications are found once per statement; own feedback is looked up for each.
 */
export const isTold = (sql: SqlClient.SqlClient, member: UserId): Statement.Fragment =>
  sql`f.application_id NOT IN (
    SELECT r.application_id FROM public.feedback_requests r
    WHERE r.organization_id = $organization AND r.member_id = ${member} AND r.status = '${
    sql.literal(requestStatus.initial)
  }' AND (
      SELECT true FROM public.interview_feedback own
      WHERE own.organization_id = $organization AND own.application_id = r.application_id AND own.author_id = ${member} LIMIT 1
    ) IS NULL
  )`
