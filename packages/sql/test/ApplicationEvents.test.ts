/** Who reads application.* alone knows every application as it is shown, whatever has changed it. */
import type { Actor } from "@candor/domain/access/Actor"
import * as Application from "@candor/domain/application/Application"
import { update } from "@candor/domain/application/ApplicationPatch"
import * as ApplicationRemoval from "@candor/domain/application/ApplicationRemoval"
import { Applications } from "@candor/domain/application/Applications"
import * as Lifecycle from "@candor/domain/application/Lifecycle"
import { decodeWith } from "@candor/domain/Encoded"
import { noun } from "@candor/domain/application/Application"
import { Events } from "@candor/domain/event/Events"
import type { ApplicationId, JobId, StageId } from "@candor/domain/Id"
import { Jobs } from "@candor/domain/job/Jobs"
import { SourcingSearches } from "@candor/domain/sourcing/SourcingSearches"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { items } from "./JobCalls.ts"
import { meanwhile } from "./Meanwhile.ts"
import { merge, unmerge } from "./Merges.ts"
import { anonymise, apply, create, remove } from "./Person.ts"
import { untilSequenceable } from "./Sequenceable.ts"
import * as Sourcing from "./SourcingWorld.ts"
import { newJob } from "./WebhookWorld.ts"

const person = Effect.fn("person")(function*(actor: Actor, job_id: JobId, stage_id: StageId, n: number) {
  const { id: candidate } = yield* create(actor, { full_name: `Grace ${n}`, primary_email: `grace${n}@example.com` })
  const { id: application } = yield* apply(actor, { job_id, candidate_id: candidate, stage_id })
  return { candidate, application }
})

/** Three people with an application each on one job, the first of which is the furthest on; the last was a prospect. */
const world = Effect.gen(function*() {
  const { actor, search } = yield* Sourcing.world("Acme")
  const [job, other] = [yield* newJob(actor, "Engineer"), yield* newJob(actor, "Cook")]
  const one = yield* person(actor, job.id, job.stages[3]!.id, 1)
  const two = yield* person(actor, job.id, job.stages[2]!.id, 2)
  const [prospect] = yield* Sourcing.discover(actor, search, [{ full_name: "Grace 3", email: "grace3@example.com" }])
  const { application_id, candidate_id } = yield* Sourcing.into(actor, prospect!.id, job, job.stages[1]!.id)
  const three = { candidate: candidate_id!, application: application_id! }
  yield* apply(actor, { job_id: other.id, candidate_id: three.candidate })
  return { actor, search, job, other, one, two, three, prospect: prospect!.id }
})
type World = Effect.Success<typeof world>

const removed = (actor: Actor, id: ApplicationId) =>
  Effect.flatMap(Applications, (applications) => applications.remove(actor, id, ApplicationRemoval.remove))

/** All are the first person. */
const mergeAll = ({ actor, one, three, two }: World) =>
  Effect.andThen(merge(actor, three.candidate, two.candidate), merge(actor, two.candidate, one.candidate))

const searchRemoved = ({ actor, search }: World) =>
  Effect.flatMap(SourcingSearches, (searches) => searches.remove(actor, search))

type Run = Parameters<ReturnType<typeof runOn>>[0]

const histories: ReadonlyArray<readonly [string, (world: World) => Run]> = [
  ["nothing but applications and conversions", () => Effect.void],
  [
    "changes of stages, statuses and sources",
    ({ actor, job, one, two }) =>
      Effect.flatMap(Applications, ({ change, move }) =>
        Effect.all([
          move(
            actor,
            one.application,
            job.stages[4]!.id,
            (application, stage, context) =>
              Lifecycle.move(application, stage, { stage_id: job.stages[4]!.id }, context)
          ),
          change(actor, one.application, Lifecycle.reopen),
          change(
            actor,
            two.application,
            (application, context) => Lifecycle.reject(application, { reason: "Other" }, context)
          ),
          change(
            actor,
            two.application,
            (application, context) => update(application, { source_type: "referral" }, context)
          )
        ]))
  ],
  ["a merge", ({ actor, one, three }) => merge(actor, three.candidate, one.candidate)],
  [
    "a merge into the one whose application is less far on",
    ({ actor, one, three }) => merge(actor, one.candidate, three.candidate)
  ],
  [
    "a merge while an application comes",
    ({ actor, one, other, three }) =>
      meanwhile(
        apply(actor, { job_id: other.id, candidate_id: one.candidate }),
        merge(actor, three.candidate, one.candidate)
      )
  ],
  ["merges of merges", mergeAll],
  [
    "merges that are undone",
    (world) =>
      Effect.all([
        mergeAll(world),
        unmerge(world.actor, world.two.candidate),
        unmerge(world.actor, world.three.candidate)
      ])
  ],
  [
    "the deletion of the first of three applications of one person on a job",
    (world) => Effect.andThen(mergeAll(world), removed(world.actor, world.one.application))
  ],
  [
    "the deletion of a duplicate",
    (world) => Effect.andThen(mergeAll(world), removed(world.actor, world.three.application))
  ],
  [
    "the deletion of a merged candidate",
    (world) => Effect.andThen(mergeAll(world), remove(world.actor, world.one.candidate))
  ],
  ["the deletion of the application of a prospect", ({ actor, three }) => removed(actor, three.application)],
  [
    "the deletion of a job",
    (world) => Effect.andThen(mergeAll(world), Effect.flatMap(Jobs, (jobs) => jobs.remove(world.actor, world.job.id)))
  ],
  ["the deletion of a prospect", ({ actor, prospect }) => Sourcing.remove(actor, prospect)],
  ["the deletion of a search", searchRemoved],
  ["anonymisation", ({ actor, three }) => anonymise(actor, three.candidate)]
]

