/**
 * A server that is killed leaves a request with an idempotency key done once or not at all: the short form of
 * idempotency.ts.
 */
import { processes } from "@candor/process/testing/Processes"
import { administration } from "@candor/sql/testing/Databases"
import { expect, test } from "bun:test"
import { join } from "node:path"

const { start } = processes("idempotency")

test("the server is killed 3 times amid requests with idempotency keys: each has one effect, and no key is stuck", async () => {
  const env = { TEST_DATABASE_URL: administration, HOME: process.env["HOME"] }
  const { code, stdout } = await start([process.execPath, join(import.meta.dir, "idempotency.ts"), "3"], { env }).ended
  expect([code, stdout]).toEqual([0, expect.stringContaining("each had one effect, and no key is stuck")])
})
