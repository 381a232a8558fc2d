/** Stored scorecards. A scorecard with the status `requested` has no row. */
import type { Actor } from "@candor/domain/access/Actor"
import { ApplicationNotFound } from "@candor/domain/application/Application"
import * as ApplicationSize from "@candor/domain/application/ApplicationSize"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import { noun as feedback } from "@candor/domain/feedback/InterviewFeedback"
import type { ApplicationId, InterviewId, OrganizationId, UserId } from "@candor/domain/Id"
import { InterviewNotFound } from "@candor/domain/interview/Interview"
import { type DueScorecard, noun, type Scorecard } from "@candor/domain/scorecard/Scorecard"
import { Scorecards } from "@candor/domain/scorecard/Scorecards"
import { isSubmitted } from "@candor/domain/scorecard/ScorecardStatus"
import type { Debrief } from "@candor/domain/scorecard/ScorecardSummary"
import { type Scored, type Scoring, sizeOf } from "@candor/domain/scorecard/Scoring"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { contactKeys, ofRow } from "../../database/ConcurrentIndexes.ts"
import { erasureOf } from "../../queue/Erasure.ts"
import type { Change } from "../../statements/Change.ts"
import { changedColumns, jsonColumns, object, rowColumns } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { columnsOf, setFrom } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { addToSize, anonymisedGuard, applicationSizeGuard, sizeColumns } from "../application/ApplicationSize.ts"
import { ofVisibleJob } from "../application/Visibility.ts"
import { requestGiven } from "../feedback/FeedbackRequests.ts"
import { interview, memberOf, scorecardShown, submitted } from "./ScorecardRows.ts"

/** A source for FROM: an interview `i` that the viewer sees, and its application `a`. */
const interviewed = `$interviews i JOIN applications a ON a.organization_id = $organization AND a.id = i.application_id`

/** The due scorecards of interviews `i` that meet a condition, in order of time. */
const dueOf = (condition: string): string =>
  `(
  SELECT coalesce(json_agg(json_build_object('interview', ${interview}, 'member', ${
    memberOf("t")
  }) ORDER BY i.starts_at, i.id, t.member_id), '[]')
  FROM interviews i JOIN interviewer_times t ON t.organization_id = $organization AND t.interview_id = i.id AND t.owes_scorecard
  WHERE i.organization_id = $organization AND ${condition}
)`

/** The scorecard templates that interviews of an application `a` ask for, in order of time. */
const askedOf = `(
  SELECT coalesce(json_agg(json_build_object('id', i.id, 'sections', t.sections, 'focus_attribute_ids', i.focus_attribute_ids)
    ORDER BY i.starts_at, i.id), '[]')
  FROM interviews i JOIN scorecard_templates t ON t.organization_id = $organization AND t.id = i.scorecard_template_id
  WHERE i.organization_id = $organization AND i.application_id = a.id AND i.status NOT IN ('cancelled', 'no_show')
)`

/**
 * The columns that a decision on a member's scorecard `s` (begun or not) needs, for an interview `i` of an application
 * `a`.
 */
const known = `
  i.application_id, a.anonymised_at, ${object(sizeColumns("a"))} AS size,
  ${interview} AS interview, CASE WHEN s.id IS NOT NULL THEN ${object(jsonColumns(noun, "s", "row"))} END AS scorecard,
  ${object("i.interviewers, i.status, i.version")} AS judged,
  ${memberOf("own")} AS member,
  (
    SELECT ${object("t.sections, t.questions")} FROM scorecard_templates t
    WHERE t.organization_id = $organization AND t.id = i.scorecard_template_id
  ) AS template,
  (
    SELECT ${object(jsonColumns(feedback, "f", "row"))} FROM $told_interview_feedback f
    WHERE f.organization_id = $organization AND f.application_id = a.id AND f.scorecard_id = s.id
  ) AS feedback`

