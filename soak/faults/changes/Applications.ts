/** Changes of applications, and of their notes and feedback. */
import { type Belongings, idIn, setting } from "../Belongings.ts"
import type { Knowledge, Thing } from "../History.ts"
import type { Session } from "../Session.ts"
import { remove } from "./Deletion.ts"
import type { FeedbackRequests } from "./FeedbackRequests.ts"

interface Outcome {
  readonly status: string
  readonly error: { readonly details?: { readonly may_be_written?: boolean } } | null
}

/** Returns what the answer to a request of many items says of each. */
const outcomes = (body: string): ReadonlyArray<Knowledge> =>
  (JSON.parse(body).results as ReadonlyArray<Outcome>).map(({ error, status }) =>
    status !== "failed" ? "acknowledged" : error?.details?.may_be_written === true ? "unanswered" : "refused"
  )

export const applications = (session: Session, own: Belongings, requests: Pick<FeedbackRequests, "answering">) => {
  /** The pairs of job and candidate that were tried: a candidate applies only once for a job. */
  const applied = new Set<string>()

  const apply = async (job: Thing, candidate: Thing) => {
    const pair = `${job.id} ${candidate.id}`
    if (applied.has(pair)) return
    applied.add(pair)
    const marker = session.marker()
    const { things: made } = await session.create({
      what: "applying",
      request: {
        method: "POST",
        path: "/applications",
        body: { job_id: job.id, candidate_id: candidate.id, source_type: marker }
      },
      status: 201,
      events: ["application.created"],
      made: [{ kind: "application", marker, parent: job, fields: { stage_id: own.stagesOf(job)[0]! } }],
      ids: idIn("application")
    })
    own.keep(made)
  }

  const move = (application: Thing) => {
    // The last stage is named Hired: an application that moves there is closed, and cannot move again.
    const stage_id = session.random.pick(own.stagesOf(application.parent!).slice(0, -1))
    return session.write(application, { stage_id }, {
      what: "moving an application",
      request: { method: "POST", path: `/applications/${application.id}/move`, body: { stage_id } },
      status: 200,
      ...setting(application, "stage_id", stage_id, "application.moved")
    })
  }

  /**
   * Moves all applications of the job in one request; each move is stored separately, and a fault may prevent some of
   * them.
   */
  const moveAll = async ({ parent: job }: Thing) => {
    const stage_id = session.random.pick(own.stagesOf(job!).slice(0, -1))
    const all = own.living("application").filter(({ parent }) => parent === job)
    const changes = all.map((application) => setting(application, "stage_id", stage_id, "application.moved"))
    const eventsOf = (known: ReadonlyArray<Knowledge>) => ({
      events: changes.flatMap(({ events, mayBeNoChange }, at) =>
        known[at] === "acknowledged" && !mayBeNoChange ? events : []
      ),
      besides: changes.flatMap(({ events, mayBeNoChange }, at) =>
        known[at] === "unanswered" || known[at] === "acknowledged" && mayBeNoChange ? events : []
      )
    })
    const { attempt, reply } = await session.attempt({
      what: "moving many applications",
      request: {
        method: "POST",
        path: "/applications/bulk",
        body: { application_ids: all.map(({ id }) => id), move: { stage_id } }
      },
      status: 200,
      ...eventsOf(all.map(() => "acknowledged")),
      told: (body) => eventsOf(outcomes(body)),
      apart: true
    })
    const known = attempt.knowledge === "acknowledged" ? outcomes(reply.text) : []
    for (const [at, { writes }] of all.entries())
      writes.get("stage_id")!.push({
        value: stage_id,
        attempt: { ...attempt, knowledge: known[at] ?? attempt.knowledge }
      })
  }

  const createNote = async (application: Thing) => {
    const marker = session.marker()
    const body = `${marker} as it was written`
    const { things: made } = await session.create({
      what: "writing a note",
      request: { method: "POST", path: `/applications/${application.id}/notes`, body: { note: body } },
      status: 201,
      events: ["note.created"],
      made: [{ kind: "note", marker, parent: application, fields: { body } }],
      ids: idIn("note")
    })
    own.keep(made)
  }

  const notePath = (note: Thing) => `/applications/${note.parent!.id}/notes/${note.id}`

  const editNote = (note: Thing) => {
    const body = `${note.marker} edited ${session.marker()}`
    return session.write(note, { body }, {
      what: "editing a note",
      request: { method: "PATCH", path: notePath(note), body: { note: body } },
      status: 200,
      events: ["note.updated"]
    })
  }

  const deleteNote = (note: Thing) => remove(session, note, notePath(note), { events: ["note.deleted"] })

  const submitFeedback = async (application: Thing) => {
    const marker = session.marker()
    const path = `/applications/${application.id}/feedback`
    const { fulfilled, ...told } = requests.answering(application)
    const { attempt, things: made } = await session.create({
      what: "submitting feedback",
      request: { method: "POST", path, body: { interview_type: marker, rating: "yes", body: "Clear." } },
      status: 201,
      events: ["interview_feedback.submitted", ...told.events],
      besides: told.besides,
      made: [{ kind: "feedback", marker, parent: application, fields: { body: "Clear." } }],
      ids: idIn("interview_feedback")
    })
    own.keep(made)
    fulfilled(attempt)
  }

  const reviseFeedback = (feedback: Thing) => {
    const body = session.marker()
    return session.write(feedback, { body }, {
      what: "revising feedback",
      request: {
        method: "PATCH",
        path: `/applications/${feedback.parent!.id}/feedback/${feedback.id}`,
        body: { body }
      },
      status: 200,
      events: ["interview_feedback.revised"]
    })
  }

  return { apply, createNote, deleteNote, editNote, move, moveAll, reviseFeedback, submitFeedback }
}
