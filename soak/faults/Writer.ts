/** A client that makes random changes to its own data one by one, and occasionally reads it. */
import { belongings } from "./Belongings.ts"
import { applications } from "./changes/Applications.ts"
import { candidates } from "./changes/Candidates.ts"
import { feedbackRequests } from "./changes/FeedbackRequests.ts"
import { jobs } from "./changes/Jobs.ts"
import { sourcing } from "./changes/Sourcing.ts"
import { teams } from "./changes/Teams.ts"
import type { History, Kind, Thing } from "./History.ts"
import * as Reading from "./Reading.ts"
import type { Session } from "./Session.ts"

/** Milliseconds between two requests of a client, and after one that did not reach a server. */
const pause = { min: 40, max: 160, unsent: 150 }

type Change = () => Promise<unknown>

/** The possible changes of a client, each repeated by its weight. */
const changes = (session: Session): ReadonlyArray<Change> => {
  const { random } = session
  const own = belongings()
  const { createJob, deleteJob, setStatus, updateJob } = jobs(session, own)
  const { createCandidate, updateCandidate } = candidates(session, own)
  const requests = feedbackRequests(session, own)
  const { apply, createNote, deleteNote, editNote, move, moveAll, reviseFeedback, submitFeedback } = applications(
    session,
    own,
    requests
  )
  const { addMember, changeRole, removeMember } = teams(session, own)
  const { createSearch, deleteSearch, discover, setEmail, shortlist } = sourcing(session, own)

  /** Reads a thing, and what belongs to it. */
  const readOne = async () => {
    const readable = (["job", "candidate", "application", "search"] as const).flatMap(own.living)
    if (readable.length === 0) return
    const thing = random.pick(readable)
    const reply = await session.read(Reading.request(thing))
    if (reply.status !== 200) return
    const related = own.all().filter((one) => one === thing || one.parent === thing)
    for (const wrong of Reading.differences(thing, related, JSON.parse(reply.text))) session.broken.add("writes", wrong)
  }

  /** Uses an existing thing of a kind, or creates one. */
  const any = (kind: Kind, create: Change, use: (thing: Thing) => Promise<unknown>): Promise<unknown> => {
    const found = own.living(kind)
    return found.length === 0 ? create() : use(random.pick(found))
  }
  const anyJob = (use: (job: Thing) => Promise<unknown>) => any("job", createJob, use)
  const anyCandidate = (use: (candidate: Thing) => Promise<unknown>) => any("candidate", createCandidate, use)
  const applyAnywhere = () => anyJob((job) => anyCandidate((candidate) => apply(job, candidate)))
  const anyApplication = (use: (application: Thing) => Promise<unknown>) => any("application", applyAnywhere, use)
  const anyNote = (use: (note: Thing) => Promise<unknown>) => any("note", () => anyApplication(createNote), use)
  const anyFeedback = (use: (feedback: Thing) => Promise<unknown>) =>
    any("feedback", () => anyApplication(submitFeedback), use)
  const anySearch = (use: (search: Thing) => Promise<unknown>) => any("search", createSearch, use)
  const anyRequest = (use: (request: Thing) => Promise<unknown>) =>
    any("feedback_request", () => anyApplication(requests.ask), use)
  const anyMember = (use: (member: Thing) => Promise<unknown>) => any("team_member", () => anyJob(addMember), use)
  const anyProspect = (use: (prospect: Thing) => Promise<unknown>) => any("prospect", () => anySearch(discover), use)

  const weighted: ReadonlyArray<readonly [weight: number, change: Change]> = [
    [5, createJob],
    [7, () => anyJob(updateJob)],
    [12, () => anyJob(setStatus)],
    [1, () => own.living("job").length < 3 ? createJob() : anyJob(deleteJob)],
    [8, createCandidate],
    [12, () => anyCandidate(updateCandidate)],
    [8, applyAnywhere],
    [10, () => anyApplication(move)],
    [3, () => anyApplication(moveAll)],
    [3, () => anyJob(addMember)],
    [3, () => anyMember(changeRole)],
    [1, () => anyMember(removeMember)],
    [5, () => anyApplication(requests.ask)],
    [2, () => anyRequest(requests.withdraw)],
    [6, () => anyApplication(createNote)],
    [10, () => anyNote(editNote)],
    [2, () => anyNote(deleteNote)],
    [3, () => anyApplication(submitFeedback)],
    [4, () => anyFeedback(reviseFeedback)],
    [1, createSearch],
    [1, () => anySearch(deleteSearch)],
    [3, () => anySearch(discover)],
    [4, () => anyProspect(setEmail)],
    [6, () => anyProspect(shortlist)],
    [10, readOne]
  ]
  return weighted.flatMap(([weight, change]) => Array.from({ length: weight }, () => change))
}

/** Makes changes until the signal aborts. */
export const run = async (client: Session, history: History, over: AbortSignal): Promise<void> => {
  const possible = changes(client)
  while (!over.aborted) {
    await client.random.pick(possible)()
    const unsent = history.attempts.at(-1)?.knowledge === "unsent"
    await Bun.sleep(unsent ? pause.unsent : client.random.integer(pause.min, pause.max))
  }
}
