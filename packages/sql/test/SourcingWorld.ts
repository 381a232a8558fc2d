/** Sourcing searches and prospects for tests. */
import type { Actor } from "@candor/domain/access/Actor"
import { unchanged } from "@candor/domain/Decision"
import { decodeWith } from "@candor/domain/Encoded"
import type { ProspectId, SearchId, StageId } from "@candor/domain/Id"
import type { JobState } from "@candor/domain/job/Job"
import { convert } from "@candor/domain/sourcing/Conversion"
import * as Prospect from "@candor/domain/sourcing/Prospect"
import { type ProspectFilter, Prospects } from "@candor/domain/sourcing/Prospects"
import { SourcingSearches } from "@candor/domain/sourcing/SourcingSearches"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as World from "./World.ts"

/** Makes an organization with one search. */
export const world = (name: string) =>
  Effect.gen(function*() {
    const { actor } = yield* World.organization({ name })
    const searches = yield* SourcingSearches
    const search = yield* searches.create(actor, { name: "Rust in Berlin" })
    return { actor, search: search.id }
  })

export const discover = (actor: Actor, search: SearchId, drafts: ReadonlyArray<Prospect.ProspectDraft>) =>
  Effect.flatMap(
    Prospects,
    (prospects) =>
      prospects.discover(actor, search, drafts, (known, context) => Prospect.discover(search, drafts, known, context))
  )

export const list = (actor: Actor, search: SearchId, filter: ProspectFilter = {}) =>
  Effect.flatMap(Prospects, (prospects) => prospects.list(actor.organization_id, search, filter)).pipe(
    Effect.flatMap(decodeWith(Schema.Array(Prospect.Prospect)))
  )

export const get = (actor: Actor, id: ProspectId) =>
  Effect.flatMap(Prospects, (prospects) => prospects.get(actor.organization_id, id)).pipe(
    Effect.flatMap(decodeWith(Prospect.Prospect))
  )

/** Returns the stored prospect, including the fields that only decisions use. */
export const stored = (actor: Actor, id: ProspectId) =>
  Effect.flatMap(Prospects, (prospects) => prospects.modify(actor, id, unchanged))

export const update = (actor: Actor, id: ProspectId, patch: Prospect.ProspectPatch) =>
  Effect.flatMap(Prospects, (prospects) => prospects.modify(actor, id, (prospect) => Prospect.update(prospect, patch)))

export const remove = (actor: Actor, id: ProspectId) =>
  Effect.flatMap(Prospects, (prospects) => prospects.remove(actor, id, Prospect.remove))

/** Converts a prospect into an application on the job. */
export const into = (actor: Actor, id: ProspectId, job: Pick<JobState, "id">, stage_id?: StageId) => {
  const draft = { job_id: job.id, ...(stage_id === undefined ? {} : { stage_id }) }
  return Effect.flatMap(
    Prospects,
    (prospects) => prospects.convert(actor, id, draft, (conversion, context) => convert(draft, conversion, context))
  )
}

export const eventsOf = (actor: Actor) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql<{ type: string; subject_id: string }>`
      SELECT type, subject_id FROM events
      WHERE organization_id = ${actor.organization_id} AND type LIKE 'prospect.%' ORDER BY id`)

export const url = (handle: string) => `https://www.linkedin.com/in/${handle}`

export const known = {
  full_name: "Ada Lovelace",
  current_title: "Analyst",
  current_company: "Analytical Engines",
  linkedin_url: url("ada"),
  email: "ada@example.com",
  location: "London",
  years_experience: 12,
  summary: "Wrote \"the\" first program;\nunicode: 🛠 ' \\"
}
