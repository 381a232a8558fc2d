/** Prospects: people found by a sourcing search. */
import { Result, Schema } from "effect"
import { type Decision, decided, differences, type DomainEvent, type DecisionContext, unchanged } from "../Decision.ts"
import { described, named } from "../Described.ts"
import { DuplicateProspects, duplicatesIn, type KnownProspect } from "./Duplicates.ts"
import * as example from "../Example.ts"
import { ApplicationId, CandidateId, ProspectId, SearchId } from "../Id.ts"
import { type Limit, type LimitReached, withinLimit } from "../Limit.ts"
import { LinkedInUrl } from "../candidate/LinkedInUrl.ts"
import { patchEvents, PipelineStage, pipelineStage } from "./PipelineStage.ts"
import { ProspectStatus, prospectStatus } from "./ProspectStatus.ts"
import { SourcingSearch } from "./SourcingSearch.ts"
import { moveTo, type StateRefused, type TransitionRefused } from "../StateMachine.ts"
import { spelled } from "../Spelling.ts"
import { Email, jsonBytes, numberOrNull, orNull, PersonLine, ShownEmail, ShownLine, shown, text } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { YearsExperience } from "../candidate/YearsExperience.ts"

const fullName = described("The name of the person", example.candidate.full_name)
const currentTitle = described("The title of the person's present job; null where it is not known", "Backend Engineer")
const currentCompany = described("The company that the person works for; null where it is not known", "Lagos Freight")
const linkedInUrl = described(
  "The address of the person's LinkedIn profile, which a search has once; null where none is known",
  example.candidate.linkedin_url
)
const email = described(
  "The person's e-mail address, which a search has once; null where none is known",
  example.candidate.primary_email
)
const yearsExperience = described("Years of work experience; null where they are not known", example.candidate.years_experience)
const summary = described(
  "What is known of the person beside the other fields; null where nothing is",
  "Wrote the booking system of Lagos Freight. Open to offers from spring on."
)
const location = described("Where the person lives; null where it is not known", "Berlin, Germany")

/** A prospect as the interface shows it (spec, part 2). Unknown fields are null. */
export const Prospect = Schema.Struct({
  id: ProspectId,
  full_name: ShownLine.pipe(fullName),
  current_title: Schema.NullOr(ShownLine).pipe(currentTitle),
  current_company: Schema.NullOr(ShownLine).pipe(currentCompany),
  linkedin_url: Schema.NullOr(Schema.String).pipe(linkedInUrl),
  email: Schema.NullOr(ShownEmail).pipe(email),
  location: Schema.NullOr(ShownLine).pipe(location),
  years_experience: Schema.NullOr(YearsExperience).pipe(yearsExperience),
  summary: Schema.NullOr(shown(3000, 0)).pipe(summary),
  status: ProspectStatus,
  pipeline_stage: PipelineStage,
  candidate_id: Schema.NullOr(CandidateId).pipe(
    described("The candidate that the prospect was converted into; null before", null)
  ),
  application_id: Schema.NullOr(ApplicationId).pipe(
    described("The application that the prospect was converted into; null before", null)
  ),
  created_at: Timestamp.pipe(described("When the prospect was added to the search", example.time.prospectDiscovered))
}).pipe(named("Prospect", "A person whom a sourcing search found, and who has not applied"))
export interface Prospect extends Schema.Schema.Type<typeof Prospect> {}

/** A prospect with its search, as the list across searches shows it. */
export const ProspectListItem = Schema.Struct({
  ...Prospect.fields,
  search: Schema.Struct({ id: SearchId, name: SourcingSearch.fields.name }).pipe(
    described("The search that found the person", { id: example.id.search, name: "Backend engineers in northern Germany" })
  )
}).pipe(named("ProspectListItem", "A prospect with its search, as the list across searches shows it"))
export interface ProspectListItem extends Schema.Schema.Type<typeof ProspectListItem> {}

