/** Changes of stored applications: their moves, their ends, what reopens them, and their own fields. */
import type { Actor } from "@candor/domain/access/Actor"
import type { ApplicationDetail } from "@candor/domain/application/Application"
import { ApplicationNotFound } from "@candor/domain/application/ApplicationNotFound"
import * as ApplicationSize from "@candor/domain/application/ApplicationSize"
import type { ApplicationSummary } from "@candor/domain/application/ApplicationSummary"
import type { Applications } from "@candor/domain/application/Applications"
import type { ApplicationChange, ApplicationInJob, StageOfJob } from "@candor/domain/application/Lifecycle"
import { notAnonymised } from "@candor/domain/candidate/Anonymised"
import { type Decision, type DecisionContext, onlyIf } from "@candor/domain/Decision"
import { Encoded, objectOf, prepended } from "@candor/domain/Encoded"
import type { ApplicationId, StageId, UserId } from "@candor/domain/Id"
import type { NoteState } from "@candor/domain/note/Note"
import type { Author } from "@candor/domain/organization/Author"
import type { Timestamp } from "@candor/domain/Timestamp"
import { Effect, Result } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { type Key, smallBatch } from "../../statements/Batching.ts"
import { batchedRead } from "../../statements/Reads.ts"
import { pick } from "../../statements/Rows.ts"
import { batchedUpdate } from "../../statements/Updates.ts"
import { write } from "../../statements/Writing.ts"
import { insertHistory } from "./ApplicationHistory.ts"
import { applicationsNamed, authorOf, stageOfJob, stageShown, stagesOfJob, unchangedBytes } from "./ApplicationQueries.ts"
import { applicationSizeGuard, sizeColumns } from "./ApplicationSize.ts"
import { isVisible } from "./Visibility.ts"

/** The fields of a detail that no change of the application concerns, and that its decision does not need. */
type Unchanged =
  | "candidate"
  | "job"
  | "ai_profiles"
  | "notes"
  | "interview_feedback"
  | "candidate_match"
  | "unapplied"
  | "attachments"
  | "application_answers"

/** An application that is to be changed, with the JSON bytes of what stays as it is. */
interface Changeable extends
  ApplicationSummary,
  ApplicationSize.ApplicationSize,
  Readonly<Record<Unchanged, Uint8Array>>
{
  /** When the candidate was anonymised. */
  readonly anonymised_at: Timestamp | null
  /** The member who makes the change; of a change that can come with a note. */
  readonly author?: Author
}

/** A loaded application with the change that was decided. */
interface Changed extends ApplicationChange {
  readonly loaded: Changeable
}

const sizeOf = (note: NoteState | null): ApplicationSize.ApplicationSize =>
  note === null ? ApplicationSize.nothing : ApplicationSize.ofNote(note)

const noteShown = ({ body, created_at, id, updated_at }: NoteState, author: Author) => ({ id, body, author, created_at, updated_at })

/** Returns the application's detail, without reading what the change left as it was. */
const detailOf = ({ application, loaded, note }: Changed): Encoded<ApplicationDetail> => {
  const notes = new Encoded<ApplicationDetail["notes"]>(loaded.notes)
  return objectOf<ApplicationDetail>({
    id: application.id,
    stage_id: application.stage.id,
    source_type: application.source_type,
    status: application.status,
    rejection_reason: application.rejection_reason,
    created_at: application.created_at,
    updated_at: application.updated_at,
    closed_at: application.closed_at,
    duplicate_of: application.duplicate_of,
    candidate: new Encoded(loaded.candidate),
    stage: application.stage,
    job: new Encoded(loaded.job),
    prospect_id: application.prospect_id,
    ai_profiles: new Encoded(loaded.ai_profiles),
    notes: note === null || loaded.author === undefined ? notes : prepended(noteShown(note, loaded.author), notes),
    interview_feedback: new Encoded(loaded.interview_feedback),
    candidate_match: new Encoded(loaded.candidate_match),
    unapplied: new Encoded(loaded.unapplied),
    attachments: new Encoded(loaded.attachments),
    application_answers: new Encoded(loaded.application_answers)
  })
}

