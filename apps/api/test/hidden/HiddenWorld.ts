/** Random worlds of jobs and teams that one member sees only partly. */
import { having, type Call, type JsonObject } from "../harness/Client.ts"
import type { Ids } from "../harness/Ids.ts"
import { freshEmail, makers, upload, wholeApplication } from "../harness/Makers.ts"

/** Returns pseudorandom numbers from 0 to 1 for a seed (mulberry32). */
export const numbers = (seed: number) => () => {
  seed = seed + 0x6D2B79F5 | 0
  let t = Math.imul(seed ^ seed >>> 15, 1 | seed)
  t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t
  return ((t ^ t >>> 14) >>> 0) / 4_294_967_296
}

const teamRoles = ["hiring_manager", "recruiter", "coordinator", "interviewer", "sourcer"]

/** A word in every text of hidden jobs, and in no other text. */
export const hiddenWord = "Zyzzogeton"

const hiddenPdf = () =>
  upload(new File([`%PDF-1.7\n${hiddenWord}\n%%EOF`], `${hiddenWord}.pdf`, { type: "application/pdf" }))

export interface HiddenWorld {
  /** The member who sees only a part, and the text of their key. */
  readonly viewer: { readonly id: string; readonly key: string; readonly role: "limited" | "write" }
  readonly admin: string
  /** The ids that the member may see. */
  readonly visible: Partial<Ids>
  /** Performs actions on hidden jobs, and returns the created ids and those of the last application. */
  readonly hide: (actions: number) => Promise<{ readonly made: ReadonlyArray<string>; readonly hidden: Partial<Ids> }>
  /** Writes a note that the member may see. */
  readonly write: () => Promise<string>
}

