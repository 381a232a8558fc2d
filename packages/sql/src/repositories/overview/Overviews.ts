/** Overviews of stored jobs and applications. */
import { noun as applicationNoun } from "@candor/domain/application/Application"
import type { CandidateId, OrganizationId, UserId } from "@candor/domain/Id"
import { writtenIn } from "@candor/domain/mail/QuotedText"
import { excerptedLength, excerptOf } from "@candor/domain/note/Mention"
import { noun as job } from "@candor/domain/job/Job"
import {
  type AskedErasure,
  type JobOverview,
  type MailCounts,
  maxCompared,
  maxCounted,
  maxOpenJobs,
  maxWaiting,
  type Mention,
  type Named,
  type PersonOverview,
  type Unanswered,
  type WaitingMail,
  type WaitingScorecard,
  type Withdrawn
} from "@candor/domain/overview/Overview"
import { JobOverviewFilter, Overviews, PersonFilter } from "@candor/domain/overview/Overviews"
import { fromRows, type PageRequest } from "@candor/domain/Pagination"
import type { Timestamp } from "@candor/domain/Timestamp"
import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { iso } from "../../database/Types.ts"
import { namedColumns, object } from "../../statements/Nouns.ts"
import { type Conditions, meets } from "../../statements/Filtering.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { after, newestFirst } from "../../statements/Paging.ts"
import { readsRow } from "../../statements/Rows.ts"
import { author, stageColumns, stageType } from "../application/ApplicationQueries.ts"
import { isVisible, ofVisibleJob } from "../application/Visibility.ts"
import { contactedAt, isShown, waits } from "../mail/MessageRows.ts"
import { interview } from "../scorecard/ScorecardRows.ts"
import { cards, counts, enteredAt } from "./Cards.ts"
import { sources } from "./Sources.ts"
import { application, person, waitingInterviews } from "./WaitingInterviews.ts"

const jobColumns = namedColumns(job, "j", [
  "id",
  "title",
  "status",
  "department",
  "location",
  "employment_type",
  "is_confidential",
  "created_at"
])

/** The stages of a job `j`, each with the number of its active applications. */
const stagesCounted = `(
  SELECT json_agg(${
  object(`${stageColumns("s")}, (
    SELECT count(*) FROM applications a
    WHERE a.organization_id = $organization AND a.stage_id = s.id AND a.status = 'active'
  ) AS active_applications`)
} ORDER BY s.order_index)
  FROM stages s WHERE s.organization_id = $organization AND s.job_id = j.id
)`

/** The team of a job `j`. */
const team = `(
  SELECT coalesce(json_agg(${object("u.id, u.full_name, t.role")} ORDER BY t.created_at, t.id), '[]')
  FROM team_members t JOIN users u ON u.organization_id = $organization AND u.id = t.member_id
  WHERE t.organization_id = $organization AND t.job_id = j.id
)`

/** The application of a job `j` that has been in its stage longest. */
const waitsLongest = `(
  SELECT ${
  object(`a.id, ${person} AS candidate, (
    SELECT ${object(stageColumns("s"))} FROM stages s
    WHERE s.organization_id = $organization AND s.job_id = a.job_id AND s.id = a.stage_id
  ) AS stage, ${iso("a.entered_at")} AS entered_at`)
}
  FROM (
    SELECT a.id, a.candidate_id, a.job_id, a.stage_id, ${enteredAt} AS entered_at FROM applications a
    WHERE a.organization_id = $organization AND a.job_id = j.id AND a.status = 'active'
    ORDER BY a.created_at, a.id LIMIT ${maxCompared}
  ) a
  ORDER BY a.entered_at, a.id LIMIT 1
)`

/** An application `a` with its stage and job; null if there is none. */
const newestApplication = `CASE WHEN a.id IS NOT NULL THEN ${
  object(`a.id, a.status, (
  SELECT ${
    object(stageColumns("s"))
  } FROM stages s WHERE s.organization_id = $organization AND s.job_id = a.job_id AND s.id = a.stage_id
) AS stage, (
  SELECT ${
    object("j.id, j.title, j.is_confidential")
  } FROM jobs j WHERE j.organization_id = $organization AND j.id = a.job_id
) AS job`)
} END`

/** The first recruiter in the team of an application `a`'s job. */
const owner = `(
  SELECT ${object("u.id, u.full_name")}
  FROM team_members t JOIN users u ON u.organization_id = $organization AND u.id = t.member_id
  WHERE t.organization_id = $organization AND t.job_id = a.job_id AND t.role = 'recruiter'
  ORDER BY t.created_at, t.id LIMIT 1
)`

