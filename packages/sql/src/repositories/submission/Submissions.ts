/** Stored submissions. Those of a deleted job are not found. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { noun as answerNoun } from "@candor/domain/application/ApplicationAnswer"
import { ofAnswers, ofUnapplied, nothing, type ApplicationSize } from "@candor/domain/application/ApplicationSize"
import type { AnyContext, Decision } from "@candor/domain/Decision"
import type { ApplicationId, OrganizationId, SubmissionId } from "@candor/domain/Id"
import type { JobStatus } from "@candor/domain/job/JobStatus"
import { fromRows, type PageRequest } from "@candor/domain/Pagination"
import type { Completed, Present } from "@candor/domain/submission/Intake"
import {
  noun,
  type StoredSubmission,
  type Submission,
  type SubmissionListItem,
  SubmissionNotFound
} from "@candor/domain/submission/Submission"
import { QuarantineFilter, Submissions } from "@candor/domain/submission/Submissions"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { afterDeletion } from "../../queue/ContentWork.ts"
import * as SignalWork from "../../queue/SignalWork.ts"
import * as SubmissionWork from "../../queue/SubmissionWork.ts"
import * as TextWork from "../../queue/TextWork.ts"
import type { Change } from "../../statements/Change.ts"
import { changedColumns, columns } from "../../statements/Nouns.ts"
import { meets } from "../../statements/Filtering.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { after, newestFirst } from "../../statements/Paging.ts"
import { setFrom } from "../../statements/Rows.ts"
import { save, type SideWrites } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { addToSize, anonymisedGuard, applicationSizeGuard, sizeColumns } from "../application/ApplicationSize.ts"
import { isVisible } from "../application/Visibility.ts"
import { signalConditions, signalsListed } from "../signal/SignalRows.ts"
import { arrivals, ofBoard } from "./Arrivals.ts"
import { reservations } from "./Reservations.ts"

const changed = [...changedColumns(noun), "withdrawal_requested_at", "updated_at", "version"]

/** The most submissions of an application that are listed. */
const maxListed = 100

