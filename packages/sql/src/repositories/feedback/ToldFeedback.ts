/** Which feedback a member is told of: nobody who is asked for theirs follows a judgement that was made before. */
import type { UserId } from "@candor/domain/Id"
import { requestStatus } from "@candor/domain/feedback/FeedbackRequest"
import type { SqlClient, Statement } from "effect/sql"

/**
 * The condition on feedback `f` that a member is told of it: of none on an application for which the member is asked for feedback, and has
 * given none. Looks for one row at a time: of an EXISTS, PostgreSQL may make a hash of all rows of the organization.
 */
export const isTold = (sql: SqlClient.SqlClient, member: UserId): Statement.Fragment =>
  sql`((
    SELECT true FROM feedback_requests r
    WHERE r.organization_id = $organization AND r.application_id = f.application_id AND r.member_id = ${member}
      AND r.status = '${sql.literal(requestStatus.initial)}' LIMIT 1
  ) IS NULL OR (
    SELECT true FROM $told_interview_feedback own
    WHERE own.organization_id = $organization AND own.application_id = f.application_id AND own.author_id = ${member} LIMIT 1
  ))`
