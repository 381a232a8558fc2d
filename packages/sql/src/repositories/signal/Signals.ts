/** Stored signals, and the prints (digests of texts and values) that find them. */
import type { Worker } from "@candor/domain/access/Actor"
import { ApplicationNotFound } from "@candor/domain/application/Application"
import type { ApplicationId, OrganizationId, SubmissionId } from "@candor/domain/Id"
import {
  type CheckedFacts,
  type Finding,
  keysOf,
  type OtherPrint,
  type Prints,
  printsOf
} from "@candor/domain/screening/Checking"
import type { Signal } from "@candor/domain/signal/Signal"
import { type Checked, printDays, Signals } from "@candor/domain/screening/Signals"
import { bytesOf, printIn } from "@candor/domain/signal/TextPrint"
import { SubmissionNotFound } from "@candor/domain/submission/Submission"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient, type Statement } from "effect/sql"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { isVisible, ofVisibleJob } from "../application/Visibility.ts"
import { candidateJoined } from "../candidate/CandidateRows.ts"
import { isShown, signalShown } from "./SignalRows.ts"

/** The facts of an application or submission that is checked. */
interface Loaded extends CheckedFacts {
  readonly id: string
  readonly group_id: string | null
}

interface Row extends Omit<OtherPrint, "keys" | "letter" | "resume"> {
  readonly keys: ReadonlyArray<string>
  readonly letter: Uint8Array | null
  readonly resume: Uint8Array | null
}

/** Other prints that are compared: the newest of each key, and of these the ones that share most keys. */
const [newestOfBand, newestOfValue, mostOfEach] = [8, 24, 40]

/** The most answers, and characters of a text, that are read. */
const [maxAnswers, maxLength] = [100, 60_000]

const groupOf = (column: string) =>
  `(SELECT s.group_id FROM $signals s WHERE s.organization_id = $organization AND s.${column} AND s.kind = 'similar_text') AS group_id`

const off = "(SELECT o.signals_off FROM organizations o WHERE o.id = $organization) AS off"

const addressesOf = (list: string, field: string) =>
  `ARRAY(SELECT known ->> '${field}' FROM jsonb_array_elements(${list}) AS known)`

/** A column of the newest submission of an application `a`; null if it came without one. */
const ofSubmission = (column: string) =>
  `(SELECT x.${column} FROM $submissions x WHERE x.organization_id = $organization AND x.application_id = a.id
    ORDER BY x.created_at DESC, x.id DESC LIMIT 1) AS ${column}`

/**
 * The files `p` of an application `a` that come from the applicant: those in submissions, those sent later, and those
 * filed as a résumé or a cover letter. Other files of members (guides, letters) may be the same for many applications.
 */
const filesOf = (application: string, columns: string) =>
  `(
    SELECT coalesce(json_agg(json_build_object('name', p.original_filename, 'digest', p.content_digest${columns})), '[]') FROM (
      SELECT p.* FROM attachments p WHERE p.organization_id = $organization AND p.application_id = ${application}
        AND (p.user_id IS NULL OR p.file_type IN ('resume', 'cover_letter') OR EXISTS (
          SELECT FROM $submissions x WHERE x.organization_id = $organization AND x.application_id = ${application}
            AND x.files @> jsonb_build_array(jsonb_build_object('id', p.id))
        ))
      ORDER BY p.created_at DESC, p.id DESC LIMIT 20
    ) p
  )`

const heldFiles = `(
    SELECT coalesce(json_agg(json_build_object('name', x.files -> nth ->> 'original_filename',
      'digest', x.file_digests ->> nth, 'text', null, 'hidden_text', null)), '[]')
    FROM generate_series(0, jsonb_array_length(x.files) - 1) AS nth
  )`

const applicationPhones = addressesOf("c.phone_numbers", "number")
const heldPhones = "array_remove(ARRAY[x.phone], NULL)"

/** When the application with this alias was sent. */
const sentAt = (alias: string) =>
  `coalesce((
    SELECT max(x.created_at) FROM $submissions x WHERE x.organization_id = $organization AND x.application_id = ${alias}.id
  ), ${alias}.created_at)`

