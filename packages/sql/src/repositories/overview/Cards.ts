/** The cards of a job's board: which a filter selects, and their orders. */
import { noun } from "@candor/domain/application/Application"
import type { JobId } from "@candor/domain/Id"
import { Rating } from "@candor/domain/feedback/Rating"
import type { Card, CardOrder, CardPosition, StageCount } from "@candor/domain/overview/Overview"
import { CardFilter, type CardReader } from "@candor/domain/overview/Overviews"
import { type PageRequest, pageOf } from "@candor/domain/Pagination"
import { requestStatus } from "@candor/domain/request/FeedbackRequest"
import { parse } from "@candor/domain/search/SearchQuery"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { iso } from "../../database/Types.ts"
import { type Conditions, meets } from "../../statements/Filtering.ts"
import { object } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { limited } from "../../statements/Paging.ts"
import { columnsOf } from "../../statements/Rows.ts"
import { isVisible, ofVisibleJob } from "../application/Visibility.ts"
import { parameters } from "../candidate/SearchConditions.ts"
import { ownersWith } from "../candidate/SearchOwners.ts"
import { isTold } from "../feedback/ToldFeedback.ts"
import { jobExists } from "../job/JobExists.ts"
import { waits } from "../mail/MessageRows.ts"
import { signalConditions, signalsListed } from "../signal/SignalRows.ts"

/** A change of stage or status that is undone within this many minutes counts as a mistake. */
const mistakenMinutes = 10

/**
 * When an application `a` entered its stage and status. Ignores changes that were undone within a few minutes. Imported
 * applications have no history.
 */
export const enteredAt = `coalesce((
  SELECT min(h.entered_at) FROM application_history h
  WHERE h.organization_id = $organization AND h.application_id = a.id AND h.stage_id = a.stage_id AND h.status = a.status
    AND NOT EXISTS (
      SELECT FROM (
        SELECT o.stage_id, o.status, o.entered_at, lead(o.entered_at) OVER (ORDER BY o.entered_at, o.id) AS left_at
        FROM application_history o WHERE o.organization_id = $organization AND o.application_id = a.id
      ) o
      WHERE o.entered_at > h.entered_at AND (o.stage_id, o.status) <> (a.stage_id, a.status)
        AND o.left_at - o.entered_at > interval '${mistakenMinutes} minutes'
    )
), a.created_at)`

const own = [
  "id",
  "stage_id",
  "status",
  "source_type",
  "rejection_reason",
  "created_at",
  "updated_at",
  "applied_again_at"
] as const

const listed = signalsListed("application_id", "a")

