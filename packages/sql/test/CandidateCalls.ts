/** Every method of the ports to candidates and to their profiles, in each way that sends a statement of its own. */
import type { Actor } from "@candor/domain/access/Actor"
import * as Application from "@candor/domain/application/Application"
import * as ApplicationRemoval from "@candor/domain/application/ApplicationRemoval"
import { Applications } from "@candor/domain/application/Applications"
import * as Submission from "@candor/domain/application/Submission"
import * as AiProfile from "@candor/domain/candidate/AiProfile"
import { AiProfiles } from "@candor/domain/candidate/AiProfiles"
import * as Candidate from "@candor/domain/candidate/Candidate"
import { type CandidateFilter, type CandidatePosition, Candidates } from "@candor/domain/candidate/Candidates"
import { Suggestions } from "@candor/domain/candidate/Suggestions"
import { ExternalIds } from "@candor/domain/ExternalIds"
import { CandidateId } from "@candor/domain/Id"
import type { PageRequest } from "@candor/domain/Pagination"
import { CandidateExports } from "@candor/domain/person/CandidateExports"
import * as CandidateMerge from "@candor/domain/person/CandidateMerge"
import { CandidateMerges } from "@candor/domain/person/CandidateMerges"
import { unmerge } from "@candor/domain/person/CandidateUnmerge"
import { RelatedRecords } from "@candor/domain/person/RelatedRecords"
import { CandidateSearch, type SearchFilter } from "@candor/domain/search/CandidateSearch"
import { Timestamp } from "@candor/domain/Timestamp"
import { CurrentViewer, type Viewer } from "@candor/sql/database/Viewer"
import { maxRows } from "@candor/sql/repositories/candidate/CandidateApplications"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { concurrently, listed } from "./EveryWay.ts"
import { jobWith } from "./LargeJob.ts"
import { applied, person, summarised } from "./SearchWorld.ts"
import { newJob } from "./WebhookWorld.ts"

const linkedin_url = "https://www.linkedin.com/in/grace"

const profiles = Effect.fn("profiles")(function*(actor: Actor) {
  const profiles = yield* AiProfiles
  const draft = { full_name: "Barbara Liskov", primary_email: "barbara@example.com", linkedin_url }
  const candidate = yield* (yield* Candidates).create(actor, (context) => Candidate.create(draft, context))
  yield* profiles.list(actor.organization_id, candidate.id)
  yield* (yield* Suggestions).facts(actor.organization_id, candidate.id)
  const waiting = yield* profiles.request(actor, candidate.id, AiProfile.refresh)
  yield* profiles.modify({ ...actor, worker: "test" }, waiting.id, AiProfile.start)
  const { id } = yield* profiles.request(actor, candidate.id, AiProfile.refresh)
  yield* profiles.remove(actor, candidate.id, id, AiProfile.remove)
})

/** Makes a candidate whose application has more rows than one statement deletes. */
const largeCandidate = Effect.fn("largeCandidate")(function*({ organization_id, ...actor }: Actor) {
  const sql = yield* SqlClient.SqlClient
  const { applications: [application] } = yield* jobWith({ organization_id, ...actor }, "Baker", 1)
  const { candidate_id, id } = application!
  yield* Effect.orDie(sql`
    INSERT INTO notes (organization_id, application_id, id, author_id, body, version, created_at, updated_at)
    SELECT ${organization_id}, ${id}, gen_random_uuid(), ${actor.user_id}, 'Hire.', 1, now(), now()
    FROM generate_series(1, ${maxRows}::integer)`)
  return candidate_id
})

/** Merges candidates with applications on one job, undoes it, and makes a merge final. */
const mergeCalls = Effect.fn("mergeCalls")(function*(actor: Actor) {
  const candidates = yield* Candidates
  const merges = yield* CandidateMerges
  const { applications } = yield* jobWith(actor, "Butcher", 2)
  const [id, into] = applications.map(({ candidate_id }) => CandidateId.make(candidate_id))
  yield* candidates.duplicates(actor.organization_id, id!)
  yield* merges.merge(actor, id!, into!, CandidateMerge.merge)
  const page = { limit: 1, offset: 0 }
  for (const after of [undefined, { sequence: 2, id: id! }])
    yield* merges.merges(actor.organization_id, into!, { ...page, after })
  yield* merges.unmerge(actor, id!, unmerge)
  yield* Effect.exit(merges.unmerge(actor, id!, unmerge))
  yield* merges.merge(actor, id!, into!, CandidateMerge.merge)
  // The older of two in one stage: the other is its duplicate, and replaces it.
  yield* (yield* Applications).remove(actor, applications[0]!.id, ApplicationRemoval.remove)
  const sql = yield* SqlClient.SqlClient
  yield* Effect.orDie(sql`
    UPDATE candidate_merges SET merged_at = now() - interval '31 days' WHERE organization_id = ${actor.organization_id}`)
  yield* merges.forgetMerges
  yield* candidates.get(actor.organization_id, id!)
})