/** Makes the methods that change an application. `bytes` selects the size of its texts. */
export const applicationChanges = (
  sql: SqlClient.SqlClient,
  bytes: Statement.Fragment
): Pick<Applications["Service"], "move" | "change"> => {
  /** Makes a function that loads an application with `more` columns, for requests with columns of these types. */
  const loading = <Request extends Key<ApplicationId>, More extends object>(types: Record<keyof Request & string, string>, more: string) => {
    const read = batchedRead<Request, Changeable & More>(
      sql,
      types,
      sql`
        SELECT ${sql.literal(more)}, a.id, a.job_id, j.title AS job_title, a.candidate_id, c.full_name, a.source_type, a.status, a.rejection_reason,
          a.created_at, a.updated_at, a.closed_at, a.duplicate_of, a.prospect_id, a.anonymised_at, a.version, ${sql.literal(sizeColumns)},
          ${sql.literal(stageShown)} AS stage, ${sql.literal(unchangedBytes)} ${sql.literal(applicationsNamed("applications"))}
        WHERE a.organization_id = request.organization_id AND a.id = request.id
      `,
      { bytes, maxBatchSize: smallBatch }
    )
    return (request: Request) =>
      Effect.flatMap(Effect.orDie(read(request)), ([row]) =>
        row === undefined ? new ApplicationNotFound({ id: request.id }) : Effect.succeed(row))
  }

  const save = batchedUpdate<Changeable, Changed>(sql, {
    table: "applications",
    set: ["stage_id", "source_type", "status", "rejection_reason", "closed_at"],
    add: ["notes_counted", "text_bytes"],
    row: ({ application, note }) => ({ ...application, stage_id: application.stage.id, ...sizeOf(note) }),
    where: isVisible("t.organization_id", "t.job_id"),
    belongings: ({ decided: { entity: { entered, note } } }) => ({
      inserts: [
        ...(entered === null ? [] : [insertHistory(entered)]),
        ...(note === null ? [] : [{ table: "notes", row: note }])
      ]
    })
  })

  const changed = <Loaded extends Changeable, Failure>(
    actor: Actor,
    load: Effect.Effect<Loaded, ApplicationNotFound>,
    decide: (loaded: Loaded, context: DecisionContext) => Decision<ApplicationChange, Failure>
  ) =>
    write({
      actor,
      load,
      decide: (loaded, context) =>
        Result.map(
          onlyIf(decide(loaded, context), ({ note }) =>
            note === null
              ? Result.void
              : Result.flatMap(notAnonymised(loaded), () => ApplicationSize.withinLimits(loaded, sizeOf(note)))),
          (decided) => ({ ...decided, entity: { ...decided.entity, loaded } })
        ),
      save: (change): Effect.Effect<ReadonlyArray<object>, SqlError.SqlError> => save(change),
      races: ["applications_stage", applicationSizeGuard]
    }).pipe(Effect.map(detailOf))

  const withRequested = loading<
    Key<ApplicationId> & { readonly stage_id: StageId },
    { readonly requested_stage: StageOfJob | null }
  >({ organization_id: "uuid", id: "uuid", stage_id: "uuid" }, `(
    SELECT ${stageOfJob} FROM stages s
    WHERE s.organization_id = request.organization_id AND s.id = request.stage_id
      AND ${isVisible("s.organization_id", "s.job_id")}
  ) AS requested_stage`)

  const inJob = loading<
    Key<ApplicationId> & { readonly user_id: UserId },
    Pick<ApplicationInJob, "stages" | "reasons">
  >({ organization_id: "uuid", id: "uuid", user_id: "uuid" }, `
    ${stagesOfJob} AS stages, (
      SELECT ${authorOf("u")} FROM users u WHERE u.organization_id = request.organization_id AND u.id = request.user_id
    ) AS author,
    (SELECT o.rejection_reasons FROM organizations o WHERE o.id = request.organization_id) AS reasons
  `)

  return {
    move: (actor, id, stage_id, decide) =>
      changed(actor, withRequested({ organization_id: actor.organization_id, id, stage_id }), (loaded, context) =>
        decide(summary(loaded), loaded.requested_stage, context)),
    change: (actor, id, decide) =>
      changed(actor, inJob({ organization_id: actor.organization_id, id, user_id: actor.user_id }), (loaded, context) =>
        decide(
          { application: summary(loaded), anonymised_at: loaded.anonymised_at, stages: loaded.stages, reasons: loaded.reasons },
          context
        ))
  }
}

const summaryColumns = [
  "id", "job_id", "job_title", "candidate_id", "full_name", "stage", "source_type", "status", "rejection_reason", "created_at", "updated_at",
  "closed_at", "duplicate_of", "prospect_id", "version"
] as const satisfies ReadonlyArray<keyof ApplicationSummary>

const summary = (loaded: Changeable): ApplicationSummary => pick(loaded, summaryColumns) as unknown as ApplicationSummary
