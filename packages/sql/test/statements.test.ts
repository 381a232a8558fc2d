/** How many statements a write takes: one to load, one to save with its events and its queued work. */
import type { Actor } from "@candor/domain/access/Actor"
import * as Lifecycle from "@candor/domain/application/Lifecycle"
import { Applications } from "@candor/domain/application/Applications"
import * as Submission from "@candor/domain/application/Submission"
import * as ApiKey from "@candor/domain/authentication/ApiKey"
import { ApiKeys } from "@candor/domain/authentication/ApiKeys"
import * as AiProfile from "@candor/domain/candidate/AiProfile"
import { AiProfiles } from "@candor/domain/candidate/AiProfiles"
import * as Candidate from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import * as InterviewFeedback from "@candor/domain/feedback/InterviewFeedback"
import { Feedback } from "@candor/domain/feedback/Feedback"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import * as Member from "@candor/domain/organization/Member"
import { Members } from "@candor/domain/organization/Members"
import * as Organization from "@candor/domain/organization/Organization"
import { Organizations } from "@candor/domain/organization/Organizations"
import { convert } from "@candor/domain/sourcing/Conversion"
import * as Prospect from "@candor/domain/sourcing/Prospect"
import { Prospects } from "@candor/domain/sourcing/Prospects"
import { SourcingSearches } from "@candor/domain/sourcing/SourcingSearches"
import * as Stage from "@candor/domain/job/Stage"
import { describe, expect, test } from "bun:test"
import { Effect, Tracer } from "effect"
import { databases, runOn } from "./Databases.ts"
import * as World from "./World.ts"

/** The effect's result, and the statements that it executed. */
const counted = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    let statements = 0
    const tracer = Tracer.make({
      span: (options) => {
        if (options.kind === "client") statements++
        return new Tracer.NativeSpan(options)
      }
    })
    return Effect.map(Effect.withTracer(effect, tracer), (result) => ({ result, statements }))
  })

const linkedin_url = "https://www.linkedin.com/in/grace"