type Loaded = StoredSubmission & ApplicationSize & {
  readonly files_counted: number
  readonly own_bytes: number
  readonly organization_files: number
  readonly organization_bytes: number
  readonly present_answers: Present["answers"]
  readonly present_unapplied: Present["unapplied"]
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom

  const secret = Effect.fnUntraced(function*(organization: OrganizationId) {
    const read = sql<
      { readonly secret: string }
    >`SELECT s.secret FROM careers_secrets s WHERE s.organization_id = ${organization}`
    const [known] = yield* Effect.orDie(read)
    if (known !== undefined) return Option.some(known.secret)
    const made = Buffer.from(yield* random.randomBytes(32)).toString("hex")
    yield* Effect.orDie(sql`
      INSERT INTO careers_secrets (organization_id, secret)
      SELECT o.id, ${made}::text FROM organizations o WHERE o.id = ${organization} ON CONFLICT DO NOTHING`)
    const [row] = yield* Effect.orDie(read)
    return Option.map(Option.fromNullishOr(row), ({ secret }) => secret)
  })

  const recent = (organization: OrganizationId) =>
    sql<{ readonly of_board: number }>`SELECT ${sql.literal(ofBoard)} AS of_board`.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.map(([row]) => row!)
    )

  const found = (id: SubmissionId) => <Row>([row]: ReadonlyArray<Row>) =>
    row === undefined ? new SubmissionNotFound({ id }) : Effect.succeed(row)

  const get = (organization: OrganizationId, id: SubmissionId) =>
    sql<StoredSubmission>`
      SELECT ${sql.literal(columns(noun, "s", "row"))} FROM $submissions s
      WHERE s.organization_id = $organization AND s.id = ${id} AND ${sql.literal(isVisible("s.job_id"))}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.flatMap(found(id)))

  const quarantined = (organization: OrganizationId, filter: QuarantineFilter, page: PageRequest) =>
    sql<SubmissionListItem>`
      SELECT ${
      sql.literal(columns(noun, "held", "listed", signalsListed("submission_id", "held")))
    } FROM $submissions held
      WHERE held.organization_id = $organization AND held.state = 'quarantined' AND ${
      sql.literal(isVisible("held.job_id"))
    }
        AND ${meets(sql, noun, "held", QuarantineFilter, filter, signalConditions("submission_id", "held"))} AND ${
      after(sql, "held", page)
    }
      ${newestFirst(sql, "held", page)}
    `.pipe(ofOrganization(sql, organization), Effect.map((rows) => fromRows(page, rows)), Effect.orDie)

  const ofApplication = (organization: OrganizationId, application: ApplicationId) =>
    sql<Submission>`
      SELECT ${sql.literal(columns(noun, "s", "json"))} FROM $submissions s
      WHERE s.organization_id = $organization AND s.application_id = ${application} AND ${
      sql.literal(isVisible("s.job_id"))
    }
      ORDER BY s.created_at DESC, s.id DESC LIMIT ${sql.literal(String(maxListed))}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  /** Updates a submission if it is unchanged since the load. */
  const update = <By extends Actor | Worker>(
    change: Change<StoredSubmission, unknown, By>,
    after: StoredSubmission,
    sideWrites: SideWrites
  ) =>
    save(sql, change, {
      saved: sql`
        UPDATE submissions s SET ${setFrom(sql, noun.table, changed, after)}
        WHERE s.organization_id = ${change.organization_id} AND s.id = ${after.id} AND s.version = ${change.before.version} RETURNING s.id`,
      ...sideWrites
    })

  const modify = <Failure>(
    by: Actor | Worker,
    id: SubmissionId,
    decide: (submission: StoredSubmission, context: AnyContext) => Decision<StoredSubmission, Failure>
  ) =>
    write({
      actor: by,
      load: get(by.organization_id, id),
      decide,
      save: (change) => {
        const { before, decided: { entity } } = change
        const isHeld = entity.state === "quarantined" && before.state !== "quarantined"
        return update(change, entity, { work: isHeld ? [SignalWork.of(id, { submission_id: id }, by)] : [] })
      }
    })

  const loadReleasable = (organization: OrganizationId, id: SubmissionId) =>
    sql<StoredSubmission & { readonly job_status: JobStatus }>`
      SELECT ${sql.literal(columns(noun, "s", "row"))}, j.status AS job_status
      FROM $submissions s JOIN jobs j ON j.organization_id = $organization AND j.id = s.job_id
      WHERE s.organization_id = $organization AND s.id = ${id} AND ${sql.literal(isVisible("s.job_id"))}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.flatMap(found(id)))

  const release = <Failure>(
    by: Actor | Worker,
    id: SubmissionId,
    decide: (
      submission: StoredSubmission,
      job_status: JobStatus,
      context: AnyContext
    ) => Decision<StoredSubmission, Failure>
  ) =>
    write({
      actor: by,
      load: loadReleasable(by.organization_id, id),
      decide: ({ job_status, ...submission }, context) => decide(submission, job_status, context),
      save: (change) =>
        update(change, change.decided.entity, {
          work: [SubmissionWork.of(change.context.nextId(), id, by, "released")]
        })
    })

  const loadWith = (organization: OrganizationId, id: SubmissionId, application: ApplicationId) =>
    sql<Loaded>`
      SELECT ${sql.literal(columns(noun, "s", "row"))}, ${
      sql.literal(sizeColumns("a"))
    }, a.files_counted, a.file_bytes AS own_bytes,
        coalesce(u.files_counted, 0) AS organization_files, coalesce(u.file_bytes, 0) AS organization_bytes, (
          SELECT coalesce(json_agg(json_build_object('question_text', x.question_text, 'answer_text', x.answer_text)), '[]')
          FROM application_answers x WHERE x.organization_id = $organization AND x.application_id = a.id
        ) AS present_answers, a.unapplied AS present_unapplied
      FROM submissions s JOIN applications a ON a.organization_id = $organization AND a.id = ${application}
      LEFT JOIN file_usage u ON u.organization_id = $organization
      WHERE s.organization_id = $organization AND s.id = ${id} AND ${sql.literal(isVisible("s.job_id"))}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.flatMap(found(id)))

  const presentOf = (
    {
      feedback_counted,
      files_counted,
      notes_counted,
      organization_bytes,
      organization_files,
      own_bytes,
      present_answers,
      present_unapplied,
      text_bytes
    }: Loaded
  ): Present => ({
    answers: present_answers,
    unapplied: present_unapplied,
    size: { notes_counted, feedback_counted, text_bytes },
    files: {
      owner: { files_counted, file_bytes: own_bytes },
      organization: { files_counted: organization_files, file_bytes: organization_bytes }
    }
  })

  const keepUnapplied = (organization: OrganizationId, id: ApplicationId, unapplied: Completed["unapplied"]) =>
    sql`
      UPDATE applications a SET unapplied = a.unapplied || ${PgTypes.jsonb(unapplied)}, text_bytes = a.text_bytes + ${
      ofUnapplied(unapplied).text_bytes
    }::integer
      WHERE a.organization_id = $organization AND a.id = ${id} AND ${sql.literal(isVisible("a.job_id"))}
    `.pipe(ofOrganization(sql, organization))

  const complete = <Failure>(
    worker: Worker,
    id: SubmissionId,
    application: ApplicationId,
    decide: (submission: StoredSubmission, present: Present, context: AnyContext) => Decision<Completed, Failure>
  ) =>
    write({
      actor: worker,
      load: loadWith(worker.organization_id, id, application),
      decide: (loaded: Loaded, context): Decision<Completed, Failure> => decide(loaded, presentOf(loaded), context),
      save: Effect.fnUntraced(function*(change) {
        const { before, decided: { entity: { answers, attachments, submission, unapplied } }, context } = change
        const first = before.present_answers.length
        const rows = answers.map((answer, at) => ({ application_id: application, ...answer, order_index: first + at }))
        const saved = yield* update(change, submission, {
          inserts: [
            ...attachments.map((row) => ({ table: "attachments", row: { ...row } })),
            ...rows.map((row) => ({ table: answerNoun.table, row }))
          ],
          increments: [addToSize(application, answers.length === 0 ? nothing : ofAnswers(answers), context.now)],
          work: [
            ...attachments.map(({ id }) => TextWork.of(id, worker)),
            SignalWork.of(id, { application_id: application }, worker)
          ]
        })
        // A separate statement, because the previous one has changed the same row.
        if (saved.length > 0 && unapplied.length > 0)
          yield* keepUnapplied(worker.organization_id, application, unapplied)
        return saved
      }, sql.withTransaction),
      races: [
        applicationSizeGuard,
        anonymisedGuard,
        "applications_files",
        "file_usage_limit",
        "submissions_application"
      ]
    })

  const remove = <Failure>(
    by: Actor | Worker,
    id: SubmissionId,
    decide: (submission: StoredSubmission, context: AnyContext) => Decision<StoredSubmission, Failure>
  ) =>
    write({
      actor: by,
      load: get(by.organization_id, id),
      decide,
      save: (change) =>
        save(sql, change, {
          saved: sql`
            DELETE FROM submissions s
            WHERE s.organization_id = ${by.organization_id} AND s.id = ${id} AND s.version = ${change.before.version} RETURNING s.id`,
          work: [afterDeletion(change.context)]
        })
    }).pipe(Effect.asVoid)

  return Submissions.of({
    secret,
    recent,
    reserve: reservations(sql, random),
    receive: yield* arrivals(sql),
    quarantined,
    ofApplication,
    get,
    release,
    modify,
    complete,
    remove
  })
})

export const layer = Layer.effect(Submissions, make)