const stored = rowColumns(noun)
const changed = [...changedColumns(noun), "updated_at", "submitted_at", "version"]

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const get = (organization: OrganizationId, id: InterviewId, member: UserId) =>
    sql<Scoring>`
      SELECT ${sql.literal(known)}
      FROM ${sql.literal(interviewed)} CROSS JOIN (SELECT ${member}::uuid AS member_id) own
      LEFT JOIN $told_scorecards s ON s.organization_id = $organization AND s.application_id = i.application_id
        AND s.interview_id = i.id AND s.member_id = own.member_id
      WHERE i.organization_id = $organization AND i.id = ${id} AND ${sql.literal(ofVisibleJob)}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([row]) => row === undefined ? new InterviewNotFound({ id }) : Effect.succeed(row))
    )

  /** Selects the submitted scorecards, earliest first. */
  const listed = (organization: OrganizationId, condition: Statement.Fragment) =>
    sql<Scorecard>`
      SELECT ${sql.literal(scorecardShown)} FROM $scorecards s JOIN interviews i ON i.organization_id = $organization
        AND i.application_id = s.application_id AND i.id = s.interview_id
      WHERE s.organization_id = $organization AND s.status IN (${sql.literal(submitted)}) AND ${condition}
      ORDER BY s.submitted_at, s.id
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const ofInterview = (organization: OrganizationId, id: InterviewId) =>
    Effect.zipWith(
      sql<{ readonly due: ReadonlyArray<DueScorecard> }>`
        SELECT ${sql.literal(dueOf("i.id = one.id"))} AS due
        FROM (
          SELECT i.id FROM ${sql.literal(interviewed)} WHERE i.organization_id = $organization AND i.id = ${id} AND ${
        sql.literal(ofVisibleJob)
      }
        ) one
      `.pipe(
        ofOrganization(sql, organization),
        Effect.orDie,
        Effect.flatMap(([row]) => row === undefined ? new InterviewNotFound({ id }) : Effect.succeed(row))
      ),
      listed(organization, sql`s.interview_id = ${id}`),
      ({ due }, scorecards) => ({ scorecards, due })
    )

  const debrief = (organization: OrganizationId, id: ApplicationId, member: UserId) =>
    Effect.zipWith(
      sql<Omit<Debrief, "scorecards">>`
        SELECT ${sql.literal(dueOf("i.application_id = a.id"))} AS due, ${sql.literal(askedOf)} AS interviews, EXISTS (
          SELECT FROM candidates c JOIN users u ON u.organization_id = $organization AND u.id = ${member}
          WHERE c.organization_id = $organization AND c.id = a.candidate_id
            AND ${sql.literal(ofRow("c", contactKeys))} && ARRAY[contact_key(u.organization_id, 'email', u.email)]
        ) AS is_own
        FROM $applications a WHERE a.organization_id = $organization AND a.id = ${id} AND ${sql.literal(ofVisibleJob)}
      `.pipe(
        ofOrganization(sql, organization),
        Effect.orDie,
        Effect.flatMap(([row]) => row === undefined ? new ApplicationNotFound({ id }) : Effect.succeed(row))
      ),
      listed(organization, sql`s.application_id = ${id}`),
      (known, scorecards) => ({ ...known, scorecards })
    )

  /** Returns the statements for the resulting feedback: created, changed or deleted. */
  const followed = (
    { before: { feedback: before }, context, decided: { entity: { feedback: after } } }: Change<Scoring, Scored>
  ) => {
    if (after !== null) {
      const row = { ...after, organization_id: context.actor.organization_id, updated_at: context.now }
      const columns = Object.keys(row).join(", ")
      return [sql`followed AS (
        INSERT INTO interview_feedback (${sql.literal(columns)})
        SELECT ${sql.literal(columnsOf("x", Object.keys(row)))}
        FROM jsonb_populate_record(NULL::interview_feedback, ${PgTypes.jsonb(row)}) x CROSS JOIN saved
        ON CONFLICT (organization_id, application_id, id) DO UPDATE SET interview_type = excluded.interview_type,
          rating = excluded.rating, body = excluded.body, version = excluded.version, updated_at = excluded.updated_at
      )`]
    }
    return before === null ? [] : [sql`followed AS (
      DELETE FROM interview_feedback f
      WHERE f.organization_id = $organization AND f.application_id = ${before.application_id} AND f.id = ${before.id} AND EXISTS (SELECT FROM saved)
    )`]
  }

  const modify = <Failure>(
    actor: Actor,
    id: InterviewId,
    decide: (scoring: Scoring, context: DecisionContext) => Decision<Scored, Failure>
  ) =>
    write({
      actor,
      load: get(actor.organization_id, id, actor.user_id),
      decide,
      save: (change) => {
        const { before, context, decided: { entity } } = change
        const { scorecard } = entity
        const isFirst = before.scorecard === null || !isSubmitted(before.scorecard.status)
        const isShown = isSubmitted(scorecard.status)
        // If a decline is stored in the meantime, this is a lost race.
        const unchanged = isShown && isFirst ? "noticed" : "held"
        const lost = entity.feedback === null && before.feedback !== null
          ? [erasureOf(context, before.feedback.id)]
          : []
        return save(sql, change, {
          // A concurrent change of the interview is decided again, and a concurrent anonymization waits.
          before: [
            sql`held AS (
              SELECT a.id FROM applications a
              WHERE a.organization_id = $organization AND a.id = ${scorecard.application_id} AND a.anonymised_at IS NULL
                AND ${sql.literal(ofVisibleJob)} AND EXISTS (
                  SELECT FROM interviews i WHERE i.organization_id = $organization AND i.id = ${id} AND i.version = ${before.judged.version}
                ) FOR ${sql.literal(isShown ? "NO KEY UPDATE" : "SHARE")}
            )`,
            ...(isShown && isFirst
              ? [
                sql`noticed AS (UPDATE interviews i SET version = i.version + 1 WHERE i.organization_id = $organization AND i.id = ${id}
                AND i.version = ${before.judged.version} AND EXISTS (SELECT FROM held) RETURNING i.id)`
              ]
              : [])
          ],
          saved: before.scorecard === null
            ? sql`
              INSERT INTO scorecards (organization_id, ${sql.literal(stored.join(", "))})
              SELECT $organization, ${sql.literal(columnsOf("x", stored))}
              FROM jsonb_populate_record(NULL::scorecards, ${PgTypes.jsonb(scorecard)}) x CROSS JOIN ${
              sql.literal(unchanged)
            } RETURNING id`
            : sql`
              UPDATE scorecards s SET ${setFrom(sql, noun.table, changed, scorecard)}
              WHERE s.organization_id = $organization AND s.id = ${scorecard.id} AND s.version = ${before.scorecard.version}
                AND EXISTS (SELECT FROM ${sql.literal(unchanged)})
              RETURNING s.id`,
          after: [
            ...(isShown ? followed(change) : []),
            ...(isShown && isFirst
              ? [
                sql`settled AS (
                  UPDATE interviewer_times t SET owes_scorecard = false
                  WHERE t.organization_id = $organization AND t.interview_id = ${id} AND t.member_id = ${actor.user_id} AND EXISTS (SELECT FROM saved)
                )`,
                ...requestGiven(sql, scorecard.application_id, context)
              ]
              : [])
          ],
          increments: isShown
            ? [
              addToSize(
                scorecard.application_id,
                ApplicationSize.difference(sizeOf(before), sizeOf(entity)),
                context.now
              )
            ]
            : [],
          work: lost
        })
      },
      races: ["scorecards_interview_member", "scorecards_application", applicationSizeGuard, anonymisedGuard]
    })

  return Scorecards.of({ get, ofInterview, debrief, modify })
})

export const layer = Layer.effect(Scorecards, make)