/**
 * Searches with each kind of match, with one word and several, with every filter, and with excerpts from each kind of
 * text.
 */
const searches = Effect.fn("searches")(function*(actor: Actor) {
  const { search } = yield* CandidateSearch
  const searched = (query: string, filter: SearchFilter = {}) =>
    search(actor.organization_id, query, filter, { limit: 2 })
  const { id } = yield* person(actor, "Grace Hopper", { university: "Yale", tags: ["navy"], years_experience: 9 })
  const { application, job } = yield* applied(actor, id, { answer: "I wrote a compiler.", note: "An admiral." })
  yield* summarised(actor, id, "A summarised life.")
  for (const query of ["grace", "grace hopper", "compiler", "admiral", "summarised", "gracie hopqer li jhon"])
    yield* searched(query)
  for (
    const query of ["\"grace hopper\" admiral -clerk", "compiler OR \"an admiral\" grace -\"a clerk\"", "gracie -clerk"]
  ) yield* searched(query)
  for (const filter of [{ location: "Boston" }, { years_min: 9 }, { university: "Yale" }, { tag: "navy" }])
    yield* searched("grace", filter)
  const filter: SearchFilter = {
    years_min: 1,
    university: "Yale",
    tag: "navy",
    job_id: job.id,
    stage_id: application.stage.id,
    status: "active"
  }
  yield* searched("grace hopper", filter)
  for (const query of ["", "-clerk"]) yield* searched(query, filter)
  yield* search(actor.organization_id, undefined, { tag: "navy" }, {
    limit: 2,
    after: { match: "filters", score: 0, id }
  })
})

export const candidates = Effect.fn("candidates")(function*(actor: Actor) {
  const candidates = yield* Candidates
  const draft = { full_name: "Grace Hopper", primary_email: "grace@example.com", linkedin_url }
  const { id } = yield* candidates.create(actor, (context) => Candidate.create(draft, context))
  const external_id = { system: "greenhouse", id: "1" }
  const withId = { ...draft, external_ids: [external_id] }
  yield* candidates.create(actor, (context) => Candidate.create(withId, context))
  yield* Effect.exit(candidates.create(actor, (context) => Candidate.create(withId, context)))
  yield* (yield* ExternalIds).find(actor.organization_id, Candidate.noun, external_id)
  const other = yield* candidates.create(
    actor,
    (context) => Candidate.create({ full_name: "Ada", primary_email: "ada@example.com" }, context)
  )
  yield* candidates.get(actor.organization_id, id)
  yield* (yield* CandidateExports).exportOf(actor.organization_id, id)
  yield* (yield* RelatedRecords).find(actor.organization_id, { candidate: id })
  yield* candidates.tags(actor.organization_id)
  const modify = (id: CandidateId, url: string) =>
    candidates.modify(actor, id, (candidate, context) => Candidate.update(candidate, { linkedin_url: url }, context))
  yield* modify(id, `${linkedin_url}-hopper`)
  yield* concurrently(modify(id, `${linkedin_url}-murray`), modify(other.id, `${linkedin_url}-ada`))
  const list = (filter: CandidateFilter, page: PageRequest<CandidatePosition>) =>
    candidates.list(actor.organization_id, filter, page)
  yield* listed({ email: draft.primary_email, linkedin_url, tag: "compilers", external_id }, list)
  const limited: Viewer = { organization_id: actor.organization_id, member_id: actor.user_id, job_access: "team" }
  for (
    const filter of [{}, { sort: "name" }, { sort: "family_name" }, {
      updated_since: Timestamp.make("2026-01-01T00:00:00.000Z")
    }] as const
  ) {
    const page = { limit: 1, offset: 0 }
    const { next } = yield* list(filter, page)
    for (const after of [undefined, next]) {
      yield* list(filter, { ...page, after })
      yield* Effect.provideService(list(filter, { ...page, after }), CurrentViewer, limited)
    }
  }
  const job = yield* newJob(actor, "Engineer")
  const applications = yield* Applications
  const second = yield* newJob(actor, "Designer")
  const applicant = { ...draft, primary_email: "other@example.com" }
  // A stored candidate, a new one, the same with a university, and one who is created although known.
  const drafts: ReadonlyArray<Application.ApplicationDraft> = [
    { job_id: job.id, candidate_id: id },
    { job_id: job.id, candidate: applicant },
    { job_id: second.id, candidate: { ...applicant, university: "Yale" } },
    { job_id: second.id, candidate: applicant, candidate_match: "new" }
  ]
  for (const draft of drafts) {
    yield* applications.submit(actor, draft, (submission, context) => Submission.submit(draft, submission, context))
  }
  yield* profiles(actor)
  yield* mergeCalls(actor)
  yield* searches(actor)
  yield* candidates.remove(actor, other.id, Candidate.remove)
  yield* candidates.remove(actor, yield* largeCandidate(actor), Candidate.remove)
  yield* candidates.anonymise(actor, yield* largeCandidate(actor), Candidate.anonymise)
})
