import * as World from "@candor/sql/testing/World"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { commands } from "./Commands.ts"

const { candor: command, run } = commands()
const candor = (...args: ReadonlyArray<string>) => command("queue", ...args)

/** Returns the parsed result of a command that must succeed. */
const result = async (...args: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await candor(...args, "--json")
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return JSON.parse(stdout)
}

const ids = [crypto.randomUUID(), crypto.randomUUID()] as const

/** Makes an organization with two dead letters and waiting work. */
const failedWork = Effect.gen(function*() {
  const { organization } = yield* World.organization({ name: "Acme" })
  const sql = yield* SqlClient.SqlClient
  const element = JSON.stringify({ organization_id: organization.id })
  for (
    const [id, queue, state] of [[ids[0], "first", "failed"], [ids[1], "second", "failed"], [
      crypto.randomUUID(),
      "first",
      "pending"
    ]]
  ) {
    yield* sql`
      INSERT INTO queue (id, queue_name, element, state, attempts, last_failure, visible_at, created_at, updated_at)
      VALUES (${id!}, ${queue!}, ${element}, ${state!}, 5, 'It did not work.', now(), now(), now())`
  }
  return organization.id
})

test("candor queue shows how queues stand, lists what failed, and makes it due again", async () => {
  const organization_id = await run(failedWork)

  expect(await result("status")).toMatchObject([
    { queue: "first", waiting: 1, due: 1, taken: 0, dead_letters: 1 },
    { queue: "second", waiting: 0, due: 0, taken: 0, dead_letters: 1 }
  ])
  const failed = await result("failed", "--queue", "first")
  expect(failed).toMatchObject([
    { id: ids[0], queue: "first", attempts: 5, last_failure: "It did not work.", organization_id }
  ])

  const nobodys = "0197f3a2-5b1c-7d4e-8f60-123456789abc"
  const unknown = await candor("requeue", ids[0], nobodys)
  expect(unknown).toEqual({ code: 1, stdout: "", stderr: expect.stringContaining(nobodys) })
  expect(await candor("requeue")).toMatchObject({ code: 1, stderr: expect.stringContaining("--all") })
  expect(await result("failed")).toHaveLength(2)

  expect(await result("requeue", ids[0], ids[0])).toEqual({ requeued: [ids[0]] })
  expect(await result("requeue", "--all")).toEqual({ requeued: [ids[1]] })
  expect(await result("failed")).toEqual([])
  expect(await result("status")).toMatchObject([
    { queue: "first", waiting: 2, dead_letters: 0 },
    { queue: "second", waiting: 1, dead_letters: 0 }
  ])
})