/** Every kind of write, on a world that it makes as it goes. */
const writes = (actor: Actor) =>
  Effect.gen(function*() {
    const taken: Array<readonly [string, number]> = []
    const write = <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) =>
      Effect.map(counted(effect), ({ result, statements }) => {
        taken.push([name, statements])
        return result
      })
    const jobs = yield* Jobs
    const candidates = yield* Candidates
    const applications = yield* Applications
    const notes = yield* Notes
    const feedback = yield* Feedback
    const searches = yield* SourcingSearches
    const prospects = yield* Prospects
    const members = yield* Members
    const keys = yield* ApiKeys
    const organizations = yield* Organizations

    const job = yield* write(
      "create a job",
      jobs.create(actor, "Engineer", (slugs, context) => Job.create({ title: "Engineer" }, slugs, context))
    )
    yield* write(
      "publish a job",
      jobs.modify(
        actor,
        job.id,
        (job, organization) => Job.update(job, { status: "published", title: "Lead" }, organization)
      )
    )
    yield* write(
      "move a stage",
      jobs.modify(actor, job.id, (job) =>
        Job.withStages(job, Stage.update(job.stages, job.stages[1]!.id, { order_index: 3 })))
    )
    const draft = { full_name: "Grace Hopper", primary_email: "grace@example.com", linkedin_url }
    const candidate = yield* write(
      "create a candidate",
      candidates.create(actor, (context) =>
        Candidate.create(draft, context))
    )
    yield* write(
      "update a candidate",
      candidates.modify(actor, candidate.id, (candidate, context) =>
        Candidate.update(candidate, { linkedin_url: `${linkedin_url}-hopper` }, context))
    )
    const request = { job_id: job.id, candidate: { ...draft, primary_email: "other@example.com" } }
    const application = yield* write(
      "apply",
      applications.submit(actor, request, (submission, context) =>
        Submission.submit(request, submission, context))
    )
    const target = job.stages[2]!.id
    yield* write(
      "move an application",
      applications.move(actor, application.id, target, (application, requested, context) =>
        Lifecycle.move(application, requested, { stage_id: target }, context))
    )
    yield* write(
      "reject an application",
      applications.change(actor, application.id, (application, context) =>
        Lifecycle.reject(application, { reason: "Other", note: "No." }, context))
    )
    yield* write("reopen an application", applications.change(actor, application.id, Lifecycle.reopen))
    const note = yield* write(
      "write a note",
      notes.create(actor, { application_id: application.id }, (context) =>
        Note.write({ application_id: application.id }, { note: "Hire." }, context))
    )
    yield* write(
      "edit a note",
      notes.modify(actor, { application_id: application.id }, note.id, (note, context) =>
        Note.edit(note, { note: "Now." }, context))
    )
    yield* write("delete a note", notes.remove(actor, { application_id: application.id }, note.id, Note.remove))
    yield* write(
      "submit feedback",
      feedback.create(actor, { application_id: application.id }, (context) =>
        InterviewFeedback.submit(application.id, { interview_type: "onsite", rating: "yes", body: "Clear." }, context))
    )
    const search = yield* write("create a search", searches.create(actor, { name: "Compilers" }))
    const found = [{ full_name: "Niklaus Wirth", linkedin_url: "https://www.linkedin.com/in/wirth" }]
    const [prospect] = yield* write(
      "add prospects",
      prospects.discover(actor, search.id, found, (known, context) =>
        Prospect.discover(search.id, found, known, context))
    )
    yield* write("shortlist", prospects.modify(actor, prospect!.id, Prospect.shortlist))
    const profiles = yield* AiProfiles
    const worker = { organization_id: actor.organization_id, worker: "test", request_id: "test" }
    const waiting = yield* profiles.request(actor, candidate.id, AiProfile.refresh)
    yield* write("start a profile", profiles.modify(worker, waiting.id, AiProfile.start))
    const profile = yield* write("request a profile", profiles.request(actor, candidate.id, AiProfile.refresh))
    yield* write("delete a profile", profiles.remove(actor, candidate.id, profile.id, AiProfile.remove))
    yield* write("delete a candidate", candidates.remove(actor, application.candidate.id, Candidate.remove))
    yield* write(
      "find an e-mail address",
      prospects.modify(actor, prospect!.id, (prospect) =>
        Prospect.setEmail(prospect, { email: "wirth@example.com" }))
    )
    yield* write(
      "convert a prospect",
      prospects.convert(actor, prospect!.id, { job_id: job.id }, (conversion, context) =>
        convert({ job_id: job.id }, conversion, context))
    )
    yield* write("delete a job", jobs.remove(actor, job.id))
    const newcomer = { full_name: "Mary", email: "mary@example.com", role: "write" } as const
    const member = yield* write(
      "add a member",
      members.add(actor, newcomer.email, (existing, context) =>
        Member.add(newcomer, existing, context))
    )
    yield* write(
      "update a member",
      members.modify(actor, member.id, (member) =>
        Member.update(member, { role: "admin" }))
    )
    const { api_key: { id } } = yield* write(
      "create a key",
      keys.create(actor, member.id, (issuing, context) =>
        ApiKey.create({ name: "CI", scope: "read" }, issuing, context))
    )
    yield* write(
      "rotate a key",
      keys.rotate(actor, id, (key, issuing, context) =>
        ApiKey.rotate(key, {}, issuing, context))
    )
    yield* write("revoke a key", keys.modify(actor, id, ApiKey.revoke))
    yield* write(
      "rename the organization",
      organizations.modify(actor, (one, context) =>
        Organization.update(one, { name: "Acme Recruiting" }, context))
    )
    return taken
  })

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    test("every write takes at most two statements, with its events and work; the deletion of a job locks it by a third", () =>
      runOn(database)(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const taken = yield* writes(actor)
        expect(taken.length).toBe(29)
        expect(taken.filter(([, statements]) => statements < 1 || statements > 2)).toEqual([["delete a job", 3]])
      })))
  })
}
