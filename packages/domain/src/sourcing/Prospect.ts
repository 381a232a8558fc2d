/** Prospects: people found by a sourcing search. */
import { Result, Schema } from "effect"
import { nothing } from "../Where.ts"
import { type Decision, decided, differences, type DecisionContext, unchanged } from "../Decision.ts"
import { described, named } from "../Described.ts"
import { DuplicateProspects, duplicatesIn, type KnownProspect } from "./Duplicates.ts"
import * as example from "../Example.ts"
import { bytesOf, externalIds } from "../ExternalId.ts"
import { ApplicationId, CandidateId, ProspectId, SearchId } from "../Id.ts"
import { type Limit, type LimitReached, withinLimit } from "../Limit.ts"
import { LinkedInUrl } from "../candidate/LinkedInUrl.ts"
import { having, id, nullable, reference, required, state, time, version } from "../Field.ts"
import { absent, declare } from "../Noun.ts"
import { patchEvents, PipelineStage, pipelineStage } from "./PipelineStage.ts"
import { ProspectStatus, prospectStatus } from "./ProspectStatus.ts"
import { SourcingSearch } from "./SourcingSearch.ts"
import { moveTo, type StateRefused, type TransitionRefused } from "../StateMachine.ts"
import { spelled } from "../Spelling.ts"
import { Email, jsonBytes, numberOrNull, orNull, PersonLine, ShownEmail, ShownLine, shown, text } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { YearsExperience, YearsFromRequest } from "../candidate/YearsExperience.ts"

/** The id of what the prospect became. */
const link = <Id extends Schema.Top>(id: Id, description: string) => {
  const schema = Schema.NullOr(id).pipe(described(description, null))
  return reference(schema).pipe(having({ json: schema }))
}

export const noun = declare({
  subject: "prospect",
  description: "A prospect",
  table: "prospects",
  partOf: "sourcing_search",
  // Prospects who became a hidden application are hidden too.
  sees: {
    open: {
      every: [
        { some: [{ field: "application_id", is: null }, { of: "application" }] },
        { some: [{ field: "candidate_id", is: null }, { of: "candidate" }] }
      ]
    },
    team: nothing
  },
  fields: {
    id: id(ProspectId),
    full_name: required(ShownLine, PersonLine, {
      description: "The name of the person",
      example: example.candidate.full_name,
      privacy: "removed"
    }),
    current_title: nullable(ShownLine, orNull(PersonLine), {
      description: "The person's current job title; null if unknown",
      example: "Backend Engineer",
      privacy: "removed"
    }),
    current_company: nullable(ShownLine, orNull(PersonLine), {
      description: "The person's current employer; null if unknown",
      example: "Lagos Freight",
      privacy: "removed"
    }),
    linkedin_url: nullable(Schema.String, orNull(LinkedInUrl), {
      description: "The person's LinkedIn URL, unique within a search; null if unknown",
      example: example.candidate.linkedin_url,
      privacy: "removed"
    }),
    email: nullable(ShownEmail, orNull(Email), {
      description: "The person's email address, unique within a search; null if unknown",
      example: example.candidate.primary_email,
      privacy: "removed"
    }),
    location: nullable(ShownLine, orNull(PersonLine), {
      description: "Where the person lives; null if unknown",
      example: "Berlin, Germany",
      privacy: "removed"
    }),
    years_experience: nullable(YearsExperience, numberOrNull(YearsFromRequest), {
      description: "Work experience in whole years; a request's value is rounded down. Null if unknown",
      example: example.candidate.years_experience,
      privacy: "removed"
    }),
    summary: nullable(shown(3000, 0), orNull(text(3000)), {
      description: "A summary of what else is known of the person; null if nothing",
      example: "Wrote the booking system of Lagos Freight. Open to offers from spring on.",
      privacy: "removed"
    }),
    external_ids: externalIds("removed"),
    status: state(ProspectStatus, "removed"),
    pipeline_stage: state(PipelineStage, "removed").pipe(
      having({ update: Schema.optionalKey(spelled(PipelineStage)) })
    ),
    candidate_id: link(CandidateId, "The candidate that the prospect was converted into; null until then"),
    application_id: link(ApplicationId, "The application that the prospect was converted into; null until then"),
    created_at: time(Timestamp, "When the prospect was added to the search", example.time.prospectDiscovered),
    search_id: reference(SearchId),
    version
  },
  events: {
    discovered: {
      summary: "A prospect was added to a search",
      example: { version: 1, status: "discovered", pipeline_stage: "not_contacted" }
    },
    updated: { summary: "A prospect was changed" },
    email_changed: { summary: "A prospect's email address was set or replaced" },
    shortlisted: { summary: "A prospect was put on the shortlist" },
    unshortlisted: { summary: "A prospect was removed from the shortlist", example: { status: "discovered" } },
    converted: {
      summary: "A prospect became a candidate with an application",
      example: {
        pipeline_stage: "converted",
        candidate_id: example.id.candidate,
        application_id: example.id.application
      }
    },
    deleted: {
      summary: "A prospect was deleted",
      data: Schema.Struct({ id: ProspectId, search_id: SearchId }).pipe(
        named("DeletedProspectEventData", "The ids of a prospect that is deleted")
      )
    }
  }
})

