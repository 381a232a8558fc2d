/** What tools answer: everyday tools little, the search what a task needs, and errors the next step. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, expect, test } from "bun:test"
import type { JsonObject } from "../harness/Client.ts"
import type { Ids } from "../harness/Ids.ts"
import { type Tools, toolsOf } from "../harness/Tools.ts"
import { type SharedWorld, worldWith } from "../harness/World.ts"

let here: SharedWorld
let read: Tools
beforeAll(async () => {
  here = await worldWith(databases[0]!)
  read = await toolsOf(here.server, here.own.keys.read)
})
afterAll(async () => {
  await read.client.close()
  await here.backend.close()
})

test.each<readonly [string, string, (ids: Ids) => JsonObject, string]>([
  ["an argument", "list_jobs", () => ({ limit: 1000 }), "Mend the arguments"],
  [
    "a state",
    "create_application",
    ({ candidateId, jobId }) => ({ job_id: jobId, candidate_id: candidateId }),
    "Read what is in the way"
  ],
  ["a scope", "call_operation", () => ({ operation: "ApiKeys.list" }), "Tell the user"],
  ["an id", "get_application", () => ({ id: crypto.randomUUID() }), "Take the id from a new answer"]
])("an error of %s says what to do next", async (_, tool, values, next) => {
  const write = await toolsOf(here.server, here.own.keys.write)
  const { content } = await write.call(tool, values(here.own.ids))
  expect(content.at(-1)).toMatchObject({ type: "text", text: expect.stringContaining(`Next: ${next}`) })
  await write.client.close()
})

test("operations are described with the schema of their arguments, and found by what they are for", async () => {
  expect(await read.succeed("describe_operation", { operation: "Candidates.merge" })).toMatchObject({
    changes: true,
    arguments: { required: ["candidateId", "into"], properties: { into: { format: "uuid" } } }
  })
  expect(await read.succeed("describe_operation", { operation: "Jobs.get" })).toMatchObject({
    changes: false,
    arguments: { required: ["jobId"] }
  })
  const { operations } = await read.succeed("search_operations", { query: "bearer address of a scheduling link" })
  expect(operations).toContainEqual({
    operation: "SchedulingLinks.address",
    summary: "Get the address of a scheduling link",
    not_by_tools: expect.stringContaining("acts as the candidate")
  })
  expect(await read.succeed("search_operations", { query: "backup and restore" })).toMatchObject({
    pages: expect.arrayContaining([{
      page: "/docs/operations.md",
      heading: "Backup and restore",
      excerpt: expect.any(String)
    }])
  })
  expect(await read.succeed("search_operations", { query: "§ zzyzx" })).toEqual({ operations: [], pages: [] })
})

test("an everyday tool answers with the fields that matter, links to the console, and cuts long texts", async () => {
  const { id: job, stages: [stage] } = await here.own.make.job({ title: "Editor" })
  const { full_name, id: candidate } = await here.own.make.candidate()
  const { id } = await here.own.make.application(job, candidate)
  await here.own.make.note(id, "n".repeat(5000))
  const { answer } = await read.succeed("list_applications", { job_id: job })
  expect(answer).toEqual({
    applications: [{
      id,
      status: "active",
      source_type: "careers_page",
      created_at: expect.any(String),
      job: { id: job, title: "Editor" },
      stage: { id: stage!.id, name: stage!.name },
      candidate: { id: candidate, full_name, primary_email: expect.any(String) },
      link: `${here.server.own_origin}/console/applications/${id}`
    }]
  })
  const { answer: { application } } = await read.succeed("get_application", { id }) as {
    answer: { application: { notes: ReadonlyArray<JsonObject> } }
  }
  expect(application.notes).toMatchObject([{ body: `${"n".repeat(4000)}… (1000 characters more)` }])
})

test("pages of everyday tools have 20 results, unless another number is asked for", async () => {
  const { id } = await here.own.make.job({ title: "Crowd" })
  for (let n = 0; n < 21; n++) await here.own.make.application(id, (await here.own.make.candidate()).id)
  const sizes = await Promise.all([{}, { limit: 21 }].map(async (more) => {
    const { answer } = await read.succeed("list_applications", { job_id: id, ...more }) as {
      answer: { applications: ReadonlyArray<unknown> }
    }
    return answer.applications.length
  }))
  expect(sizes).toEqual([20, 21])
})
