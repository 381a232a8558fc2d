/** Changes of stored applications: moves, closing, reopening, and changes of their own fields. */
import { type Actor, memberOf, type Worker } from "@candor/domain/access/Actor"
import {
  type ApplicationDetail,
  ApplicationNotFound,
  type ApplicationState,
  noun
} from "@candor/domain/application/Application"
import * as ApplicationSize from "@candor/domain/application/ApplicationSize"
import type { Applications } from "@candor/domain/application/Applications"
import type { ApplicationChange, ApplicationInJob, StageOfJob } from "@candor/domain/application/Lifecycle"
import { notAnonymised } from "@candor/domain/Anonymised"
import { type Decision, type DecisionContext, onlyIf } from "@candor/domain/Decision"
import { Encoded, objectOf, prepended } from "@candor/domain/Encoded"
import type { ApplicationId, StageId, UserId } from "@candor/domain/Id"
import { type NoteState, noun as noteNoun } from "@candor/domain/note/Note"
import type { Author } from "@candor/domain/organization/Author"
import type { Timestamp } from "@candor/domain/Timestamp"
import { Effect, Result } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { type Key, smallBatch } from "../../statements/Batching.ts"
import { changedColumns, shownValues } from "../../statements/Nouns.ts"
import { batchedRead } from "../../statements/Reads.ts"
import { batchedUpdate } from "../../statements/Updates.ts"
import { write } from "../../statements/Writing.ts"
import { activeIn, insertHistory } from "./ApplicationHistory.ts"
import {
  applicationSource,
  applicationState,
  authorOf,
  stageOfJob,
  stagesOfJob,
  unchangedBytes,
  unchangedNames
} from "./ApplicationQueries.ts"
import { externalIdTaken } from "../external/ExternalIds.ts"
import { applicationSizeGuard, sizeColumns } from "./ApplicationSize.ts"
import { isVisible } from "./Visibility.ts"

/** An application to be changed, with the JSON bytes of the parts that no change affects. */
interface Changeable
  extends
    ApplicationState,
    ApplicationSize.ApplicationSize,
    Pick<ApplicationDetail, "duplicate_of" | "prospect_id" | "candidate_match">,
    Readonly<Record<`shown_${(typeof unchangedNames)[number]}`, Uint8Array>>
{
  /** When the candidate was anonymised. */
  readonly anonymised_at: Timestamp | null
  /** The member who makes the change, if it may come with a note. */
  readonly author?: Author | null
}

/** A loaded application with the change that was decided. */
interface Changed extends ApplicationChange {
  readonly loaded: Changeable
}

const sizeOf = (note: NoteState | null): ApplicationSize.ApplicationSize =>
  note === null ? ApplicationSize.nothing : ApplicationSize.ofNote(note)

type Unchanged = { readonly [Name in (typeof unchangedNames)[number]]: Encoded<ApplicationDetail[Name]> }

/** Returns the application's detail without reading the unchanged parts again. */
const detailOf = ({ application, loaded, note }: Changed): Encoded<ApplicationDetail> => {
  const { author } = loaded
  const unchanged = Object.fromEntries(
    unchangedNames.map((name) => [name, new Encoded(loaded[`shown_${name}`])])
  ) as Unchanged
  const notes = note === null || !author
    ? unchanged.notes
    : prepended(shownValues(noteNoun, { ...note, author }), unchanged.notes)
  return objectOf<ApplicationDetail>(shownValues(noun, { ...loaded, ...application, ...unchanged, notes }))
}

/** Makes the methods that change an application. `bytes` selects the size of its texts. */
export const applicationChanges = (
  sql: SqlClient.SqlClient,
  bytes: Statement.Fragment
): Pick<Applications["Service"], "move" | "change"> => {
  /** Makes a function that loads an application with `more` columns, for requests with columns of these types. */
  const loading = <Request extends Key<ApplicationId>, More extends object>(
    types: Record<keyof Request & string, string>,
    more: string
  ) => {
    const read = batchedRead<Request, Changeable & More>(
      sql,
      types,
      sql`
        SELECT ${sql.literal(more)}, ${sql.literal(applicationState)}, a.candidate_match, a.anonymised_at,
          ${sql.literal(sizeColumns("a"))}, ${sql.literal(unchangedBytes)} ${sql.literal(applicationSource)}
        WHERE a.organization_id = $organization AND a.id = request.id
      `,
      { bytes, maxBatchSize: smallBatch }
    )
    return (request: Request) =>
      Effect.flatMap(
        Effect.orDie(read(request)),
        ([row]) => row === undefined ? new ApplicationNotFound({ id: request.id }) : Effect.succeed(row)
      )
  }

  const save = batchedUpdate<Changeable, Changed, Actor | Worker>(sql, {
    table: "applications",
    set: [...changedColumns(noun), "closed_at"],
    add: ["notes_counted", "text_bytes"],
    row: ({ application, note }) => ({ ...application, ...sizeOf(note) }),
    where: isVisible("t.job_id"),
    sideWrites: ({ decided: { entity: { entered, note } } }) => ({
      inserts: [
        ...(entered === null ? [] : [insertHistory(entered)]),
        ...(note === null ? [] : [{ table: "notes", row: { ...note } }])
      ]
    })
  })

  const changed = <Loaded extends Changeable, Failure, By extends Actor | Worker>(
    actor: By,
    load: Effect.Effect<Loaded, ApplicationNotFound>,
    decide: (loaded: Loaded, context: DecisionContext<By>) => Decision<ApplicationChange, Failure>
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
      races: ["applications_stage", applicationSizeGuard],
      refusals: externalIdTaken(sql, noun)
    }).pipe(Effect.map(detailOf))

  const withRequested = loading<
    Key<ApplicationId> & { readonly stage_id: StageId },
    { readonly requested_stage: StageOfJob | null }
  >(
    { organization_id: "uuid", id: "uuid", stage_id: "uuid" },
    `(
    SELECT ${stageOfJob} FROM $stages s
    WHERE s.organization_id = $organization AND s.id = request.stage_id
      AND ${isVisible("s.job_id")}
  ) AS requested_stage`
  )

  const inJob = loading<
    Key<ApplicationId> & { readonly user_id: UserId | null },
    Pick<ApplicationInJob, "stages" | "reasons" | "active_in">
  >(
    { organization_id: "uuid", id: "uuid", user_id: "uuid" },
    `
    ${stagesOfJob} AS stages, ${activeIn} AS active_in, (
      SELECT ${authorOf("u")} FROM users u WHERE u.organization_id = $organization AND u.id = request.user_id
    ) AS author,
    (SELECT o.rejection_reasons FROM organizations o WHERE o.id = $organization) AS reasons
  `
  )

  return {
    move: (actor, id, stage_id, decide) =>
      changed(
        actor,
        withRequested({ organization_id: actor.organization_id, id, stage_id }),
        (loaded, context) => decide(loaded, loaded.requested_stage, context)
      ),
    change: (actor, id, decide) =>
      changed(
        actor,
        inJob({ organization_id: actor.organization_id, id, user_id: memberOf(actor) }),
        (loaded, context) =>
          decide(
            {
              application: loaded,
              anonymised_at: loaded.anonymised_at,
              stages: loaded.stages,
              reasons: loaded.reasons,
              active_in: loaded.active_in
            },
            context
          )
      )
  }
}