/** A prospect with its search and the version that decisions need. */
export const ProspectState = Schema.Struct({
  ...Prospect.fields,
  search_id: SearchId,
  version: Schema.Int
})
export interface ProspectState extends Schema.Schema.Type<typeof ProspectState> {}

/** A request for a new prospect. */
export const ProspectDraft = Schema.Struct({
  full_name: PersonLine.pipe(fullName),
  current_title: Schema.optionalKey(orNull(PersonLine)).pipe(currentTitle),
  current_company: Schema.optionalKey(orNull(PersonLine)).pipe(currentCompany),
  linkedin_url: Schema.optionalKey(orNull(LinkedInUrl)).pipe(linkedInUrl),
  email: Schema.optionalKey(orNull(Email)).pipe(email),
  location: Schema.optionalKey(orNull(PersonLine)).pipe(location),
  years_experience: Schema.optionalKey(numberOrNull(YearsExperience)).pipe(yearsExperience),
  summary: Schema.optionalKey(orNull(text(3000))).pipe(summary)
}).pipe(named("ProspectDraft", "A person to add to a sourcing search"))
export interface ProspectDraft extends Schema.Schema.Type<typeof ProspectDraft> {}

/** Bounds the prospects of one request. */
export const maxDrafts = 1000

/** The prospects of one request: all are added, or none. */
export const ProspectDrafts = Schema.Array(ProspectDraft).check(
  Schema.isMinLength(1, { expected: "at least 1 prospect" }),
  Schema.isMaxLength(maxDrafts, { expected: `at most ${maxDrafts} prospects` })
)

/** The stored size of a search. A search that exceeded a limit before the limits existed counts as full. */
export interface SearchSize {
  readonly prospects_counted: number
  /** The bytes of the prospects' texts as JSON, without e-mail addresses (at most 256 bytes each). */
  readonly text_bytes: number
}

export const maxProspects: Limit = { what: "prospects of a search", limit: 2000 }
export const maxProspectBytes: Limit = { what: "bytes of texts of a search's prospects", limit: 5 * 512 * 1024 }

/** The texts that count to the size of a search. */
export const sizedTexts = ["full_name", "current_title", "current_company", "linkedin_url", "location", "summary"] as const

export type SizedProspect = { readonly [Field in (typeof sizedTexts)[number]]: string | null }

/** Returns the size that prospects add to their search. */
export const sizeOf = (prospects: ReadonlyArray<SizedProspect>): SearchSize => ({
  prospects_counted: prospects.length,
  text_bytes: prospects.reduce(
    (sum, { current_company, current_title, full_name, linkedin_url, location, summary }) =>
      sum + jsonBytes([full_name, current_title, current_company, linkedin_url, location, summary]),
    0
  )
})

/** Returns the size that a deleted prospect gives back to its search. */
export const givenBack = (prospect: SizedProspect): SearchSize => {
  const { prospects_counted, text_bytes } = sizeOf([prospect])
  return { prospects_counted: -prospects_counted, text_bytes: -text_bytes }
}

/** Returns the size that the change of a prospect adds to its search. */
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

/** A request to set or replace a prospect's e-mail address (spec, part 4). */
export const ProspectEmail = Schema.Struct({
  email: Email.pipe(described("The person's e-mail address, which a search has once", example.candidate.primary_email))
}).pipe(named("ProspectEmail", "The e-mail address of a prospect"))
export interface ProspectEmail extends Schema.Schema.Type<typeof ProspectEmail> {}

/** A request to change a prospect. Every field is optional; null clears a field. */
export const ProspectPatch = Schema.Struct({
  ...ProspectDraft.fields,
  full_name: Schema.optionalKey(PersonLine).pipe(fullName),
  pipeline_stage: Schema.optionalKey(spelled(PipelineStage))
}).pipe(named("ProspectPatch", "Changes of a prospect. A field that is left out stays, and null clears a field", {
  pipeline_stage: "replied",
  location: "Berlin, Germany"
}))
export interface ProspectPatch extends Schema.Schema.Type<typeof ProspectPatch> {}

