/**
 * Random worlds in which colleagues score a candidate, while one member may not see any of it yet, or is the candidate.
 */
import { type Call, having, type JsonObject } from "../harness/Client.ts"
import { freshInterview } from "../harness/FreshInterview.ts"
import type { Ids } from "../harness/Ids.ts"
import { freshEmail, makers, wholeApplication } from "../harness/Makers.ts"
import { hiddenWord, numbers } from "./HiddenWorld.ts"

export interface ScorecardWorld {
  /** The member who sees none, and their key. */
  readonly viewer: { readonly id: string; readonly key: string; readonly role: string; readonly hasApplied: boolean }
  readonly visible: Partial<Ids>
  /** The interview for which the member owes a scorecard; one of colleagues, if the member is the candidate. */
  readonly interview: string
  /** Makes colleagues score, with the hidden word in all their texts; returns the id of a feedback of theirs. */
  readonly judge: (actions: number) => Promise<string>
  /** Submits the member's own scorecard. */
  readonly submit: () => Promise<void>
  /** Writes a note that the member may see. */
  readonly write: () => Promise<string>
}

/** Makes a world in an organization, with an admin's key. */
export const scorecardWorld = async (call: Call, admin: string, seed: number): Promise<ScorecardWorld> => {
  const next = numbers(seed)
  const pick = <Item>(items: ReadonlyArray<Item>): Item => items[Math.floor(next() * items.length)]!
  const make = makers(call, admin, admin)
  const person = async (role: string) => {
    const email = freshEmail()
    const { id } = await make.member({ email, role })
    return {
      id,
      email,
      role,
      key: (await make.apiKey({ user_id: id, scope: role === "admin" ? "admin" : "write" })).key
    }
  }
  // In the first world the member is an administrator, who sees most.
  const role = ["admin", "write", "limited"][(seed - 1) % 3]!
  const [viewer, ...colleagues] = [await person(role), await person("write"), await person("write")] as const
  const hasApplied = next() < 0.25
  const visible = await make.some(new Set<keyof Ids>([...wholeApplication, "freeCandidateId"]))
  const { candidateId, id: application, jobId } = visible as Required<Pick<Ids, "candidateId" | "id" | "jobId">>
  const send = async <Body>(method: string, path: string, key: string, body?: JsonObject) =>
    having(200)(await call<Body>(method, path, body === undefined ? { key } : { key, body })).body
  for (const { id } of [viewer, ...colleagues])
    await send("PUT", `/jobs/${jobId}/team/${id}`, admin, { role: pick(["interviewer", "hiring_manager"]) })
  if (hasApplied) await send("PATCH", `/candidates/${candidateId}`, admin, { primary_email: viewer.email })
  if (next() < 0.5) await send("PATCH", `/jobs/${jobId}`, admin, { is_confidential: true })

  const body = {
    name: crypto.randomUUID(),
    sections: [{ name: "Skills", attributes: [{ name: "Concurrency" }] }],
    questions: [{ text: "What next?" }]
  }
  const { scorecard_template: { id: template, questions: [question], sections: [section] } } = having(201)(
    await call<{
      scorecard_template: {
        id: string
        questions: ReadonlyArray<{ id: string }>
        sections: ReadonlyArray<{ attributes: ReadonlyArray<{ id: string }> }>
      }
    }>("POST", "/scorecard-templates", { key: admin, body })
  ).body
  const interviewOf = async (...members: ReadonlyArray<{ readonly id: string }>) =>
    (await make.interview(application, {
      ...freshInterview(members[0]!.id),
      interviewers: members.map(({ id }) => ({ member_id: id })),
      scorecard_template_id: template
    })).id
  const own = hasApplied ? [] : [viewer]
  const isShared = next() < 0.5
  const interview = await interviewOf(...own, ...(isShared || hasApplied ? colleagues : []))
  const interviews = isShared || hasApplied
    ? [interview]
    : [await interviewOf(...colleagues), await interviewOf(...colleagues)]

  const said = (overall: string) => ({
    overall,
    summary: `${hiddenWord} it is`,
    ratings: [{ attribute_id: section!.attributes[0]!.id, rating: "strong_no", note: hiddenWord }],
    answers: [{ question_id: question!.id, answer: hiddenWord }]
  })
  const path = (of: string) => `/interviews/${of}/scorecard`

  const give = async (key: string) =>
    having(201)(
      await call<{ interview_feedback: { id: string } }>("POST", `/applications/${application}/feedback`, {
        key,
        body: { interview_type: "Coding", rating: "strong_no", body: hiddenWord }
      })
    ).body.interview_feedback.id

  // An organization without scorecards does not check whether members have applied.
  await call("PUT", path(interviews[0]!), { key: colleagues[0]!.key, body: said("no") })

  const judge = async (actions: number) => {
    const doings: ReadonlyArray<(of: string, key: string) => Promise<unknown>> = [
      (of, key) => call("PUT", path(of), { key, body: said("no") }),
      (of, key) => call("POST", `${path(of)}/submit`, { key }),
      (of, key) => call("PATCH", path(of), { key, body: said(pick(["strong_no", "no_decision"])) }),
      (_, key) => give(key)
    ]
    for (let n = 0; n < actions; n++) await pick(doings)(pick(interviews), pick(colleagues).key)
    // Every world has this at the end, whatever the random actions were.
    const [of, { key }] = [interviews[0]!, colleagues[0]!]
    await call("PUT", path(of), { key, body: said("strong_no") })
    await call("POST", `${path(of)}/submit`, { key })
    await send("PATCH", path(of), key, said("strong_no"))
    return give(colleagues[1]!.key)
  }
  const submit = async () => {
    await send("PUT", path(interview), viewer.key, { overall: "yes", summary: "Mine." })
    await send("POST", `${path(interview)}/submit`, viewer.key)
  }
  return {
    viewer: { ...viewer, hasApplied },
    visible,
    interview,
    judge,
    submit,
    write: async () => (await make.note(application, "Everybody may read this.")).id
  }
}
