/** Calls every method of the ports for careers sites, in each way that sends a statement of its own. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { Applications } from "@candor/domain/application/Applications"
import { withdraw } from "@candor/domain/application/Lifecycle"
import { submit } from "@candor/domain/application/Submission"
import * as Board from "@candor/domain/board/Board"
import { Boards } from "@candor/domain/board/Boards"
import { Postings } from "@candor/domain/board/Postings"
import { requestErasure } from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import * as JobForm from "@candor/domain/form/JobForm"
import { JobForms } from "@candor/domain/form/JobForms"
import { ApplicationId, AttachmentId, JobId, SubmissionId } from "@candor/domain/Id"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import { add } from "@candor/domain/submission/Intake"
import * as Submission from "@candor/domain/submission/Submission"
import { draftOf } from "@candor/domain/submission/SubmissionDraft"
import { Signals } from "@candor/domain/screening/Signals"
import { Submissions } from "@candor/domain/submission/Submissions"
import { read } from "@candor/domain/submission/SubmittedForm"
import { now, Timestamp } from "@candor/domain/Timestamp"
import { Effect, Result } from "effect"
import { pages } from "./EveryWay.ts"
import { newJob } from "./WebhookWorld.ts"

/** The smallest image that is accepted: a header of 1 × 1 pixels. */
export const pixel = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)

export const careers = Effect.fn("careers")(function*(actor: Actor) {
  const { organization_id } = actor
  const boards = yield* Boards
  const jobs = yield* Jobs
  const forms = yield* JobForms
  const update = (patch: Board.BoardPatch) =>
    boards.modify(actor, { slug: patch.slug }, (loaded, context) => Board.update(loaded, patch, context))
  yield* boards.get(organization_id)
  yield* update({ is_open: true })
  const { slug } = yield* update({ slug: `acme-${crypto.randomUUID()}` })
  yield* boards.find(slug)
  for (const kind of ["logo", "cover"] as const) {
    for (const content of [pixel, null]) {
      yield* boards.modify(
        actor,
        { image: { kind, content } },
        (loaded, context) => Board.setImage(loaded, kind, content, context)
      )
      yield* boards.image(organization_id, kind)
    }
  }
  yield* jobs.modify(
    actor,
    (yield* newJob(actor, "Ended")).id,
    (job, organization) =>
      Job.update(job, { status: "published", valid_through: Timestamp.make("2020-01-01T00:00:00.000Z") }, organization)
  )
  const time = yield* now
  yield* jobs.ended(time)
  const postings = yield* Postings
  const open = yield* newJob(actor, "Open")
  yield* jobs.modify(actor, open.id, (job, organization) => Job.update(job, { status: "published" }, organization))
  yield* postings.site(organization_id, time)
  yield* postings.get(organization_id, open.id, time)
  yield* postings.texts(organization_id, 1_000_000, time)
  const { id } = yield* newJob(actor, "Formal")
  for (const phone of ["required", "hidden"] as const) {
    yield* forms.modify(actor, id, (form, context) => JobForm.replace(form, { phone }, context))
  }
  yield* forms.get(organization_id, id)
  yield* submissions(actor, id)
})

const asking = {
  form: {
    ...JobForm.initial(JobId.make(crypto.randomUUID()), Timestamp.make("2026-01-01T00:00:00.000Z")),
    resume: "optional"
  },
  consent_text: null,
  consent_version: 0
} as const

/** Makes a submission with a file, suspicious or not. */
export const arrivalOf = (
  job_id: JobId,
  file: AttachmentId,
  honeypot: boolean,
  person = { full_name: "Grace Hopper", email: "grace@example.com" }
): Submission.Arrival => ({
  job_id,
  content: Result.getOrThrow(read(asking, {
    fields: { ...person, cover_letter: "I wrote a compiler." },
    answers: {},
    files: [{ id: file, field: "resume", original_filename: "cv.txt", content_type: "text/plain", size_bytes: 4 }]
  }, Timestamp.make("2026-01-01T00:00:00.000Z"))),
  conduct: { honeypot, millis: null },
  key: file,
  filling_seconds: null,
  file_digests: ["digest"],
  network_key: "network",
  address_key: "address",
  text_key: "text",
  proof: honeypot ? null : file
})