const cardColumns = (sql: SqlClient.SqlClient, { user_id }: CardReader) =>
  sql`${
    sql.literal(`${columnsOf("a", own)},
  ${object(columnsOf("c", ["id", "full_name", "primary_email", "linkedin_url"]))} AS candidate,
  ${enteredAt} AS entered_at,
  profile.facts ->> 'headline' AS headline,
  profile.facts ->> 'current_company' AS current_company,
  c.tags,
  (
    SELECT max(m.created_at) FROM messages m WHERE m.organization_id = $organization AND m.application_id = a.id AND ${waits.replies}
  ) AS replied_at,
  (
    SELECT coalesce(json_agg(f.rating ORDER BY f.submitted_at), '[]') FROM $told_interview_feedback f
    WHERE f.organization_id = $organization AND f.application_id = a.id AND `)
  }${isTold(sql, user_id)}
  ) AS ratings,
  (
    SELECT count(*)::integer FROM feedback_requests r
    WHERE r.organization_id = $organization AND r.application_id = a.id AND r.status = '${
    sql.literal(requestStatus.initial)
  }'
  ) AS asked,
  (
    SELECT count(*)::integer FROM interviews i JOIN interviewer_times t ON t.organization_id = $organization AND t.interview_id = i.id
    WHERE i.organization_id = $organization AND i.application_id = a.id AND t.owes_scorecard AND upper(t.during) <= now()
  ) AS scorecards_due,
  (
    SELECT min(i.starts_at) FROM interviews i
    WHERE i.organization_id = $organization AND i.application_id = a.id AND i.status = 'scheduled' AND i.ends_at > now()
  ) AS next_interview_at, ${sql.literal(`${listed.signals} AS signals, ${listed.similar} AS similar`)}`

/** A value of an application `a`'s candidate. */
const ofPerson = (value: string): string =>
  `(SELECT ${value} FROM candidates c WHERE c.organization_id = $organization AND c.id = a.candidate_id)`

/** The mean visible rating of an application `a`, from 0 (best); 6 if there is none. */
const rating = (sql: SqlClient.SqlClient, { user_id }: CardReader) =>
  sql`(
  SELECT coalesce(5 - avg(array_position('{${
    sql.literal(Rating.literals.join())
  }}', f.rating)), 6) FROM $told_interview_feedback f
  WHERE f.organization_id = $organization AND f.application_id = a.id AND ${isTold(sql, user_id)}
)`

/** The sort keys of an application `a`, as text. */
const keys: Readonly<
  Record<Exclude<CardOrder, "newest">, (sql: SqlClient.SqlClient, reader: CardReader) => Statement.Fragment>
> = {
  oldest: (sql) => sql.literal(iso("a.created_at")),
  longest_in_stage: (sql) => sql.literal(iso(enteredAt)),
  name: (sql) => sql.literal(ofPerson("name_form(c.full_name)")),
  rating: (sql, reader) => sql`to_char(${rating(sql, reader)}, 'FM0.0000')`
}

const ofCards: Conditions<keyof CardFilter> = {
  ...signalConditions("application_id", "a"),
  tag: (value) => `${ofPerson("c.tags")} @> ARRAY[${value}::text]`
}

/** The conditions of a filter on an application `a`, besides its words. */
const conditions = (
  sql: SqlClient.SqlClient,
  { user_id }: CardReader,
  { answer, entered_before, question_id, rating, ...filter }: CardFilter
): ReadonlyArray<Statement.Fragment> => [
  meets(sql, noun, "a", CardFilter, filter, ofCards),
  ...(entered_before === undefined ? [] : [sql`${sql.literal(enteredAt)} < ${entered_before}::timestamptz`]),
  ...(rating === undefined ? [] : [sql`EXISTS (
    SELECT FROM $told_interview_feedback f
    WHERE f.organization_id = $organization AND f.application_id = a.id AND f.rating = ${rating} AND ${
    isTold(sql, user_id)
  }
  )`]),
  ...(answer === undefined && question_id === undefined ? [] : [sql`EXISTS (
    SELECT FROM application_answers t WHERE t.organization_id = $organization AND t.application_id = a.id
      AND ${question_id === undefined ? sql`true` : sql`t.question_id = ${question_id}`}
      AND ${
    answer === undefined ? sql`true` : sql`CASE
        WHEN t.type IN ('single_choice', 'multiple_choice') THEN t.value @> to_jsonb(${answer}::text)
        WHEN t.type = 'yes_no' THEN t.value = CASE lower(${answer}) WHEN 'yes' THEN to_jsonb(true) WHEN 'no' THEN to_jsonb(false) END
        ELSE strpos(fold_text(t.answer_text), fold_text(${answer})) > 0
      END`
  }
  )`])
]

/** Converts a text with numbered parameters to a fragment, which numbers them anew. */
const numbered = (sql: SqlClient.SqlClient, text: string, values: ReadonlyArray<unknown>): Statement.Fragment =>
  text.split(/\$(\d+)/).reduce<Statement.Fragment>(
    (all, part, at) => at % 2 === 0 ? sql`${all}${sql.literal(part)}` : sql`${all}${values[Number(part) - 1]}`,
    sql``
  )

/** Returns the beginning of a statement on the applications `a` of a job, and the condition of a filter. */
const selection = (sql: SqlClient.SqlClient, reader: CardReader, job_id: JobId, { q, ...filter }: CardFilter) => {
  const given = parameters(sql)
  const words = q === undefined ? undefined : ownersWith(given, job_id, parse(q))
  return {
    beginning: numbered(sql, words?.beginning ?? "", given.values),
    condition: sql.and([
      sql`a.organization_id = $organization AND a.job_id = ${job_id} AND ${sql.literal(ofVisibleJob)}`,
      ...(words === undefined ? [] : [sql.literal(words.condition("a.candidate_id"))]),
      ...conditions(sql, reader, filter)
    ])
  }
}

const positionIn = (order: CardOrder) => ({ created_at, id, key }: Card & { readonly key: string }): CardPosition =>
  order === "newest" ? { created_at, id } : { order, key, id }

/** Selects the cards of a job. Before the page is known, each row is read only as far as the order needs. */
export const cards =
  (sql: SqlClient.SqlClient) =>
  (reader: CardReader, job: JobId, filter: CardFilter, order: CardOrder, page: PageRequest<CardPosition>) => {
    const organization = reader.organization_id
    const { beginning, condition } = selection(sql, reader, job, filter)
    const { after } = page
    const [key, direction, isAfter, first] = order === "newest"
      ? [
        sql.literal("a.created_at"),
        "DESC",
        "<",
        after !== undefined && "created_at" in after ? sql`${after.created_at}::timestamptz` : undefined
      ] as const
      : [
        sql`${keys[order](sql, reader)} COLLATE "C"`,
        "ASC",
        ">",
        after !== undefined && "key" in after ? sql`${after.key}::text` : undefined
      ] as const
    const by = sql.literal(`ORDER BY key ${direction}, id ${direction}`)
    return sql<Card & { readonly key: string }>`${beginning}
    SELECT ${cardColumns(sql, reader)}, a.key FROM (
      SELECT a.*, ${key} AS key FROM $applications a
      WHERE ${condition} AND ${
      first === undefined ? sql`true` : sql`(${key}, a.id) ${sql.literal(isAfter)} (${first}, ${after!.id}::uuid)`
    }
      ${by} ${limited(sql, page)}
    ) a
    JOIN candidates c ON c.organization_id = $organization AND c.id = a.candidate_id
    LEFT JOIN LATERAL (
      SELECT p.extracted_json AS facts FROM ai_profiles p
      WHERE p.organization_id = $organization AND p.candidate_id = a.candidate_id AND p.status = 'completed'
      ORDER BY p.created_at DESC, p.id DESC LIMIT 1
    ) profile ON true
    ORDER BY a.key ${sql.literal(direction)}, a.id ${sql.literal(direction)}
  `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.tap((rows) => rows.length === 0 ? jobExists(sql, organization, job) : Effect.void),
      Effect.map((rows) => pageOf(page, rows, positionIn(order))),
      Effect.map(({ items, ...found }) => ({ ...found, items: items.map(({ key: _key, ...card }): Card => card) }))
    )
  }

