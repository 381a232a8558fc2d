/**
 * A recruiter's tasks, done by an agent without a model: each has a fixed plan, takes at most eight calls, and every id
 * of it comes from an answer. Operations without a tool of their own are found by their search.
 */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { having, type JsonObject } from "../harness/Client.ts"
import { unreachable } from "../harness/Makers.ts"
import { type Tools, toolsOf } from "../harness/Tools.ts"
import { type World, world } from "../harness/World.ts"

/** Calls that a task may take. */
const maxCalls = 8

let here: World
let tools: Tools
beforeAll(async () => {
  here = await world(databases[0]!)
  tools = await toolsOf(here.server, here.own.keys.write)
  having(200)(await here.call("PUT", "/organization/mail", { key: here.own.keys.admin, body: unreachable }))
})
afterAll(async () => {
  await tools.client.close()
  await here.backend.close()
})

/** What plans read of a thing. */
interface Thing {
  readonly id: string
  readonly name: string
  readonly title: string
  readonly full_name: string
  readonly candidate: Thing
  readonly job: Thing
  readonly stages: ReadonlyArray<Thing>
}

/** What plans read of answers: a field that is missing fails a plan. */
interface Told {
  readonly application: Thing
  readonly applications: ReadonlyArray<Thing>
  readonly job: Thing
  readonly jobs: ReadonlyArray<Thing>
  readonly new_applications: ReadonlyArray<Thing>
  readonly prospects: ReadonlyArray<Thing>
  readonly rejection_reasons: ReadonlyArray<Thing>
  readonly results: ReadonlyArray<{ readonly candidate: Thing }>
  readonly user: Thing
}

interface Result {
  readonly answer: Told
  readonly arguments: { readonly properties: JsonObject }
  readonly confirmation: string
  readonly operations: ReadonlyArray<{ readonly operation: string }>
  readonly outcome: string
}

/** An agent that counts its calls. */
const agentOf = () => {
  let calls = 0
  const use = async (tool: string, values: JsonObject): Promise<Result> => {
    calls++
    return await tools.succeed(tool, values) as unknown as Result
  }
  const read = async (tool: string, values: JsonObject = {}): Promise<Told> => (await use(tool, values)).answer
  /** Tries a change and confirms it. */
  const change = async (tool: string, values: JsonObject): Promise<Told> => {
    const { confirmation, outcome } = await use(tool, values)
    expect(outcome).toBe("dry_run")
    const done = await use(tool, { ...values, confirmation })
    expect(done.outcome).toBe("done")
    return done.answer
  }
  return {
    read,
    change,
    readBy: (operation: string, values: JsonObject = {}) => read("call_operation", { operation, arguments: values }),
    changeBy: (operation: string, values: JsonObject) => change("call_operation", { operation, arguments: values }),
    /** Finds an operation by words, and that it takes these arguments. */
    find: async (query: string, operation: string, takes: ReadonlyArray<string>) => {
      const { operations } = await use("search_operations", { query })
      expect(operations.map((found) => found.operation)).toContain(operation)
      const { arguments: { properties } } = await use("describe_operation", { operation })
      expect(Object.keys(properties)).toEqual(expect.arrayContaining([...takes]))
    },
    calls: () => calls
  }
}
type Agent = ReturnType<typeof agentOf>