/** A prospect as the interface shows it (spec, part 2). Unknown fields are null. */
export const Prospect = noun.json.pipe(
  named("Prospect", "A person whom a sourcing search found, and who has not applied")
)
export interface Prospect extends Schema.Schema.Type<typeof Prospect> {}

/** A prospect with its search, as the list across searches shows it. */
export const ProspectListItem = Schema.Struct({
  ...Prospect.fields,
  search: Schema.Struct({ id: SearchId, name: SourcingSearch.fields.name }).pipe(
    described("The search that found the person", {
      id: example.id.search,
      name: "Backend engineers in northern Germany"
    })
  )
}).pipe(named("ProspectListItem", "A prospect with its search, as the list across searches shows it"))
export interface ProspectListItem extends Schema.Schema.Type<typeof ProspectListItem> {}

export const ProspectState = noun.row
export interface ProspectState extends Schema.Schema.Type<typeof ProspectState> {}

/** A request for a new prospect. */
export const ProspectDraft = noun.create.pipe(named("ProspectDraft", "A person to add to a sourcing search"))
export interface ProspectDraft extends Schema.Schema.Type<typeof ProspectDraft> {}

/** The most prospects of one request. */
export const maxDrafts = 1000

/** The prospects of one request: all are added, or none. */
export const ProspectDrafts = Schema.Array(ProspectDraft).check(
  Schema.isMinLength(1, { expected: "at least 1 prospect" }),
  Schema.isMaxLength(maxDrafts, { expected: `at most ${maxDrafts} prospects` })
)

/** The stored size of a search. A search that already exceeded a limit when the limit was introduced counts as full. */
export interface SearchSize {
  readonly prospects_counted: number
  /** The bytes of the prospects' texts and external ids as JSON, without email addresses (at most 256 bytes each). */
  readonly text_bytes: number
}

export const maxProspects: Limit = { what: "prospects of a search", limit: 2000 }
export const maxProspectBytes: Limit = { what: "bytes of texts of a search's prospects", limit: 5 * 512 * 1024 }

/** The texts that count toward the size of a search. */
export const sizedTexts = [
  "full_name",
  "current_title",
  "current_company",
  "linkedin_url",
  "location",
  "summary"
] as const

export type SizedProspect =
  & { readonly [Field in (typeof sizedTexts)[number]]: string | null }
  & Partial<Pick<ProspectState, "external_ids">>

/** Returns the size that prospects add to their search. */
export const sizeOf = (prospects: ReadonlyArray<SizedProspect>): SearchSize => ({
  prospects_counted: prospects.length,
  text_bytes: prospects.reduce(
    (sum, prospect) => sum + jsonBytes(sizedTexts.map((text) => prospect[text])) + bytesOf(prospect.external_ids ?? []),
    0
  )
})

/** Returns the change of a search's size when a prospect is deleted. */
export const givenBack = (prospect: SizedProspect): SearchSize => {
  const { prospects_counted, text_bytes } = sizeOf([prospect])
  return { prospects_counted: -prospects_counted, text_bytes: -text_bytes }
}

/** Returns the change of a search's size when a prospect changes. */
export const growth = (before: SizedProspect, after: SizedProspect): SearchSize => ({
  prospects_counted: 0,
  text_bytes: sizeOf([after]).text_bytes - sizeOf([before]).text_bytes
})

/** Fails if the search would exceed one of its limits. */
export const withinLimits = (present: SearchSize, added: SearchSize): Result.Result<void, LimitReached> =>
  Result.andThen(
    withinLimit(maxProspects, present.prospects_counted, added.prospects_counted),
    () => withinLimit(maxProspectBytes, present.text_bytes, added.text_bytes)
  )