const dayOf = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day`

const ofApplication = `a.id, c.full_name, ${addressesOf(candidateJoined.email_addresses, "address")} AS emails,
  ${applicationPhones} AS phones,
  ARRAY(
    SELECT left(t.answer_text, ${maxLength}) FROM application_answers t WHERE t.organization_id = $organization AND t.application_id = a.id
    ORDER BY t.order_index LIMIT ${maxAnswers}
  ) AS texts,
  ${filesOf("a.id", `, 'text', left(p.text, ${maxLength}), 'hidden_text', p.hidden_text`)} AS files, ${
  dayOf(sentAt("a"))
},
  ${ofSubmission("filling_seconds")}, ${ofSubmission("network_key")}, ${ofSubmission("form")}`

const ofHeld = `x.id, x.full_name, ${addressesOf("x.email_addresses", "address")} AS emails,
  ${heldPhones} AS phones,
  array_remove(ARRAY[x.cover_letter], NULL) || ARRAY(
    SELECT left(answer.value #>> '{}', ${maxLength}) FROM jsonb_each(x.answers) AS answer
    WHERE jsonb_typeof(answer.value) = 'string' LIMIT ${maxAnswers}
  ) AS texts,
  ${heldFiles} AS files, ${dayOf("x.created_at")},
  x.filling_seconds, x.network_key, x.form`

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom

  const load = (organization: OrganizationId, checked: Checked) =>
    ("application_id" in checked
      ? sql<Loaded>`
        SELECT ${sql.literal(`${ofApplication}, ${groupOf("application_id = a.id")}, ${off}`)} FROM $applications a
        JOIN candidates c ON c.organization_id = $organization AND c.id = a.candidate_id
        WHERE a.organization_id = $organization AND a.id = ${checked.application_id} AND a.anonymised_at IS NULL AND ${
        sql.literal(ofVisibleJob)
      } AND EXISTS (
          SELECT FROM application_history h WHERE h.organization_id = $organization AND h.application_id = a.id
        )`
      : sql<Loaded>`
        SELECT ${sql.literal(`${ofHeld}, ${groupOf("submission_id = x.id")}, ${off}`)} FROM $submissions x
        WHERE x.organization_id = $organization AND x.id = ${checked.submission_id} AND x.state = 'quarantined' AND ${
        sql.literal(isVisible("x.job_id"))
      }`).pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map(([row]) => row))

  const bytes = (print: Prints["letter"]) => print === null ? sql`NULL::bytea` : sql`${PgTypes.bytea(bytesOf(print))}`

  /**
   * Stores the prints of an application or submission in place of earlier ones, and deletes some old ones. From then on
   * others find them, so that of two concurrent checks one finds the other.
   */
  const keep = (organization: OrganizationId, checked: Checked, id: string, prints: Prints) => {
    const keys = [...new Set(keysOf(prints))].map(String)
    const [application, submission] = "application_id" in checked
      ? [checked.application_id, null]
      : [null, checked.submission_id]
    const statements = [
      // The prints and signals of a submission in quarantine are replaced by those of its application.
      ...(application === null ? [] : ["prints", "signals"].map((table) =>
        sql`
        DELETE FROM ${sql.literal(table)} t USING $submissions x
        WHERE t.organization_id = $organization AND t.submission_id = x.id AND x.organization_id = $organization AND x.application_id = ${application}`
      )),
      sql`DELETE FROM prints t WHERE t.organization_id = $organization AND t.id = ${id}`,
      sql`DELETE FROM prints t WHERE t.organization_id = $organization AND t.id IN (
        SELECT old.id FROM prints old WHERE old.organization_id = $organization AND old.created_at < now() - ${
        sql.literal(`interval '${printDays} days'`)
      }
        ORDER BY old.created_at LIMIT 20
      )`,
      sql`
        INSERT INTO prints (organization_id, id, application_id, submission_id, letter, resume, created_at)
        SELECT t.organization_id, t.id, ${application}::uuid, ${submission}::uuid, ${bytes(prints.letter)}, ${
        bytes(prints.resume)
      }, ${
        sql.literal(
          application === null
            ? "t.created_at FROM submissions t WHERE t.state = 'quarantined'"
            : `${sentAt("t")} FROM applications t WHERE t.anonymised_at IS NULL`
        )
      } AND t.organization_id = $organization AND t.id = ${id} FOR SHARE OF t`,
      sql`
        INSERT INTO print_keys (organization_id, key, print_id)
        SELECT p.organization_id, key, p.id FROM prints p CROSS JOIN unnest(${keys}::bigint[]) AS key
        WHERE p.organization_id = $organization AND p.id = ${id} ORDER BY key`
    ]
    return sql.withTransaction(
      Effect.forEach(statements, (statement) => ofOrganization(sql, organization)(statement), { discard: true })
    )
  }

  const sharing = (id: string, keys: ReadonlyArray<bigint>, newest: number): Statement.Fragment =>
    sql`(
      SELECT k.print_id, array_agg(asked.key::text) AS keys
      FROM unnest(${keys.map(String)}::bigint[]) AS asked (key) CROSS JOIN LATERAL (
        SELECT k.print_id FROM print_keys k
        WHERE k.organization_id = $organization AND k.key = asked.key AND k.print_id <> ${id}::uuid
        ORDER BY k.print_id DESC LIMIT ${sql.literal(String(newest))}
      ) k GROUP BY k.print_id ORDER BY count(*) DESC, k.print_id DESC LIMIT ${sql.literal(String(mostOfEach))}
    )`

  const othersOf = (organization: OrganizationId, id: string, prints: Prints) => {
    const values = prints.values.map(({ key }) => key)
    const bands = keysOf(prints).slice(0, -values.length || undefined)
    return sql<Row>`
      SELECT f.id, found.keys, f.letter, f.resume, 
        f.created_at BETWEEN own.created_at - interval '1 day' AND own.created_at + interval '1 day' AS is_of_day,
        coalesce(c.full_name, x.full_name) AS full_name,
        CASE WHEN a.id IS NULL THEN ${sql.literal(heldPhones)} ELSE ${sql.literal(applicationPhones)} END AS phones,
        CASE WHEN a.id IS NULL THEN ${sql.literal(heldFiles)} ELSE ${sql.literal(filesOf("a.id", ""))} END AS files, (
          SELECT s.group_id FROM $signals s WHERE s.organization_id = $organization AND s.kind = 'similar_text'
            AND (s.application_id = f.application_id OR s.submission_id = f.submission_id) LIMIT 1
        ) AS group_id
      FROM (${sharing(id, bands, newestOfBand)} UNION ALL ${sharing(id, values, newestOfValue)}) found
      JOIN prints f ON f.organization_id = $organization AND f.id = found.print_id
        AND f.created_at > now() - ${sql.literal(`interval '${printDays} days'`)}
      JOIN prints own ON own.organization_id = $organization AND own.id = ${id}
      LEFT JOIN $applications a ON a.organization_id = $organization AND a.id = f.application_id AND a.anonymised_at IS NULL
        AND ${sql.literal(isVisible("a.job_id"))}
      LEFT JOIN candidates c ON c.organization_id = $organization AND c.id = a.candidate_id
      LEFT JOIN $submissions x ON x.organization_id = $organization AND x.id = f.submission_id AND x.state = 'quarantined'
        AND ${sql.literal(isVisible("x.job_id"))}
      WHERE coalesce(c.full_name, x.full_name) IS NOT NULL
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.map((rows) => {
        // Two may share both a part of a text and a value.
        const byId = Map.groupBy(rows, (row) => row.id)
        return [...byId.values()].map((same): OtherPrint => ({
          ...same[0]!,
          keys: new Set(same.flatMap(({ keys }) => keys.map(BigInt))),
          letter: same[0]!.letter === null ? null : printIn(same[0]!.letter),
          resume: same[0]!.resume === null ? null : printIn(same[0]!.resume)
        }))
      })
    )
  }

  /** Stores the findings, also for the others concerned that have no such signal yet. */
  const store = Effect.fnUntraced(
    function*(organization: OrganizationId, id: string, findings: ReadonlyArray<Finding>) {
      if (findings.length === 0) return
      const rows = yield* Effect.forEach(
        findings.flatMap(({ group_id, kind, others, reason }) =>
          [{ id, reason }, ...others].map((subject) => ({ kind, group_id, ...subject }))
        ).toSorted((one, two) => one.id < two.id ? -1 : 1),
        (row) => Effect.map(random.uuidV7(), (signal_id) => ({ ...row, signal_id }))
      )
      const subjects = [...new Set(rows.map((row) => row.id))]
      const similar = findings.find(({ kind }) => kind === "similar_text")
      const statements = [
        // Nothing is stored about a person who is being anonymized: the anonymization waits for this lock, or the
        // marked application is not found below.
        sql`SELECT FROM applications a WHERE a.organization_id = $organization AND a.id = ANY (${subjects}::uuid[])
        AND a.anonymised_at IS NULL ORDER BY a.id FOR SHARE`,
        sql`DELETE FROM signals s WHERE s.organization_id = $organization AND (s.application_id = ${id}::uuid OR s.submission_id = ${id}::uuid)
        AND s.kind = ANY (${[...new Set(findings.map(({ kind }) => kind))]}::text[])
        AND (s.kind = 'similar_text' OR s.group_id IS NULL OR s.group_id = ANY (${
          findings.flatMap(({ group_id }) => group_id ?? [])
        }::text[]))`,
        // Merges groups that began separately.
        ...(similar === undefined ? [] : [sql`
        UPDATE signals s SET group_id = ${similar.group_id} FROM unnest(${
          similar.others.map(({ id }) => id)
        }::uuid[]) AS other (id)
        WHERE s.organization_id = $organization AND (s.application_id = other.id OR s.submission_id = other.id)
          AND s.kind = 'similar_text' AND s.group_id <> ${similar.group_id}`]),
        sql`
        INSERT INTO signals (organization_id, id, job_id, application_id, submission_id, kind, group_id, reason, created_at)
        SELECT f.organization_id, x.signal_id, coalesce(a.job_id, held.job_id), f.application_id, f.submission_id, x.kind, x.group_id, x.reason, now()
        FROM jsonb_to_recordset(${
          PgTypes.jsonb(rows)
        }) AS x (signal_id uuid, id uuid, kind text, group_id text, reason jsonb)
        JOIN prints f ON f.organization_id = $organization AND f.id = x.id
        LEFT JOIN $applications a ON a.organization_id = $organization AND a.id = f.application_id AND a.anonymised_at IS NULL AND ${
          sql.literal(isVisible("a.job_id"))
        }
        LEFT JOIN $submissions held ON held.organization_id = $organization AND held.id = f.submission_id
        WHERE coalesce(a.job_id, held.job_id) IS NOT NULL
        ON CONFLICT DO NOTHING`
      ]
      yield* sql.withTransaction(
        Effect.forEach(statements, (statement) => ofOrganization(sql, organization)(statement), { discard: true })
      )
    }
  )

  const check: Signals["Service"]["check"] = Effect.fnUntraced(function*({ organization_id }: Worker, checked, find) {
    const facts = yield* load(organization_id, checked)
    if (facts === undefined) return
    const prints = printsOf(facts)
    yield* Effect.orDie(keep(organization_id, checked, facts.id, prints))
    const others = yield* othersOf(organization_id, facts.id, prints)
    yield* Effect.orDie(store(organization_id, facts.id, find(facts, prints, others, facts)))
  })

  const shown = (condition: Statement.Fragment) => (organization: OrganizationId) =>
    sql<Signal>`
      SELECT ${sql.literal(signalShown)} FROM $signals s
      WHERE s.organization_id = $organization AND ${condition} AND ${sql.literal(isShown("s"))} AND ${
      sql.literal(isVisible("s.job_id"))
    } ORDER BY s.kind, s.created_at, s.id
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const exists = <Failure>(
    table: "applications" | "submissions",
    organization: OrganizationId,
    id: string,
    failure: Failure
  ) =>
    sql`SELECT FROM ${sql.literal(`$${table}`)} t WHERE t.organization_id = $organization AND t.id = ${id} AND ${
      sql.literal(isVisible("t.job_id"))
    }`.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap((rows) => rows.length === 0 ? Effect.fail(failure) : Effect.void)
    )

  const ofOne = <Failure>(
    table: "applications" | "submissions",
    column: Statement.Fragment,
    organization: OrganizationId,
    id: string,
    failure: Failure
  ) =>
    // Most have no signals; only then a second statement checks whether the row exists.
    Effect.tap(
      shown(sql`s.${column} = ${id}`)(organization),
      (rows) => rows.length > 0 ? Effect.void : exists(table, organization, id, failure)
    )

  return Signals.of({
    check,
    ofApplication: (organization: OrganizationId, id: ApplicationId) =>
      ofOne("applications", sql.literal("application_id"), organization, id, new ApplicationNotFound({ id })),
    ofSubmission: (organization: OrganizationId, id: SubmissionId) =>
      ofOne("submissions", sql.literal("submission_id"), organization, id, new SubmissionNotFound({ id }))
  })
})

export const layer = Layer.effect(Signals, make)