/** A name that nobody else has. */
const fresh = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`

/** A job with an applicant, whom the agent knows by their names alone. */
const hiring = async () => {
  const [title, name] = [fresh("Editor"), fresh("Maya Okafor")]
  const job = await here.own.make.job({ title })
  const candidate = await here.own.make.candidate({ full_name: name })
  const application = await here.own.make.application(job.id, candidate.id)
  return { title, name, job, candidate, application }
}
type Hiring = Awaited<ReturnType<typeof hiring>>

/** Finds the application of a person by their name. */
const applicationOf = async ({ read }: Agent, name: string): Promise<Thing> => {
  const { results } = await read("search_candidates", { q: `"${name}"` })
  const { applications } = await read("list_applications", { candidate_id: results[0]!.candidate.id })
  return applications[0]!
}

const stored = async (path: string) => having(200)(await here.call<Told>("GET", path, { key: here.own.keys.read })).body

interface Task {
  readonly task: string
  /** Does it, and returns what the user is told, or what is read afterwards. */
  readonly plan: (agent: Agent, made: Hiring) => Promise<Told>
  /** What must be true then. */
  readonly holds: (told: Told, made: Hiring) => Promise<void>
}

const tasks: ReadonlyArray<Task> = [
  {
    task: "say what is known of an applicant",
    plan: async (agent, { name }) => agent.read("get_application", { id: (await applicationOf(agent, name)).id }),
    holds: async (told, { application, title }) => {
      expect(told.application).toMatchObject({
        id: application.id,
        job: { title },
        application_answers: [{ answer_text: "In May." }]
      })
    }
  },
  {
    task: "say what waits for me",
    plan: ({ read }) => read("what_waits"),
    holds: async (told, { application }) => expect(JSON.stringify(told.new_applications)).toContain(application.id)
  },
  {
    task: "write down what was said on the phone",
    plan: async (agent, { name }) =>
      agent.change("add_note", { id: (await applicationOf(agent, name)).id, note: "Can start in May." }),
    holds: async (_, { application }) =>
      expect(await stored(`/applications/${application.id}/notes`)).toMatchObject({
        notes: [{ body: "Can start in May." }]
      })
  },
  {
    task: "move an applicant to the interview",
    plan: async (agent, { name, title }) => {
      const { id, job } = await applicationOf(agent, name)
      const { jobs } = await agent.read("list_jobs", { limit: 100 })
      const { stages } = jobs.find((one) => one.id === job.id && one.title === title)!
      return agent.change("move_application", { id, stage_id: stages.find((stage) => stage.name === "Interview")!.id })
    },
    holds: async (_, { application }) => {
      expect(await stored(`/applications/${application.id}`)).toMatchObject({
        application: { stage: { name: "Interview" } }
      })
    }
  },
  {
    task: "reject an applicant with one of our reasons",
    plan: async (agent, { name }) => {
      const { id } = await applicationOf(agent, name)
      const { rejection_reasons: [reason] } = await agent.readBy("RejectionReasons.list")
      return agent.change("reject_application", { id, reason: reason!.name, mail_template_id: null })
    },
    holds: async (_, { application }) =>
      expect(await stored(`/applications/${application.id}`)).toMatchObject({ application: { status: "rejected" } })
  },
  {
    task: "write to an applicant",
    plan: async (agent, { name }) =>
      agent.change("write_to_candidate", {
        id: (await applicationOf(agent, name)).id,
        subject: "Your application",
        body: "Dear Maya, we would like to talk."
      }),
    holds: async (_, { application }) => {
      expect(await stored(`/applications/${application.id}/messages`)).toMatchObject({
        messages: [{ subject: "Your application", purpose: "letter" }]
      })
    }
  },
  {
    task: "schedule an interview with myself",
    plan: async (agent, { name }) => {
      const { id } = await applicationOf(agent, name)
      const { user } = await agent.readBy("Me.get")
      return agent.change("schedule_interview", {
        id,
        title: "Getting to know",
        minutes: 45,
        local_start: "2041-05-06T10:00",
        time_zone: "Europe/Berlin",
        interviewers: [{ member_id: user.id }]
      })
    },
    holds: async (_, { application }) => {
      expect(await stored(`/interviews?application_id=${application.id}`)).toMatchObject({
        interviews: [{ title: "Getting to know", status: "scheduled", minutes: 45 }]
      })
    }
  },
  {
    task: "give feedback after an interview",
    plan: async (agent, { name }) =>
      agent.change("give_feedback", {
        id: (await applicationOf(agent, name)).id,
        interview_type: "Phone",
        rating: "yes",
        body: "Asks the right questions."
      }),
    holds: async (_, { application }) =>
      expect(await stored(`/applications/${application.id}/feedback`)).toMatchObject({
        interview_feedback: [{ rating: "yes" }]
      })
  },
  {
    task: "enter somebody who applied on paper",
    plan: async ({ change, read }, { title }) => {
      const { jobs } = await read("list_jobs", { limit: 100 })
      const job_id = jobs.find((job) => job.title === title)!.id
      return change("create_application", {
        job_id,
        candidate: { full_name: "Paul Paper", primary_email: null },
        source_type: "paper"
      })
    },
    holds: async (told, { job }) => {
      expect(await stored(`/applications/${told.application.id}`)).toMatchObject({
        application: {
          job: { id: job.id },
          candidate: { full_name: "Paul Paper", primary_email: null },
          source_type: "paper"
        }
      })
    }
  },
  {
    task: "open a job like an earlier one, under another title",
    plan: async ({ changeBy, find, read }, { title }) => {
      await find("copy a job", "Jobs.copy", ["jobId", "title"])
      const { jobs } = await read("list_jobs", { limit: 100 })
      const { job } = await changeBy("Jobs.copy", {
        jobId: jobs.find((job) => job.title === title)!.id,
        title: `${title} II`
      })
      return changeBy("Jobs.update", { jobId: job.id, status: "published" })
    },
    holds: async (told, { title }) =>
      expect(await stored(`/jobs/${told.job.id}`)).toMatchObject({ job: { title: `${title} II`, status: "published" } })
  },
  {
    task: "merge somebody who is stored twice",
    plan: async ({ changeBy, find, read }, { name }) => {
      const { candidate: { id: into } } = (await read("search_candidates", { q: `"${name}"` })).results[0]!
      const twin = (await read("search_candidates", { q: `"${name}"`, limit: 10 })).results.find(({ candidate }) =>
        candidate.id !== into
      )!
      await find("merge duplicate candidates", "Candidates.merge", ["candidateId", "into"])
      return changeBy("Candidates.merge", { candidateId: twin.candidate.id, into })
    },
    holds: async (_, { name }) => {
      expect((await stored(`/candidates/search?q=${encodeURIComponent(`"${name}"`)}`)).results).toHaveLength(1)
    }
  },
  {
    task: "take a prospect into a job",
    plan: async ({ changeBy, find, read, readBy }, { name, title }) => {
      await find("turn a prospect into a candidate", "Prospects.convert", ["prospectId", "job_id"])
      const { prospects } = await readBy("Prospects.acrossSearches", { limit: 100 })
      const { jobs } = await read("list_jobs", { limit: 100 })
      return changeBy("Prospects.convert", {
        prospectId: prospects.find((prospect) => prospect.full_name === `${name} Prospect`)!.id,
        job_id: jobs.find((job) => job.title === title)!.id
      })
    },
    holds: async (_, { job, name }) => {
      const { applications } = await stored(`/applications?job_id=${job.id}`)
      expect(applications.map(({ candidate }) => candidate.full_name)).toContain(`${name} Prospect`)
    }
  }
]

/** What a task finds besides. */
const besides: Readonly<Record<string, (made: Hiring) => Promise<unknown>>> = {
  "merge somebody who is stored twice": ({ name }) => here.own.make.candidate({ full_name: name }),
  "take a prospect into a job": async ({ name }) =>
    here.own.make.prospects((await here.own.make.search()).id, { full_name: `${name} Prospect` })
}

describe(`an agent does in at most ${maxCalls} calls`, () => {
  test.each(tasks.map(({ task, ...rest }) => [task, rest] as const))("%s", async (task, { plan, holds }) => {
    const made = await hiring()
    await besides[task]?.(made)
    const agent = agentOf()
    const told = await plan(agent, made)
    expect(agent.calls()).toBeLessThanOrEqual(maxCalls)
    await holds(told, made)
  })
})
