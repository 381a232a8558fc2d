/** A client that makes random changes to what it made itself, one after the other, and reads now and then what it knows. */
import { deletion, type History, possibleValues, type Thing, type Value } from "./History.ts"
import * as Reading from "./Reading.ts"
import type { Session } from "./Session.ts"

interface Stages {
  readonly stages: ReadonlyArray<{ readonly id: string }>
}

/** Milliseconds between two requests of a client, and after one that reached nobody. */
const pause = { least: 40, most: 160, unsent: 150 }

/** What one client has, and the changes that it can make to it. */
const changes = (session: Session) => {
  const { random } = session
  const things: Record<Thing["kind"], Array<Thing>> = {
    job: [],
    candidate: [],
    application: [],
    note: [],
    feedback: [],
    search: [],
    prospect: []
  }
  const stagesOf = new Map<string, ReadonlyArray<string>>()
  const applied = new Set<string>()

  /** Things that are there for certain. */
  const living = (kind: Thing["kind"]) => things[kind].filter((thing) => deletion(thing) === "none")
  const keep = (made: ReadonlyArray<Thing>) => made.forEach((thing) => void things[thing.kind].push(thing))
  const idIn = (name: string) => (text: string) => [JSON.parse(text)[name].id as string]
  /** Whether a field may have a value already; a thing that has it for certain is changed by nothing. */
  const already = (thing: Thing, field: string, value: Value) => {
    const possible = possibleValues(thing, field)
    return { certainly: possible.length === 1 && possible[0] === value, possibly: possible.includes(value) || possible.length > 1 }
  }
  const setting = (thing: Thing, field: string, value: Value, event: string) => {
    const { certainly, possibly } = already(thing, field, value)
    return { events: certainly ? [] : [event], mayBeNoChange: possibly }
  }

  const createJob = async () => {
    const marker = session.marker()
    const { reply, things: [job] } = await session.create({
      what: "creating a job",
      request: { method: "POST", path: "/jobs", body: { title: marker, department: "None" } },
      status: 201,
      events: ["job.created"],
      made: [{ kind: "job", marker, fields: { department: "None", status: "draft" } }],
      ids: idIn("job")
    })
    if (job === undefined) return
    keep([job])
    stagesOf.set(job.id, (JSON.parse(reply.text).job as Stages).stages.map(({ id }) => id))
  }

  const updateJob = (job: Thing) => {
    const department = session.marker()
    return session.write(job, { department }, {
      what: "updating a job",
      request: { method: "PATCH", path: `/jobs/${job.id}`, body: { department } },
      status: 200,
      events: ["job.updated"]
    })
  }

  const setStatus = (job: Thing) => {
    const status = random.pick(["published", "published", "draft"] as const)
    return session.write(job, { status }, {
      what: `setting a job ${status}`,
      request: { method: "PATCH", path: `/jobs/${job.id}`, body: { status } },
      status: 200,
      // The plan's limit of published jobs.
      refusals: status === "published" ? [403] : [],
      ...setting(job, "status", status, status === "published" ? "job.published" : "job.withdrawn")
    })
  }

  const remove = async (thing: Thing, path: string, event: string) => {
    const { attempt } = await session.attempt({
      what: `deleting a ${thing.kind}`,
      request: { method: "DELETE", path },
      status: 200,
      events: [event]
    })
    thing.deletions.push(attempt)
  }

  const createCandidate = async () => {
    const marker = session.marker()
    const linkedin = random.chance(30) ? `https://www.linkedin.com/in/${session.marker()}` : null
    const { things: made } = await session.create({
      what: "creating a candidate",
      request: {
        method: "POST",
        path: "/candidates",
        body: {
          full_name: marker,
          primary_email: `${marker}@example.com`,
          ...(linkedin === null ? {} : { linkedin_url: linkedin })
        }
      },
      status: 201,
      events: ["candidate.created", ...(linkedin === null ? [] : ["ai_profile.requested"])],
      made: [{
        kind: "candidate",
        marker,
        fields: { primary_email: `${marker}@example.com`, university: null, linkedin_url: linkedin }
      }],
      ids: idIn("candidate")
    })
    keep(made)
  }

  const updateCandidate = (candidate: Thing) => {
    const text = session.marker()
    const linkedin = random.chance(25)
    const fields = linkedin ? { linkedin_url: `https://www.linkedin.com/in/${text}` } : { university: text }
    return session.write(candidate, fields, {
      what: "updating a candidate",
      request: { method: "PATCH", path: `/candidates/${candidate.id}`, body: fields },
      status: 200,
      events: ["candidate.updated", ...(linkedin ? ["ai_profile.requested"] : [])]
    })
  }

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
      made: [{ kind: "application", marker, parent: job, fields: { stage_id: stagesOf.get(job.id)![0]! } }],
      ids: idIn("application")
    })
    keep(made)
  }

  const move = (application: Thing) => {
    const stage_id = random.pick(stagesOf.get(application.parent!.id)!)
    return session.write(application, { stage_id }, {
      what: "moving an application",
      request: { method: "POST", path: `/applications/${application.id}/move`, body: { stage_id } },
      status: 200,
      ...setting(application, "stage_id", stage_id, "application.moved")
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
    keep(made)
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

  const submitFeedback = async (application: Thing) => {
    const marker = session.marker()
    const path = `/applications/${application.id}/feedback`
    const { things: made } = await session.create({
      what: "submitting feedback",
      request: { method: "POST", path, body: { interview_type: marker, rating: "yes", body: "Clear." } },
      status: 201,
      events: ["interview_feedback.submitted"],
      made: [{ kind: "feedback", marker, parent: application, fields: { body: "Clear." } }],
      ids: idIn("interview_feedback")
    })
    keep(made)
  }

  const reviseFeedback = (feedback: Thing) => {
    const body = session.marker()
    return session.write(feedback, { body }, {
      what: "revising feedback",
      request: { method: "PATCH", path: `/applications/${feedback.parent!.id}/feedback/${feedback.id}`, body: { body } },
      status: 200,
      events: ["interview_feedback.revised"]
    })
  }

  const createSearch = async () => {
    const marker = session.marker()
    const { things: made } = await session.create({
      what: "creating a search",
      request: { method: "POST", path: "/sourcing/searches", body: { name: marker } },
      status: 201,
      events: ["sourcing_search.created"],
      made: [{ kind: "search", marker, fields: {} }],
      ids: idIn("search")
    })
    keep(made)
  }

  const discover = async (search: Thing) => {
    const markers = Array.from({ length: random.integer(1, 4) }, session.marker)
    const { things: made } = await session.create({
      what: "adding prospects",
      request: {
        method: "POST",
        path: `/sourcing/searches/${search.id}/prospects`,
        body: { prospects: markers.map((full_name) => ({ full_name })) }
      },
      status: 201,
      events: markers.map(() => "prospect.discovered"),
      made: markers.map((marker) => ({
        kind: "prospect",
        marker,
        parent: search,
        fields: { email: null, status: "discovered" }
      })),
      ids: (text) => (JSON.parse(text).prospects as ReadonlyArray<{ id: string }>).map(({ id }) => id)
    })
    keep(made)
  }

  const setEmail = (prospect: Thing) => {
    const email = `${session.marker()}@example.com`
    return session.write(prospect, { email }, {
      what: "setting a prospect's e-mail address",
      request: { method: "PATCH", path: `/sourcing/prospects/${prospect.id}/email`, body: { email } },
      status: 200,
      events: ["prospect.email_changed"]
    })
  }

  const shortlist = (prospect: Thing) => {
    const add = random.chance(50)
    const status = add ? "shortlisted" : "discovered"
    return session.write(prospect, { status }, {
      what: add ? "shortlisting a prospect" : "taking a prospect from the shortlist",
      request: { method: add ? "POST" : "DELETE", path: `/sourcing/prospects/${prospect.id}/shortlist` },
      status: 200,
      ...setting(prospect, "status", status, add ? "prospect.shortlisted" : "prospect.unshortlisted")
    })
  }

  const readOne = async () => {
    const all = (["job", "candidate", "application", "search"] as const).flatMap(living)
    if (all.length === 0) return
    const thing = random.pick(all)
    const reply = await session.read(Reading.request(thing))
    if (reply.status !== 200) return
    const related = Object.values(things).flat().filter((one) => one === thing || one.parent === thing)
    for (const wrong of Reading.differences(thing, related, JSON.parse(reply.text))) session.broken.add("writes", wrong)
  }

  /** Changes with their weights; one that has nothing to be about makes what it lacks. */
  const one = (kind: Thing["kind"], create: () => Promise<unknown>, use: (thing: Thing) => Promise<unknown>) => {
    const found = living(kind)
    return found.length === 0 ? create() : use(random.pick(found))
  }
  const withApplication = (use: (application: Thing) => Promise<unknown>) =>
    one("application", () => one("job", createJob, (job) => one("candidate", createCandidate, (candidate) => apply(job, candidate))), use)
  const withProspect = (use: (prospect: Thing) => Promise<unknown>) =>
    one("prospect", () => one("search", createSearch, discover), use)
  const weighted: ReadonlyArray<readonly [weight: number, change: () => Promise<unknown>]> = [
    [5, createJob],
    [7, () => one("job", createJob, updateJob)],
    [12, () => one("job", createJob, setStatus)],
    [1, () => living("job").length < 3 ? createJob() : one("job", createJob, (job) => remove(job, `/jobs/${job.id}`, "job.deleted"))],
    [8, createCandidate],
    [12, () => one("candidate", createCandidate, updateCandidate)],
    [8, () => one("job", createJob, (job) => one("candidate", createCandidate, (candidate) => apply(job, candidate)))],
    [10, () => withApplication(move)],
    [6, () => withApplication(createNote)],
    [10, () => one("note", () => withApplication(createNote), editNote)],
    [2, () => one("note", () => withApplication(createNote), (note) => remove(note, notePath(note), "note.deleted"))],
    [3, () => withApplication(submitFeedback)],
    [4, () => one("feedback", () => withApplication(submitFeedback), reviseFeedback)],
    [1, createSearch],
    [3, () => one("search", createSearch, discover)],
    [4, () => withProspect(setEmail)],
    [6, () => withProspect(shortlist)],
    [10, readOne]
  ]
  return weighted.flatMap(([weight, change]) => Array.from({ length: weight }, () => change))
}

/** Makes changes until the signal. */
export const run = async (client: Session, history: History, over: AbortSignal): Promise<void> => {
  const possible = changes(client)
  while (!over.aborted) {
    await client.random.pick(possible)()
    const unsent = history.attempts.at(-1)?.knowledge === "unsent"
    await Bun.sleep(unsent ? pause.unsent : client.random.integer(pause.least, pause.most))
  }
}
