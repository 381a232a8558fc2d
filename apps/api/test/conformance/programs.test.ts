/** A server that a test starts as a program is held against its document too: what differs fails the run. */
import { processes } from "@candor/process/testing/Processes"
import { expect, test } from "bun:test"
import { join } from "node:path"

const { start } = processes("programs")

test("a test file fails whose program answers, streams or accepts what the document does not have, though no test looks at it", async () => {
  const planted = join(import.meta.dir, "planted/undocumented.ts")
  const { code, stderr } = await start([process.execPath, "test", "--timeout", "300000", planted]).ended
  expect(code).toBe(1)
  expect(stderr).toContain("Not as the OpenAPI document says:")
  expect(stderr).toContain(
    `GET /api/v1/jobs (Jobs.list), answered with 200: / must NOT have additional properties {"additionalProperty":"extra"}`
  )
  expect(stderr).toContain(
    "GET /api/v1/jobs?colour=red (Jobs.list), answered with 200: the query parameter colour is not in /paths/~1api~1v1~1jobs/get"
  )
  expect(stderr).toContain(
    "GET /api/v1/events (Events.follow), answered with 200: the event 1 of the type job.created: / must have required property 'id'"
  )
  // The tests of the file pass but for that.
  expect(stderr).not.toContain("expect(received)")
})
