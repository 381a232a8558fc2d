/** Makes mails from events. Each organization that sends automatic mails has a cursor in the sequence of its events. */
import { roleAccess } from "@candor/domain/access/MemberRole"
import type { Event } from "@candor/domain/event/Event"
import type { ApplicationId, MessageId, OrganizationId, UserId } from "@candor/domain/Id"
import {
  automaticTypes,
  type DigestCounts,
  MailNotice,
  type NoticeReference,
  type NoticeReader,
  type NoticeSubject
} from "@candor/domain/mail/AutomaticMail"
import type { DigestReaders, DueDigest } from "@candor/domain/mail/Digest"
import { AutomaticMails, type EventBatch } from "@candor/domain/mail/AutomaticMails"
import { noun as mailRule } from "@candor/domain/mail/MailRule"
import type { AboutLetters, ApplicationFacts, Occasion, WaitingLetter } from "@candor/domain/mail/RuledMail"
import { type Member, noun as memberNoun } from "@candor/domain/organization/Member"
import { excerptedLength, excerptOf } from "@candor/domain/note/Mention"
import { maxWaiting } from "@candor/domain/overview/Overview"
import { Overviews } from "@candor/domain/overview/Overviews"
import { reminderDays, reminderHours, type ScorecardReminder } from "@candor/domain/mail/ScorecardReminder"
import { requestStatus } from "@candor/domain/request/FeedbackRequest"
import { FeedbackRequests } from "@candor/domain/request/FeedbackRequests"
import { decidingRoles } from "@candor/domain/team/TeamMember"
import type { Timestamp } from "@candor/domain/Timestamp"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { iso } from "../../database/Types.ts"
import { CurrentViewer, viewerOf } from "../../database/Viewer.ts"
import { digests } from "../../queue/MailWork.ts"
import { enqueued, type Work } from "../../queue/Queue.ts"
import { Sequencer } from "../../sequencing/Sequencer.ts"
import { columns, object, rowColumns } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { columnsOf } from "../../statements/Rows.ts"
import { ofVisibleJob } from "../application/Visibility.ts"
import * as RequestRows from "../feedback/FeedbackRequests.ts"
import { memberZone, organizationZone } from "../interview/Schedules.ts"
import * as OverviewRows from "../overview/Overviews.ts"
import { behindAll } from "./MailAccounts.ts"
import { isShown } from "./MessageRows.ts"
import { facts, ruledJoins } from "./RuledApplications.ts"

/**
 * Kinds of notices that a server of the previous version does not know. For these, a member's opt-outs are stored, not
 * opt-ins.
 */
const isLater = (about: MailNotice): boolean => !["mention", "feedback_request", "team"].includes(about)

/** The most events, and organizations, that are processed at a time. */
const batch = 500

/** Emails that are examined together. The rest are examined when they are sent. */
const maxLetters = 2000