/** Makes a world in an organization, with an admin's key. */
export const hiddenWorld = async (call: Call, admin: string, seed: number): Promise<HiddenWorld> => {
  const next = numbers(seed)
  const pick = <Item>(items: ReadonlyArray<Item>): Item => items[Math.floor(next() * items.length)]!
  const make = makers(call, admin, admin)
  const send = async (method: string, path: string, body?: JsonObject) =>
    having(200)(await call(method, path, { key: admin, body }))
  const role = next() < 0.5 ? "limited" : "write"
  const { id: viewer } = await make.member({ role })
  const { key } = await make.apiKey({ user_id: viewer, scope: "write" })
  const { id: other } = await make.member({ role: "write" })
  const join = (job: string, member: string) => send("PUT", `/jobs/${job}/team/${member}`, { role: pick(teamRoles) })

  /** Creates a job that the viewer may not see. A member with the role `write` sees all but confidential ones. */
  const hiddenJob = async () => {
    const { id, stages } = await make.job({
      title: `${hiddenWord} lead`,
      department: hiddenWord,
      is_confidential: role === "write" || next() < 0.5
    })
    if (next() < 0.5) await join(id, other)
    return { id, stages }
  }
  // Created before any comparison, because from then on the organization has confidential data.
  await hiddenJob()

  const visible = await make.some(
    new Set<keyof Ids>([...wholeApplication, "freeCandidateId", "searchId", "mergedCandidateId", "reasonId"])
  )
  if (role === "limited" || next() < 0.5) {
    await join(visible.jobId!, viewer)
    if (next() < 0.5) await send("PATCH", `/jobs/${visible.jobId}`, { is_confidential: true })
  }
  if (role === "limited") await make.application(visible.jobId!, visible.freeCandidateId!)

  const hide = async (actions: number) => {
    const made: Array<string> = []
    const jobs = [await hiddenJob()]
    const person = () => ({
      full_name: `${hiddenWord} Smith`,
      tags: [hiddenWord],
      primary_email: `${hiddenWord}-${freshEmail()}`
    })
    /** Applies for a hidden job, with a new person if no known one is given. */
    const apply = async (known?: string, job = pick(jobs)) => {
      const { application } = having(201)(
        await call<{ application: { id: string; candidate: { id: string } } }>("POST", "/applications", {
          key: admin,
          body: {
            job_id: job.id,
            ...(known === undefined ? { candidate: person() } : { candidate_id: known }),
            source_type: hiddenWord,
            answers: [{ question_text: `${hiddenWord}?`, answer_text: hiddenWord }]
          }
        })
      ).body
      return { id: application.id, candidate: application.candidate.id, job }
    }
    const first = await apply()
    const applications = [first]
    const hidden: Partial<Ids> = {
      jobId: first.job.id,
      stageId: first.job.stages[1]!.id,
      candidateId: first.candidate,
      id: first.id
    }
    const record = async <Made extends { readonly id: string }>(making: Promise<Made>): Promise<Made> => {
      const one = await making
      made.push(one.id)
      return one
    }
    const noteId = (await record(make.note(first.id, `${hiddenWord} said so`))).id
    const queuedMessageId = (await record(make.message(first.id, { subject: hiddenWord, body: hiddenWord }))).id
    const doings: ReadonlyArray<() => Promise<unknown>> = [
      async () => jobs.push(await hiddenJob()),
      async () => applications.push(await apply()),
      async () => record(make.note(pick(applications).id, `${hiddenWord} was kind`)),
      async () => record(make.note(pick(applications).candidate, `${hiddenWord} again`, "candidates")),
      async () => record(make.feedback(pick(applications).id, { body: hiddenWord })),
      async () => record(make.message(pick(applications).id, { subject: hiddenWord, body: hiddenWord })),
      async () => record(make.attachment(pick(applications).id, hiddenPdf())),
      async () => record(make.attachment(pick(applications).candidate, hiddenPdf(), "candidates")),
      async () =>
        call("POST", `/applications/${pick(applications).id}/feedback-requests`, {
          key: admin,
          body: { member_id: viewer, message: hiddenWord }
        }),
      async () => record(make.stage(pick(jobs).id, { name: `${hiddenWord} ${made.length}` })),
      async () =>
        call("PATCH", `/jobs/${pick(jobs).id}`, {
          key: admin,
          body: { title: `${hiddenWord} head`, status: "published" }
        }),
      async () => {
        const { id, job } = pick(applications)
        await call("POST", `/applications/${id}/move`, { key: admin, body: { stage_id: pick(job.stages).id } })
      },
      async () =>
        call("POST", `/applications/${pick(applications).id}/${pick(["withdraw", "hire", "reopen"])}`, { key: admin }),
      async () =>
        call("POST", "/applications/bulk", {
          key: admin,
          body: { application_ids: applications.map(({ id }) => id), add_tags: [hiddenWord] }
        }),
      async () =>
        call("PATCH", `/candidates/${pick(applications).candidate}`, { key: admin, body: { university: hiddenWord } }),
      async () => join(pick(jobs).id, other),
      async () => call("DELETE", `/jobs/${(await hiddenJob()).id}`, { key: admin }),
      async () =>
        call("DELETE", `/applications/${(await apply(visible.freeCandidateId, await hiddenJob())).id}`, { key: admin }),
      async () => {
        const [one, into] = [await apply(), await apply()]
        await call("POST", `/candidates/${one.candidate}/merge`, { key: admin, body: { into: into.candidate } })
      },
      async () => call("POST", `/candidates/${(await apply()).candidate}/anonymise`, { key: admin })
    ]
    for (let n = 0; n < actions; n++) await pick(doings)()
    // A person whom the viewer may see applies for a job that they may not see.
    const known = await apply(next() < 0.5 ? visible.candidateId! : visible.freeCandidateId!)
    await record(make.note(known.id, `${hiddenWord} too`))
    made.push(known.id, ...applications.flatMap(({ candidate, id }) => [id, candidate]), ...jobs.map(({ id }) => id))
    return { made, hidden: { ...hidden, noteId, queuedMessageId } }
  }
  return {
    viewer: { id: viewer, key, role },
    admin,
    visible,
    hide,
    write: async () => (await make.note(visible.id!, "Everybody may read this.")).id
  }
}