/** A request to set or replace a prospect's email address (spec, part 4). */
export const ProspectEmail = Schema.Struct({
  email: Email.pipe(described("The person's email address, unique within a search", example.candidate.primary_email))
}).pipe(named("ProspectEmail", "The email address of a prospect"))
export interface ProspectEmail extends Schema.Schema.Type<typeof ProspectEmail> {}

/** A request to change a prospect. Every field is optional; null clears a field. */
export const ProspectPatch = noun.update.pipe(
  named("ProspectPatch", "Changes to a prospect. Omitted fields keep their values; null clears a field", {
    pipeline_stage: "replied",
    location: "Berlin, Germany"
  })
)
export interface ProspectPatch extends Schema.Schema.Type<typeof ProspectPatch> {}

export class ProspectNotFound extends Schema.TaggedError<ProspectNotFound>()("ProspectNotFound", {
  id: Schema.String
}) {}

/** Creates prospects in the order of their drafts. `known` are those of the search that may be the same people. */
export const discover = (
  search_id: SearchId,
  drafts: ReadonlyArray<ProspectDraft>,
  known: ReadonlyArray<KnownProspect>,
  context: DecisionContext
): Decision<ReadonlyArray<ProspectState>, DuplicateProspects> => {
  const duplicates = duplicatesIn(drafts, known)
  if (duplicates.length > 0) return Result.fail(new DuplicateProspects({ duplicates }))
  const prospects = drafts.map((draft): ProspectState => ({
    ...absent(noun),
    ...draft,
    id: ProspectId.make(context.nextId()),
    search_id,
    status: prospectStatus.initial,
    pipeline_stage: pipelineStage.initial,
    candidate_id: null,
    application_id: null,
    created_at: context.now,
    version: 1
  }))
  return decided(prospects, ...prospects.map((prospect) => noun.event("discovered", prospect)))
}

/** Applies a patch to a prospect. The pipeline stage follows the state machine, and cannot become `converted` here. */
export const update = (prospect: ProspectState, patch: ProspectPatch): Decision<ProspectState, StateRefused> => {
  const { pipeline_stage } = prospect
  const next = moveTo(
    pipelineStage,
    patchEvents,
    "pipeline_stage",
    pipeline_stage,
    patch.pipeline_stage ?? pipeline_stage
  )
  return Result.flatMap(next, () => {
    const changes = differences(prospect, patch)
    return Object.keys(changes).length === 0 ? unchanged(prospect) : changed(prospect, changes, "updated")
  })
}

/** Sets a prospect's email address. */
export const setEmail = (prospect: ProspectState, { email }: ProspectEmail): Decision<ProspectState, never> =>
  email === prospect.email ? unchanged(prospect) : changed(prospect, { email }, "email_changed")

/** Adds a prospect to the shortlist. */
export const shortlist = (prospect: ProspectState): Decision<ProspectState, TransitionRefused> =>
  Result.flatMap(
    prospectStatus.next(prospect.status, "shortlist"),
    (status) => status === prospect.status ? unchanged(prospect) : changed(prospect, { status }, "shortlisted")
  )

/** Removes a prospect from the shortlist. */
export const unshortlist = (prospect: ProspectState): Decision<ProspectState, TransitionRefused> =>
  Result.flatMap(
    prospectStatus.next(prospect.status, "unshortlist"),
    (status) => status === prospect.status ? unchanged(prospect) : changed(prospect, { status }, "unshortlisted")
  )

/** Links a prospect to the candidate and the application that they became. */
export const linkTo = (
  prospect: ProspectState,
  link: { readonly candidate_id: CandidateId; readonly application_id: ApplicationId }
): Decision<ProspectState, TransitionRefused> =>
  Result.flatMap(
    pipelineStage.next(prospect.pipeline_stage, "convert"),
    (pipeline_stage) => changed(prospect, { pipeline_stage, ...link }, "converted")
  )

/** Deletes a prospect permanently. The event has the ids of the prospect and its search without personal data. */
export const remove = (prospect: ProspectState): Decision<ProspectState, never> =>
  decided(prospect, noun.event("deleted", prospect))

const changed = (before: ProspectState, changes: Partial<ProspectState>, verb: keyof typeof noun.events) => {
  const after: ProspectState = { ...before, ...changes, version: before.version + 1 }
  return decided(after, noun.event(verb, after))
}