/** Decides on an arrival twice: the first decision has a content that is not reserved, so that it is not stored. */
export const decidedTwice = (arrival: Submission.Arrival): typeof Submission.accept => {
  let first = true
  return (_, ...others) => {
    const { content } = arrival
    const files = content.files.map((file) => first ? { ...file, id: AttachmentId.make(crypto.randomUUID()) } : file)
    first = false
    return Submission.accept({ ...arrival, content: { ...content, files } }, ...others)
  }
}

/** Stores a person's submission, with a file whose content is not stored. */
export const submitted = Effect.fnUntraced(function*(
  worker: Worker,
  job: JobId,
  { honeypot = false, person }: { readonly honeypot?: boolean; readonly person?: Parameters<typeof arrivalOf>[3] } = {}
) {
  const port = yield* Submissions
  const arrival = arrivalOf(job, yield* port.reserve(worker.organization_id), honeypot, person)
  return yield* port.receive(
    worker,
    arrival,
    (circumstances, context) => Submission.accept(arrival, circumstances, context)
  )
})

/** Looks for signals of an application and a held submission that have a text and a number in common. */
const signalCalls = Effect.fn("signals")(
  function*(worker: Worker, application_id: ApplicationId, submission_id: SubmissionId) {
    const port = yield* Signals
    for (const checked of [{ submission_id }, { application_id }, { submission_id }]) {
      yield* port.check(worker, checked, (_facts, _prints, others, { id }) => [{
        kind: "similar_text",
        reason: { part: "letter", percent_shared: 100 },
        group_id: id,
        others: others.map((other) => ({ id: other.id, reason: {} }))
      }])
    }
    yield* port.ofApplication(worker.organization_id, application_id)
    yield* port.ofSubmission(worker.organization_id, submission_id)
    yield* Effect.flip(port.ofApplication(worker.organization_id, ApplicationId.make(crypto.randomUUID())))
    yield* Effect.flip(port.ofSubmission(worker.organization_id, SubmissionId.make(crypto.randomUUID())))
  }
)

const submissions = Effect.fn("submissions")(function*({ organization_id, request_id }: Actor, job: JobId) {
  const port = yield* Submissions
  const applications = yield* Applications
  const worker: Worker = { organization_id, worker: "careers", request_id }
  for (let n = 0; n < 2; n++) yield* port.secret(organization_id)
  yield* port.recent(organization_id)
  const received = yield* submitted(worker, job)
  const draft = draftOf(received)
  const application = yield* applications.submit(worker, draft, (stored, context) => submit(draft, stored, context))
  const target = {
    application_id: application.id,
    candidate_id: application.candidate.id,
    isNew: false,
    known: { ...application.candidate, full_name: "Somebody Else" }
  }
  yield* port.complete(
    worker,
    received.id,
    application.id,
    (submission, present, context) => add(submission, target, present, context)
  )
  yield* port.ofApplication(organization_id, application.id)
  yield* (yield* Candidates).modify(
    worker,
    target.candidate_id,
    (candidate, context) => requestErasure(candidate, received.id, context)
  )
  yield* Effect.forEach(pages, (page) => port.quarantined(organization_id, {}, page))
  yield* port.quarantined(organization_id, { job_id: job, signal: "similar_text", group_id: "none" }, pages[0]!)
  const arrival = arrivalOf(job, yield* port.reserve(organization_id), true)
  const decide = decidedTwice(arrival)
  yield* port.receive(worker, arrival, (circumstances, context) => decide(arrival, circumstances, context))
  const { id } = yield* submitted(worker, job, { honeypot: true })
  yield* signalCalls(worker, application.id, id)
  yield* port.release(worker, id, Submission.release)
  yield* port.modify(worker, id, Submission.requestWithdrawal)
  yield* port.remove(worker, id, Submission.remove)
  yield* port.get(organization_id, received.id)
  yield* applications.change(worker, application.id, withdraw)
})