const detail = decodeWith(Application.ApplicationDetail)
const dataOf = Schema.decodeUnknownEffect(noun.forms.updated.data, { onExcessProperty: "error", errors: "all" })

/**
 * What events have reported of the applications, and the types of events that name a candidate whom none has reported.
 */
const reported = Effect.fn("reported")(function*({ organization_id }: Actor) {
  yield* untilSequenceable(organization_id)
  const since = Timestamp.make("2000-01-01T00:00:00.000Z")
  const types = ["application.*", "candidate.*"]
  const { events } = yield* (yield* Events).page(organization_id, { after: 0, types, limit: 1000, since })
  const [applications, candidates, unknown] = [new Map<string, object>(), new Set<string>(), new Array<string>()]
  for (const { data, subject_id, type } of events) {
    if (type === "candidate.created" || type === "candidate.unmerged") candidates.add(subject_id)
    if (type === "candidate.merged") candidates.delete(String(data!["candidate_id"]))
    if (type === "application.deleted") applications.delete(subject_id)
    else if (type.startsWith("application.")) {
      const { from_stage: _, from_stage_id: __, ...rest } = data!
      const application = yield* dataOf(rest)
      applications.set(subject_id, application)
      if (!candidates.has(String(rest["candidate_id"]))) unknown.push(type)
    }
  }
  return { applications, unknown }
})

/** The last that events have told of the prospects. */
const prospectsReported = Effect.fn("prospectsReported")(function*({ organization_id }: Actor) {
  const since = Timestamp.make("2000-01-01T00:00:00.000Z")
  const { events } = yield* (yield* Events).page(organization_id, {
    after: 0,
    types: ["prospect.*", "sourcing_search.deleted"],
    limit: 1000,
    since
  })
  const gone = new Set(
    events.filter(({ type }) => type === "sourcing_search.deleted").map(({ subject_id }) => subject_id)
  )
  const told = new Map(events.map(({ data, subject_id, type }) => [subject_id, { type, data }]))
  const isThere = ({ data, type }: { readonly type: string; readonly data: Schema.JsonObject | null }) =>
    type.startsWith("prospect.") && type !== "prospect.deleted" && !gone.has(String(data!["search_id"]))
  return [...told.values()].filter(isThere).map(({ data }) => ({
    id: data!["id"],
    candidate_id: data!["candidate_id"],
    application_id: data!["application_id"],
    version: data!["version"]
  }))
})

/** What is stored of the prospects. */
const prospectsStored = Effect.fn("prospectsStored")(function*({ organization_id }: Actor) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`SELECT id, candidate_id, application_id, version FROM prospects WHERE organization_id = ${organization_id}`
})

/** What is shown of the applications, with their versions. */
const shown = Effect.fn("shown")(function*({ organization_id }: Actor) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<
    { id: string; version: number }
  >`SELECT id, version FROM applications WHERE organization_id = ${organization_id}`
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  const applications = yield* Applications
  const listed = yield* items(yield* applications.list(organization_id, {}, { limit: 100, offset: 0 }))
  return new Map<string, object>(
    yield* Effect.forEach(
      listed,
      ({ candidate, job, stage, ...item }) =>
        Effect.map(
          Effect.flatMap(applications.get(organization_id, item.id), detail),
          ({ prospect_id, withdrawal_handled_at }) =>
            [item.id, {
              ...item,
              job_id: job.id,
              candidate_id: candidate.id,
              prospect_id,
              withdrawal_handled_at,
              candidate: { id: candidate.id, full_name: candidate.full_name },
              job,
              version: versions.get(item.id),
              stage: { id: stage.id, name: stage.name }
            }] as const
        )
    )
  )
})

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    test.each(histories)(
      "after %s, the last event of each application and prospect has what is shown of it",
      (_, history) =>
        runOn(forFile(database))(Effect.gen(function*() {
          const it = yield* world
          yield* history(it)
          expect(yield* reported(it.actor)).toEqual({ applications: yield* shown(it.actor), unknown: [] })
          expect(yield* prospectsReported(it.actor)).toEqual([...yield* prospectsStored(it.actor)] as never)
        }))
    )
  })
}