const own: Conditions<keyof JobOverviewFilter> = {
  q: (value) => `strpos(lower(j.title), lower(${value})) > 0`
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const jobs = (organization: OrganizationId, filter: JobOverviewFilter, since: Timestamp, page: PageRequest) =>
    sql<JobOverview>`
      SELECT ${sql.literal(jobColumns)}, ${sql.literal(stagesCounted)} AS stages, (
        SELECT count(*)::integer FROM applications a
        WHERE a.organization_id = $organization AND a.job_id = j.id AND a.created_at >= ${since}::timestamptz
      ) AS new_applications, ${sql.literal(team)} AS team, ${sql.literal(waitsLongest)} AS waits_longest
      FROM $listed_jobs j
      WHERE j.organization_id = $organization AND j.deleted_at IS NULL
        AND ${meets(sql, job, "j", JobOverviewFilter, filter, own)}
        AND ${after(sql, "j", page)}
      ${newestFirst(sql, "j", page)}
    `.pipe(ofOrganization(sql, organization), Effect.map((rows) => fromRows(page, rows)), Effect.orDie)

  /** Each candidate is looked up separately. */
  const people = (organization: OrganizationId, candidates: ReadonlyArray<CandidateId>, filter: PersonFilter) =>
    sql<PersonOverview>`
      SELECT c.id, ${sql.literal(newestApplication)} AS application, (
        SELECT count(*)::integer FROM $applications a
        WHERE a.organization_id = $organization AND a.candidate_id = c.id AND ${sql.literal(ofVisibleJob)}
      ) AS applications, (
        SELECT max(${
      sql.literal(contactedAt)
    }) FROM $applications a JOIN messages m ON m.organization_id = $organization AND m.application_id = a.id
        WHERE a.organization_id = $organization AND a.candidate_id = c.id AND ${
      sql.literal(ofVisibleJob)
    } AND m.purpose <> 'notice'
          AND m.status IN ('sent', 'delivered', 'received')
      ) AS last_contact_at, ${sql.literal(owner)} AS owner
      FROM unnest(${candidates}::uuid[]) AS request (id)
      JOIN $candidates c ON c.organization_id = $organization AND c.id = request.id
      LEFT JOIN LATERAL (
        SELECT a.* FROM $applications a
        WHERE a.organization_id = $organization AND a.candidate_id = c.id AND ${sql.literal(ofVisibleJob)}
          AND ${meets(sql, applicationNoun, "a", PersonFilter, filter)}
        ORDER BY a.status <> 'active', a.created_at DESC, a.id DESC LIMIT 1
      ) a ON true
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const names = (organization: OrganizationId, ids: ReadonlyArray<string>) =>
    sql<Named>`
      WITH request AS MATERIALIZED (SELECT DISTINCT id FROM unnest(${ids}::uuid[]) AS request (id))
      SELECT a.id, c.full_name AS candidate, j.title AS job
      FROM request JOIN $applications a ON a.organization_id = $organization AND a.id = request.id
      JOIN candidates c ON c.organization_id = $organization AND c.id = a.candidate_id
      JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id AND j.deleted_at IS NULL
      UNION ALL
      SELECT c.id, c.full_name, NULL FROM request JOIN $candidates c ON c.organization_id = $organization AND c.id = request.id
      UNION ALL
      SELECT j.id, NULL, j.title FROM request JOIN $jobs j ON j.organization_id = $organization AND j.id = request.id AND j.deleted_at IS NULL
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  /**
   * Selects applications `a` in the first stages of open jobs that meet two conditions. An index finds those of each
   * stage that meet `came`; they are examined in order, across stages, until enough meet `condition`.
   */
  const inFirstStages = (
    organization: OrganizationId,
    came: Statement.Fragment,
    condition: Statement.Fragment,
    direction: "ASC" | "DESC"
  ) => {
    const by = (time: string, alias = "a") => sql.literal(`${alias}.${time} ${direction}, ${alias}.id ${direction}`)
    return sql<Unanswered>`
      SELECT a.id, ${sql.literal(person)} AS candidate, ${sql.literal(object(stageColumns("s")))} AS stage,
        a.entered_at, ${sql.literal(object("j.id, j.title, j.is_confidential"))} AS job
      FROM (
        SELECT a.id, a.candidate_id, a.stage_id, a.job_id, ${sql.literal(enteredAt)} AS entered_at
        FROM (
          SELECT a.id, a.created_at FROM (
            SELECT j.id FROM $listed_jobs j
            WHERE j.organization_id = $organization AND j.deleted_at IS NULL AND j.status <> 'closed'
            ORDER BY j.created_at DESC, j.id DESC LIMIT ${sql.literal(String(maxOpenJobs))}
          ) j
          JOIN stages s ON s.organization_id = $organization AND s.job_id = j.id AND ${
      sql.literal(stageType("s"))
    } = 'applied'
          CROSS JOIN LATERAL (
            SELECT a.id, a.created_at FROM applications a
            WHERE a.organization_id = $organization AND a.stage_id = s.id AND a.status = 'active' AND ${came}
            ORDER BY ${by("created_at")} LIMIT ${sql.literal(String(maxCompared))}
          ) a
          ORDER BY ${by("created_at")}
        ) first CROSS JOIN LATERAL (
          SELECT a.* FROM applications a
          WHERE a.organization_id = $organization AND a.id = first.id AND ${
      sql.literal(readsRow("a"))
    } AND ${condition} OFFSET 0
        ) a
        ORDER BY ${by("created_at", "first")} LIMIT ${sql.literal(String(maxCompared))}
      ) a
      JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id
      JOIN stages s ON s.organization_id = $organization AND s.job_id = a.job_id AND s.id = a.stage_id
      ORDER BY ${by("entered_at")} LIMIT ${sql.literal(String(maxWaiting))}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)
  }

  const unanswered = (organization: OrganizationId, before: Timestamp) =>
    inFirstStages(
      organization,
      sql`a.created_at < ${before}::timestamptz`,
      sql`${sql.literal(enteredAt)} < ${before}::timestamptz`,
      "ASC"
    )

  const arrived = (organization: OrganizationId, since: Timestamp) =>
    inFirstStages(
      organization,
      sql`a.created_at >= ${since}::timestamptz AND NOT EXISTS (
      SELECT FROM messages m WHERE m.organization_id = $organization AND m.application_id = a.id AND m.purpose = 'letter'
        AND m.status IN ('queued', 'sending', 'sent', 'delivered')
    ) AND NOT EXISTS (
      SELECT FROM import_rows r WHERE r.organization_id = $organization AND r.candidate_id = a.candidate_id AND r.application_id = a.id AND r.made_application
    )`,
      sql`true`,
      "DESC"
    )

  const mails = (organization: OrganizationId, select: "replies" | "undelivered") =>
    sql<Omit<WaitingMail, "excerpt"> & { readonly body: string }>`
      SELECT m.id AS message_id, m.subject, left(m.body, ${
      sql.literal(String(excerptedLength))
    }) AS body, m.failure, m.created_at,
        ${sql.literal(application)} AS application
      FROM $scanned_messages m
      JOIN applications a ON a.organization_id = $organization AND a.id = m.application_id
      JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id
      WHERE m.organization_id = $organization AND ${sql.literal(waits[select])} AND ${sql.literal(isShown)}
      ORDER BY m.created_at DESC, m.id DESC LIMIT ${sql.literal(String(maxWaiting))}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.map((rows) =>
        rows.map(({ body, ...mail }): WaitingMail => ({
          ...mail,
          excerpt: excerptOf(writtenIn({ body, isReply: true, letter: null, subject: mail.subject }))
        }))
      ),
      Effect.orDie
    )

  const counted = (select: keyof typeof waits) =>
    `(SELECT count(*)::integer FROM (
    SELECT FROM $scanned_messages m WHERE m.organization_id = $organization AND ${
      waits[select]
    } AND ${isShown} LIMIT ${maxCounted}
  ) counted) AS ${select}`

  const mailCounts = (organization: OrganizationId) =>
    sql<MailCounts>`SELECT ${
      sql.literal([counted("replies"), counted("unassigned"), counted("undelivered")].join(", "))
    }`.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.map(([row]) => row!)
    )

  const scorecards = (organization: OrganizationId, member: UserId, ended: Timestamp) =>
    sql<WaitingScorecard>`
      SELECT ${sql.literal(interview)} AS interview,
        ${sql.literal(application)} AS application
      FROM interviewer_times t
      JOIN $interviews i ON i.organization_id = $organization AND i.id = t.interview_id
      JOIN applications a ON a.organization_id = $organization AND a.id = i.application_id AND a.anonymised_at IS NULL
      JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id
      WHERE t.organization_id = $organization AND t.member_id = ${member} AND t.owes_scorecard AND upper(t.during) <= ${ended}
        AND ${sql.literal(isVisible("a.job_id"))}
      ORDER BY upper(t.during), i.id LIMIT ${sql.literal(String(maxWaiting))}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  // Strangers can fake withdrawals as well as requests for them, so each kind has half of the list, and cannot displace
  // the other kind or older requests. Each application is listed once.
  const withdrawals = (organization: OrganizationId, since: Timestamp) =>
    sql<Withdrawn>`
      SELECT x.application, ${sql.literal(iso("x.withdrawn_at"))} AS withdrawn_at, x.is_requested FROM (
        (
          SELECT ${sql.literal(application)} AS application, a.closed_at AS withdrawn_at, false AS is_requested, a.id
          FROM $applications a JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id
          WHERE a.organization_id = $organization AND a.status = 'withdrawn' AND a.anonymised_at IS NULL AND a.closed_at >= ${since}::timestamptz
            AND ${sql.literal(isVisible("a.job_id"))} AND EXISTS (
              SELECT FROM application_history h WHERE h.organization_id = $organization AND h.application_id = a.id
                AND h.change = 'withdrawn' AND h.user_id IS NULL AND h.entered_at >= ${since}::timestamptz
            )
          ORDER BY a.closed_at DESC, a.id LIMIT ${sql.literal(String(maxWaiting / 2))}
        ) UNION ALL (
          SELECT ${sql.literal(application)}, s.withdrawal_requested_at, true, a.id
          FROM submissions s
          JOIN $applications a ON a.organization_id = $organization AND a.id = s.application_id AND a.status = 'active' AND a.anonymised_at IS NULL
          JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id
          WHERE s.organization_id = $organization AND s.withdrawal_requested_at IS NOT NULL AND ${
      sql.literal(isVisible("a.job_id"))
    } AND (a.withdrawal_handled_at IS NULL OR s.withdrawal_requested_at > a.withdrawal_handled_at) AND NOT EXISTS (
            SELECT FROM submissions o WHERE o.organization_id = $organization AND o.application_id = a.id
              AND (o.withdrawal_requested_at, o.id) < (s.withdrawal_requested_at, s.id)
              AND (a.withdrawal_handled_at IS NULL OR o.withdrawal_requested_at > a.withdrawal_handled_at)
          )
          ORDER BY s.withdrawal_requested_at, s.id LIMIT ${sql.literal(String(maxWaiting / 2))}
        )
      ) x ORDER BY x.withdrawn_at DESC, x.id
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const mentions = (organization: OrganizationId, member: UserId) =>
    sql<Omit<Mention, "excerpt"> & { readonly body: string }>`
      SELECT n.id AS note_id, ${sql.literal(author("n"))} AS author, left(n.body, ${
      sql.literal(String(excerptedLength))
    }) AS body,
        n.visibility, ${sql.literal(iso("n.created_at"))} AS created_at, ${
      sql.literal(object("c.id, c.full_name"))
    } AS candidate,
        CASE WHEN a.id IS NOT NULL THEN ${
      sql.literal(object(`a.id, ${object("j.id, j.title, j.is_confidential")} AS job`))
    } END AS application
      FROM $notes n
      LEFT JOIN applications a ON a.organization_id = $organization AND a.id = n.application_id
      LEFT JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id
      JOIN candidates c ON c.organization_id = $organization AND c.id = coalesce(a.candidate_id, n.candidate_id)
      WHERE n.organization_id = $organization AND n.unseen_by @> ARRAY[${member}::uuid] AND n.unseen_by <> '{}'
        AND (n.application_id IS NULL OR ${sql.literal(isVisible("a.job_id"))})
      ORDER BY n.created_at DESC, n.id DESC LIMIT ${sql.literal(String(maxWaiting))}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.map((rows) => rows.map(({ body, ...mention }): Mention => ({ ...mention, excerpt: excerptOf(body) }))),
      Effect.orDie
    )

  const erasures = (organization: OrganizationId) =>
    sql<AskedErasure>`
      SELECT ${
      sql.literal(object("c.id, c.full_name"))
    } AS candidate, c.erasure_request ->> 'requested_at' AS requested_at
      FROM $candidates c
      WHERE c.organization_id = $organization AND c.erasure_request IS NOT NULL AND c.erasure_request ->> 'declined_at' IS NULL
      ORDER BY c.erasure_request ->> 'requested_at', c.id LIMIT ${sql.literal(String(maxWaiting))}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  return Overviews.of({
    jobs,
    cards: cards(sql),
    counts: counts(sql),
    people,
    names,
    sources: (organization, filter) => sources(sql, organization, filter),
    unanswered,
    arrived,
    mails,
    mailCounts,
    erasures,
    mentions,
    ...waitingInterviews(sql),
    withdrawals,
    scorecards
  })
})

export const layer = Layer.effect(Overviews, make)