/** Filters whose columns are in the index of a stage's applications. */
const indexed: ReadonlySet<string> = new Set<keyof CardFilter>([
  "created_after",
  "created_before",
  "stage_id",
  "status"
])

/** Counts the applications of a job that meet a filter, by an index-only scan if the index has all that is compared. */
export const counts = (sql: SqlClient.SqlClient) => (reader: CardReader, job: JobId, filter: CardFilter) => {
  const organization = reader.organization_id
  const { beginning, condition } = selection(sql, reader, job, filter)
  const isInIndex = Object.entries(filter).every(([name, value]) => value === undefined || indexed.has(name))
  const counted = isInIndex
    ? sql<StageCount>`
    SELECT s.id AS stage_id, a.status, count(*)::integer AS applications FROM $stages s CROSS JOIN LATERAL (
      SELECT a.status FROM applications a
      WHERE ${
      sql.and([sql`a.organization_id = $organization AND a.stage_id = s.id`, ...conditions(sql, reader, filter)])
    }
      OFFSET 0
    ) a
    WHERE s.organization_id = $organization AND s.job_id = ${job} AND ${sql.literal(isVisible("s.job_id"))}
    GROUP BY s.id, a.status`
    : sql<StageCount>`${beginning}
    SELECT a.stage_id, a.status, count(*)::integer AS applications FROM $applications a
    WHERE ${condition} GROUP BY a.stage_id, a.status`
  return counted.pipe(
    ofOrganization(sql, organization),
    Effect.orDie,
    Effect.tap((rows) => rows.length === 0 ? jobExists(sql, organization, job) : Effect.void)
  )
}