/** The most canceled emails that are restored when an application is reopened. */
const maxRestored = 100

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom
  const { sequence } = yield* Sequencer
  const overviews = yield* Overviews
  const requests = yield* FeedbackRequests

  // If a server of the previous version stored the sender of an account, the first cursor is null.
  const cursor = sql.literal("coalesce(m.mails_cursor, m.events_cursor)")

  const next = Effect.fnUntraced(function*(organization: OrganizationId) {
    const [position] = yield* sql<Pick<EventBatch, "begin" | "end">>`
      SELECT ${cursor} AS begin, least(h.sequence, ${cursor} + ${sql.literal(String(batch))}) AS end
      FROM mail_accounts m JOIN event_heads h ON h.organization_id = ${organization}
      WHERE m.organization_id = ${organization} AND m.sender_email IS NOT NULL AND h.sequence > ${cursor}
    `
    if (position === undefined) return null
    const events = yield* sql<Event>`
      SELECT e.id, e.sequence, e.type, e.subject_id, e.request_id, ${
      sql.literal(iso("e.occurred_at"))
    } AS occurred_at, e.data,
        json_build_object('user_id', e.user_id, 'api_key_id', e.api_key_id, 'worker', e.worker) AS actor
      FROM events e
      WHERE e.organization_id = ${organization} AND e.sequence > ${position.begin} AND e.sequence <= ${position.end}
        AND e.type = ANY (${automaticTypes}::text[])
      ORDER BY e.sequence
    `
    return { ...position, events }
  }, Effect.orDie)

  const complete = (organization: OrganizationId, { begin, end }: EventBatch) =>
    sql`
      UPDATE mail_accounts m SET mails_cursor = ${end}::bigint, events_cursor = ${sql.literal(behindAll)}
      WHERE m.organization_id = ${organization} AND ${cursor} = ${begin}::bigint
    `.pipe(Effect.orDie, Effect.asVoid)

  const application = (organization: OrganizationId, id: ApplicationId) =>
    sql<{ readonly facts: ApplicationFacts }>`
      SELECT ${sql.literal(facts)} AS facts FROM $applications a ${sql.literal(ruledJoins)}
      WHERE a.organization_id = $organization AND a.id = ${id} AND a.anonymised_at IS NULL AND ${
      sql.literal(ofVisibleJob)
    }
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map(([row]) => row?.facts ?? null))

  const letters = (organization: OrganizationId, of: AboutLetters | MessageId) =>
    sql<WaitingLetter>`
      SELECT m.id, m.cause, m.mail_rule_id, ${sql.literal(facts)} AS application,
        CASE WHEN c.primary_email IS NOT NULL THEN json_build_object('name', c.full_name, 'email', c.primary_email) END AS recipient, (
        SELECT ${
      sql.literal(object(columns(mailRule, "r", "row")))
    } FROM mail_rules r WHERE r.organization_id = $organization AND r.id = m.mail_rule_id
      ) AS rule
      FROM messages m JOIN applications a ON a.organization_id = $organization AND a.id = m.application_id ${
      sql.literal(ruledJoins)
    }
      WHERE m.organization_id = $organization AND m.due_at IS NOT NULL AND (m.cause IS NOT NULL OR m.purpose = 'rejection')
        AND ${sql.literal(ofVisibleJob)} AND ${
      typeof of === "string" ? sql`m.id = ${of}` : sql`m.id = ANY (ARRAY(
          SELECT x.id FROM messages x
          WHERE x.organization_id = $organization AND x.application_id = ANY (${of.applications}::uuid[]) AND x.due_at IS NOT NULL
          UNION ALL
          SELECT x.id FROM messages x
          WHERE x.organization_id = $organization AND x.mail_rule_id = ANY (${of.rules}::uuid[]) AND x.due_at IS NOT NULL
        ))`
    }
      ORDER BY m.due_at, m.id LIMIT ${sql.literal(String(maxLetters))}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  // Emails that a member canceled have a key. Emails that follow a move are left out, because a reopening is not a
  // move.
  const retracted = (organization: OrganizationId, application: ApplicationId) =>
    sql<Pick<Occasion, "about" | "cause" | "occurred_at">>`
      SELECT DISTINCT ON (m.cause, i.id) m.cause, ${sql.literal(iso("m.created_at"))} AS occurred_at,
        CASE m.cause ->> 'trigger' WHEN 'interview' THEN ' ' || i.id || ' ' || (m.cause ->> 'at')
          WHEN 'application_received' THEN ' ' || left(m.cause ->> 'at', 10) ELSE '' END AS about
      FROM messages m LEFT JOIN interviews i ON i.organization_id = $organization AND i.application_id = m.application_id
        AND m.cause ->> 'trigger' = 'interview' AND i.status = 'scheduled' AND i.starts_at = (m.cause ->> 'at')::timestamptz
      WHERE m.organization_id = $organization AND m.application_id = ${application} AND m.status = 'cancelled' AND m.key IS NULL
        AND m.mail_rule_id IS NOT NULL AND (m.cause ->> 'trigger' IN ('application_received', 'unanswered') OR i.id IS NOT NULL)
      ORDER BY m.cause, i.id, m.created_at LIMIT ${sql.literal(String(maxRestored))}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const language = "(SELECT o.language FROM organizations o WHERE o.id = $organization)"
  const memberColumns = columnsOf("u", rowColumns(memberNoun))

  /** A condition: a member `u` wants this kind of notice. */
  const wants = (about: MailNotice) =>
    isLater(about) ? sql`NOT u.muted_notices ? ${about}` : sql`u.mail_notices ? ${about}`

  const member = (organization: OrganizationId, id: UserId, about: MailNotice) =>
    sql<NoticeReader>`
      SELECT ${sql.literal(memberColumns)}, ${sql.literal(language)} AS language FROM users u
      WHERE u.organization_id = $organization AND u.id = ${id} AND u.status = 'active' AND ${wants(about)}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map(([row]) => row ?? null))

  const correspondents = (organization: OrganizationId, application: ApplicationId) =>
    sql<{ readonly member_id: UserId }>`
      WITH writer AS (
        SELECT m.user_id FROM messages m
        WHERE m.organization_id = $organization AND m.application_id = ${application} AND m.user_id IS NOT NULL AND m.purpose = 'letter'
          AND m.status <> 'cancelled' AND ${sql.literal(isShown)}
        ORDER BY m.created_at DESC, m.id DESC LIMIT 1
      )
      SELECT w.user_id AS member_id FROM writer w
      UNION ALL
      SELECT t.member_id FROM team_members t JOIN applications a ON a.organization_id = $organization AND a.job_id = t.job_id
      WHERE t.organization_id = $organization AND a.id = ${application} AND t.role = ANY (${decidingRoles}::text[])
        AND ${sql.literal(ofVisibleJob)} AND NOT EXISTS (SELECT FROM writer)
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.map((rows) => rows.map(({ member_id }) => member_id))
    )

  /** Runs an effect as a member, who sees only what they may see. */
  const as = <A, E, R>(
    organization_id: OrganizationId,
    { id: member_id, role }: Pick<Member, "id" | "role">,
    effect: Effect.Effect<A, E, R>
  ) => Effect.provideService(effect, CurrentViewer, viewerOf(organization_id, member_id, roleAccess[role]))

  const ofApplication =
    `a.id AS application_id, c.id AS candidate_id, j.id AS job_id, c.full_name AS person, j.title AS job`
  const joins = `JOIN applications a ON a.organization_id = $organization AND a.id = x.application_id
    JOIN candidates c ON c.organization_id = $organization AND c.id = a.candidate_id
    JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id`

  const scorecardDue =
    `${ofApplication}, x.title AS words FROM $interviews x ${joins} WHERE a.status = 'active' AND ${ofVisibleJob}`

  /** The columns and tables of the subject `x` of each kind of notice. */
  const subjects: Readonly<Record<NoticeReference["about"], string>> = {
    mention:
      `a.id AS application_id, c.id AS candidate_id, j.id AS job_id, c.full_name AS person, j.title AS job, NULL AS words
      FROM $notes x
      LEFT JOIN applications a ON a.organization_id = $organization AND a.id = x.application_id
      LEFT JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id
      JOIN candidates c ON c.organization_id = $organization AND c.id = coalesce(a.candidate_id, x.candidate_id)
      WHERE (x.application_id IS NULL OR ${ofVisibleJob})`,
    feedback_request:
      `${ofApplication}, x.message AS words FROM $feedback_requests x ${joins} WHERE x.status = '${requestStatus.initial}' AND ${ofVisibleJob}`,
    reply:
      `${ofApplication}, left(CASE WHEN x.forwarded ->> 'answer' = 'accepted' THEN x.forwarded ->> 'body' ELSE x.body END, ${excerptedLength}) AS words FROM $messages x ${joins} WHERE x.handled_at IS NULL AND ${ofVisibleJob}`,
    team: `NULL AS application_id, NULL AS candidate_id, j.id AS job_id, NULL AS person, j.title AS job, NULL AS words
      FROM $team_members x JOIN jobs j ON j.organization_id = $organization AND j.id = x.job_id
      WHERE j.deleted_at IS NULL`,
    scorecard: scorecardDue,
    missing_scorecard: scorecardDue,
    declined_interview: `${ofApplication}, concat_ws(': ', x.title, (
        SELECT string_agg(u.full_name || CASE i ->> 'response' WHEN 'declined' THEN CASE ${language} WHEN 'de' THEN ' (hat abgesagt)' ELSE ' (declined)' END ELSE '' END, ', ')
        FROM jsonb_array_elements(x.interviewers) i JOIN users u ON u.organization_id = $organization AND u.id = (i ->> 'member_id')::uuid
      )) AS words FROM $interviews x ${joins} WHERE x.status = 'scheduled' AND ${ofVisibleJob}`
  }

  /** A condition: scorecards of an interview `x` are due, from the member or from anybody. */
  const isStillDue = ({ about, member_id }: NoticeReference) =>
    about !== "scorecard" && about !== "missing_scorecard" ? sql`true` : sql`EXISTS (
      SELECT FROM interviewer_times t WHERE t.organization_id = $organization AND t.interview_id = x.id AND t.owes_scorecard
        AND ${about === "scorecard" ? sql`t.member_id = ${member_id}` : sql`true`}
    )`

  const subject = Effect.fnUntraced(function*(organization: OrganizationId, reference: NoticeReference) {
    const { about, member_id, subject_id } = reference
    const reader = yield* member(organization, member_id, about)
    if (reader === null) return null
    const [found] = yield* as(
      organization,
      reader,
      sql<Omit<NoticeSubject, "language">>`
      SELECT ${sql.literal(subjects[about])} AND x.organization_id = $organization AND x.id = ${subject_id}::uuid
        AND ${isStillDue(reference)}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)
    )
    return found === undefined
      ? null
      : { ...found, language: reader.language, words: found.words === null ? null : excerptOf(found.words) }
  })

  /** The number of the reminder of an interviewer `t` that is due at a time. */
  const due = `CASE ${
    reminderHours.map((hours, index) =>
      `WHEN upper(t.during) <= now.time - interval '${hours} hours' THEN ${index + 1}`
    )
      .toReversed().join(" ")
  } END`
  const isDue = sql.literal(`t.owes_scorecard AND t.reminders < ${reminderHours.length} AND t.reminders < ${due}
    AND upper(t.during) BETWEEN now.time - interval '${reminderDays} days' AND now.time - interval '${
    reminderHours[0]
  } hours'`)

  const withReminders = (time: Timestamp) =>
    sql<{ readonly organization_id: OrganizationId }>`
      SELECT DISTINCT t.organization_id FROM interviewer_times t CROSS JOIN (SELECT ${time}::timestamptz AS time) now
      JOIN mail_accounts m ON m.organization_id = t.organization_id AND m.notifies_members AND m.sender_email IS NOT NULL
      WHERE ${isDue} LIMIT ${sql.literal(String(batch))}
    `.pipe(Effect.orDie, Effect.map((rows) => rows.map(({ organization_id }) => organization_id)))

  const scorecardReminders = (organization: OrganizationId, time: Timestamp) =>
    sql<ScorecardReminder>`
      SELECT t.organization_id, t.interview_id, t.member_id, i.author_id, ${sql.literal(due)} AS number
      FROM interviewer_times t CROSS JOIN (SELECT ${time}::timestamptz AS time) now
      JOIN interviews i ON i.organization_id = $organization AND i.id = t.interview_id
      WHERE t.organization_id = $organization AND ${isDue} ORDER BY upper(t.during) LIMIT ${sql.literal(String(batch))}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const reminded = ({ interview_id, member_id, number, organization_id }: ScorecardReminder) =>
    sql`
      UPDATE interviewer_times t SET reminders = ${number}
      WHERE t.organization_id = ${organization_id} AND t.interview_id = ${interview_id} AND t.member_id = ${member_id}
    `.pipe(Effect.orDie, Effect.asVoid)

  const withDigests = (time: Timestamp, after: OrganizationId | null) =>
    sql<{ readonly organization_id: OrganizationId }>`
      SELECT m.organization_id FROM mail_accounts m
      WHERE m.notifies_members AND m.sender_email IS NOT NULL AND coalesce(m.digest_at <= ${time}::timestamptz, true)
        AND (${after}::uuid IS NULL OR m.organization_id > ${after}::uuid)
      ORDER BY m.organization_id LIMIT ${sql.literal(String(batch))}
    `.pipe(Effect.orDie, Effect.map((rows) => rows.map(({ organization_id }) => organization_id)))

  const digestReaders = (organization: OrganizationId) =>
    sql<DigestReaders>`
      SELECT ${sql.literal(iso("m.digest_at"))} AS digest_at, ${sql.literal(organizationZone)} AS time_zone, (
        SELECT coalesce(json_agg(json_build_object('id', u.id, 'time_zone', ${
      sql.literal(memberZone)
    }) ORDER BY u.id), '[]') FROM users u
        WHERE u.organization_id = $organization AND u.status = 'active' AND ${wants("digest")}
      ) AS readers
      FROM mail_accounts m WHERE m.organization_id = $organization
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map(([found]) => found!))

  const queueDigests = Effect.fnUntraced(function*(
    organization_id: OrganizationId,
    { digest_at }: DigestReaders,
    { due, next }: { readonly due: ReadonlyArray<DueDigest>; readonly next: Timestamp }
  ) {
    const work = yield* Effect.forEach(
      due,
      ({ day, member_id, since }) =>
        Effect.map(
          random.uuidV7(),
          (id): Work => ({ queue: digests.queue, id, element: { organization_id, member_id, day, since } })
        )
    )
    yield* sql`
      WITH saved AS (
        UPDATE mail_accounts m SET digest_at = ${next}::timestamptz
        WHERE m.organization_id = ${organization_id} AND m.digest_at IS NOT DISTINCT FROM ${digest_at}::timestamptz RETURNING m.organization_id
      ), ${enqueued(sql, work)}
      SELECT FROM saved
    `
  }, Effect.orDie)

  const waiting = Effect.fnUntraced(function*(organization: OrganizationId, reader: Member, since: Timestamp) {
    const ofReader = yield* as(
      organization,
      reader,
      Effect.all({
        mails: overviews.mailCounts(organization),
        arrived: overviews.arrived(organization, since),
        mentions: overviews.mentions(organization, reader.id),
        requests: requests.list(organization, { member_id: reader.id, status: requestStatus.initial }, {
          limit: maxWaiting,
          offset: 0
        })
      })
    )
    const { arrived, mails: { replies, undelivered }, mentions, requests: { items } } = ofReader
    const counts: DigestCounts = {
      replies,
      new_applications: arrived.length,
      feedback_requests: items.length,
      mentions: mentions.length,
      undelivered
    }
    return counts
  })

  const notices = (organization: OrganizationId, id: UserId) =>
    sql<{ readonly mail_notices: ReadonlyArray<MailNotice>; readonly muted_notices: ReadonlyArray<MailNotice> }>`
      SELECT u.mail_notices, u.muted_notices FROM users u WHERE u.organization_id = ${organization} AND u.id = ${id}
    `.pipe(
      Effect.orDie,
      Effect.map(([row]) =>
        row === undefined
          ? []
          : MailNotice.literals.filter((about) =>
            isLater(about) ? !row.muted_notices.includes(about) : row.mail_notices.includes(about)
          )
      )
    )

  const setNotices = (organization: OrganizationId, id: UserId, notices: ReadonlyArray<MailNotice>) =>
    sql`
      UPDATE users u SET mail_notices = ${PgTypes.jsonb(notices.filter((about) => !isLater(about)))},
        muted_notices = ${
      PgTypes.jsonb(MailNotice.literals.filter((about) => isLater(about) && !notices.includes(about)))
    }
      WHERE u.organization_id = ${organization} AND u.id = ${id}
    `.pipe(Effect.orDie, Effect.asVoid)

  return AutomaticMails.of({
    next: (organization) => Effect.andThen(sequence(organization), next(organization)),
    complete,
    application,
    letters,
    retracted,
    member,
    correspondents,
    subject,
    withReminders,
    scorecardReminders,
    reminded,
    withDigests,
    digestReaders,
    queueDigests,
    waiting,
    notices,
    setNotices
  })
})

export const layer = Layer.effect(AutomaticMails, make).pipe(
  Layer.provide([Sequencer.layer, OverviewRows.layer, RequestRows.layer])
)
