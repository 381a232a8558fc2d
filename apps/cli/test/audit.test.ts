import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import * as World from "@candor/sql/testing/World"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { commands } from "./Commands.ts"

const { candor: command, run } = commands()
const candor = (...args: ReadonlyArray<string>) => command("audit", ...args)

test("candor audit finds what was changed, and erases without breaking the chain", async () => {
  const { job, organization } = await run(Effect.gen(function*() {
    const { actor } = yield* World.organization({ name: "Acme" })
    const jobs = yield* Jobs
    const job = yield* jobs.create(
      actor,
      "Engineer",
      (taken, context) => Job.create({ title: "Engineer" }, taken, context)
    )
    yield* jobs.modify(actor, job.id, (job, organization) => Job.update(job, { status: "closed" }, organization))
    return { job: job.id, organization: actor.organization_id }
  }))
  const held = await candor("verify")
  expect({ ...held, stdout: held.stdout.replace(/[0-9a-f]{64}/, "…") }).toEqual({
    code: 0,
    stdout: `${organization}  intact up to event 2 …\n`,
    stderr: ""
  })

  const erased = await candor("erase", "--organization", organization, "--subject", job, "--yes", "--json")
  expect(JSON.parse(erased.stdout)).toEqual({ erased: 2 })
  expect((await candor("verify", "--organization", organization)).code).toBe(0)

  await run(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE events SET type = 'job.published' WHERE sequence = 2`)
  )
  const { code, stderr, stdout } = await candor("verify", "--json")
  expect(JSON.parse(stdout)).toMatchObject([{
    organization_id: organization,
    broken: { sequence: 2, reason: "changed" }
  }])
  expect({ code, stderr }).toEqual({ code: 1, stderr: "The audit log is broken in 1 of 1 organizations.\n" })
})
