/** Calls every method of the ports for sourcing, in each way that sends a statement of its own. */
import type { Actor } from "@candor/domain/access/Actor"
import * as Conversion from "@candor/domain/sourcing/Conversion"
import * as Prospect from "@candor/domain/sourcing/Prospect"
import { Prospects } from "@candor/domain/sourcing/Prospects"
import { SourcingSearches } from "@candor/domain/sourcing/SourcingSearches"
import { Effect } from "effect"
import { combinations, concurrently, pages } from "./EveryWay.ts"
import { newJob } from "./WebhookWorld.ts"

export const sourcing = Effect.fn("sourcing")(function*(actor: Actor) {
  const searches = yield* SourcingSearches
  const search = yield* searches.create(actor, { name: "Compilers" })
  yield* searches.get(actor.organization_id, search.id)
  yield* searches.update(actor, search.id, { query: "title:compiler" })
  yield* Effect.forEach(pages, (page) => searches.list(actor.organization_id, page))
  const prospects = yield* Prospects
  const drafts = ["wirth", "hoare"].map((name) => ({
    full_name: name,
    linkedin_url: `https://www.linkedin.com/in/${name}`
  }))
  const [one, other] = yield* prospects.discover(
    actor,
    search.id,
    drafts,
    (known, context) => Prospect.discover(search.id, drafts, known, context)
  )
  const modify = ({ id }: Prospect.ProspectState) => prospects.modify(actor, id, Prospect.shortlist)
  yield* modify(one!)
  const unshortlist = prospects.modify(actor, one!.id, Prospect.unshortlist)
  yield* concurrently(unshortlist, modify(other!))
  const patch = ({ id }: Prospect.ProspectState, patch: Prospect.ProspectPatch) =>
    prospects.modify(actor, id, (prospect) => Prospect.update(prospect, patch))
  yield* patch(one!, { summary: "Pascal" })
  yield* concurrently(patch(one!, { summary: "Oberon" }), patch(other!, { summary: "Quicksort" }))
  yield* Effect.exit(patch(other!, { linkedin_url: one!.linkedin_url }))
  const job = yield* newJob(actor, "Compiler Engineer")
  const convert = ({ id }: Prospect.ProspectState) =>
    prospects.convert(
      actor,
      id,
      { job_id: job.id },
      (conversion, context) => Conversion.convert({ job_id: job.id }, conversion, context)
    )
  yield* patch(one!, { email: "wirth@example.com" })
  yield* convert(one!)
  yield* patch(one!, { email: null })
  yield* patch(other!, { email: "wirth@example.com", linkedin_url: null })
  yield* convert(other!)
  yield* prospects.remove(actor, other!.id, Prospect.remove)
  yield* Effect.forEach(
    [...combinations({ status: "discovered" as const, pipeline_stage: "contacted" as const }), {
      external_id: { system: "greenhouse", id: "1" }
    }],
    (filter) =>
      Effect.all([
        prospects.list(actor.organization_id, search.id, filter),
        ...pages.map((page) => prospects.listAll(actor.organization_id, filter, page))
      ], { discard: true })
  )
  const get = ({ id }: Prospect.ProspectState) => Effect.exit(prospects.get(actor.organization_id, id))
  yield* concurrently(get(one!), get(other!))
  yield* get(one!)
  yield* searches.remove(actor, search.id)
})