export class ProspectNotFound extends Schema.TaggedError<ProspectNotFound>()("ProspectNotFound", {
  id: Schema.String
}) {}

/** Creates prospects in the order of their drafts. `known` are those of the search that could be the same people. */
export const discover = (
  search_id: SearchId,
  drafts: ReadonlyArray<ProspectDraft>,
  known: ReadonlyArray<KnownProspect>,
  context: DecisionContext
): Decision<ReadonlyArray<ProspectState>, DuplicateProspects> => {
  const duplicates = duplicatesIn(drafts, known)
  if (duplicates.length > 0) return Result.fail(new DuplicateProspects({ duplicates }))
  const prospects = drafts.map((draft): ProspectState => ({
    current_title: null,
    current_company: null,
    linkedin_url: null,
    email: null,
    location: null,
    years_experience: null,
    summary: null,
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
  return decided(prospects, ...prospects.map((prospect) => event("prospect.discovered", prospect)))
}

/** Applies a patch to a prospect. Its pipeline stage moves by the state machine, and not to `converted`. */
export const update = (prospect: ProspectState, patch: ProspectPatch): Decision<ProspectState, StateRefused> => {
  const { pipeline_stage } = prospect
  const next = moveTo(pipelineStage, patchEvents, "pipeline_stage", pipeline_stage, patch.pipeline_stage ?? pipeline_stage)
  return Result.flatMap(next, () => {
    const changes = differences(prospect, patch)
    return Object.keys(changes).length === 0 ? unchanged(prospect) : changed(prospect, changes, "prospect.updated")
  })
}

/** Sets a prospect's e-mail address. */
export const setEmail = (prospect: ProspectState, { email }: ProspectEmail): Decision<ProspectState, never> =>
  email === prospect.email ? unchanged(prospect) : changed(prospect, { email }, "prospect.email_changed")

/** Adds a prospect to the shortlist. */
export const shortlist = (prospect: ProspectState): Decision<ProspectState, TransitionRefused> =>
  Result.flatMap(prospectStatus.next(prospect.status, "shortlist"), (status) =>
    status === prospect.status ? unchanged(prospect) : changed(prospect, { status }, "prospect.shortlisted"))

/** Removes a prospect from the shortlist. */
export const unshortlist = (prospect: ProspectState): Decision<ProspectState, TransitionRefused> =>
  Result.flatMap(prospectStatus.next(prospect.status, "unshortlist"), (status) =>
    status === prospect.status ? unchanged(prospect) : changed(prospect, { status }, "prospect.unshortlisted"))

/** Links a prospect to the candidate and the application that they became. */
export const linkTo = (
  prospect: ProspectState,
  link: { readonly candidate_id: CandidateId; readonly application_id: ApplicationId }
): Decision<ProspectState, TransitionRefused> =>
  Result.flatMap(pipelineStage.next(prospect.pipeline_stage, "convert"), (pipeline_stage) =>
    changed(prospect, { pipeline_stage, ...link }, "prospect.converted"))

/** Deletes a prospect permanently. The event has the ids of the prospect and its search without personal data. */
export const remove = (prospect: ProspectState): Decision<ProspectState, never> =>
  decided(prospect, {
    type: "prospect.deleted",
    subject_id: prospect.id,
    data: { id: prospect.id, search_id: prospect.search_id }
  })

const changed = (before: ProspectState, changes: Partial<ProspectState>, type: DomainEvent["type"]) => {
  const after: ProspectState = { ...before, ...changes, version: before.version + 1 }
  return decided(after, event(type, after))
}

const event = (type: DomainEvent["type"], prospect: ProspectState): DomainEvent => ({
  type,
  subject_id: prospect.id,
  data: { ...prospect }
})
