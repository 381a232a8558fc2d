/**
 * Tests without checks, against a program with undocumented answers: programs.test.ts runs them, and they must fail.
 */
import { servers } from "@candor/process/testing/Servers"
import { expect, test } from "bun:test"
import { join } from "node:path"

const { behindProxy, start } = servers("planted")

test.each(["/jobs", "/jobs?colour=red", "/events"])("%s is answered", async (path) => {
  const { origin } = await behindProxy(start([process.execPath, join(import.meta.dir, "server.ts")]))
  const answer = await fetch(`${origin}/api/v1${path}`, { headers: { authorization: "Bearer key" } })
  expect([answer.status, (await answer.text()).length]).toEqual([200, expect.any(Number)])
})
