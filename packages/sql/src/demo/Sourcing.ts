/** Rows of sourcing searches and their prospects. */
import type { PipelineStage } from "@candor/domain/sourcing/PipelineStage"
import type { ProspectStatus } from "@candor/domain/sourcing/ProspectStatus"
import { person } from "./Candidates.ts"
import type { Generator } from "./Generator.ts"
import type { Outline } from "./Organizations.ts"
import { day, timestamp, today } from "./Times.ts"
import type { Trade } from "./Trades.ts"
import * as PersonValues from "./PersonValues.ts"

/** Pipeline stages of shortlisted prospects, with their frequencies. */
const stages: ReadonlyArray<{ readonly value: PipelineStage; readonly weight: number }> = [
  { value: "not_contacted", weight: 30 },
  { value: "contacted", weight: 35 },
  { value: "replied", weight: 12 },
  { value: "interested", weight: 10 },
  { value: "not_interested", weight: 10 }
]

/** Makes the searches: three weeks apart, the latest a week ago. */
export const searches = (generator: Generator, organization_id: string, outlines: Outline["searches"]) =>
  outlines.map(({ name, query }, index) => {
    const at = today - 7 * day - (outlines.length - 1 - index) * 21 * day
    return { at, row: { organization_id, id: generator.id(at), name, query, created_at: timestamp(at) } }
  })

const prospect = (
  generator: Generator,
  trade: Trade,
  search: { readonly organization_id: string; readonly id: string },
  wanted: ReadonlyArray<string>,
  found: number
) => {
  const { email, full_name, linkedin_url } = person(generator)
  const status: ProspectStatus = generator.chance(0.3) ? "shortlisted" : "discovered"
  const pipeline_stage: PipelineStage = status === "shortlisted" ? generator.weighted(stages) : "not_contacted"
  return {
    organization_id: search.organization_id,
    id: generator.id(found),
    search_id: search.id,
    full_name,
    current_title: generator.one(wanted),
    current_company: generator.one(trade.companies),
    linkedin_url: generator.chance(0.95) ? linkedin_url : null,
    email: generator.chance(0.6) ? email : null,
    location: generator.one(trade.locations),
    years_experience: generator.chance(0.9) ? generator.integer(3, 25) : null,
    summary: generator.chance(0.85) ? generator.one(PersonValues.prospectSummaries) : null,
    status,
    pipeline_stage,
    candidate_id: null,
    application_id: null,
    version: status === "shortlisted" ? 2 : 1,
    created_at: timestamp(found),
    updated_at: timestamp(status === "shortlisted" ? generator.after(found, 5 * day) : found)
  }
}

/** Makes the prospects of the searches, a second apart. */
export const prospects = (generator: Generator, found: ReturnType<typeof searches>, outline: Outline) =>
  found.flatMap(({ at, row }, index) =>
    Array.from(
      { length: outline.searches[index]!.prospects },
      (_, n) => prospect(generator, outline.trade, row, outline.searches[index]!.wanted, at + (n + 1) * 1000)
    )
  )
