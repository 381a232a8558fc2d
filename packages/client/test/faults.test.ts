/** The client over connections that break, to a real server. */
import { servers } from "@candor/process/testing/Servers"
import { expect, test } from "bun:test"
import { follow } from "../src/Feed.ts"
import { groupsOf } from "../src/Methods.ts"
import { settingsOf } from "../src/Settings.ts"
import { systemTiming } from "../src/Timing.ts"
import { demo } from "./Demo.ts"
import { flaky } from "./Flaky.ts"

const own = servers("faults")

test("over connections that break, every write has its effect once, and every event is handed out once", async () => {
  const { apiKey, origin } = await demo(own)
  const proxy = await flaky(new URL(origin))
  // Without pauses.
  const settings = settingsOf({ baseUrl: `${proxy.origin}/api/v1`, apiKey, maxRetries: 5 }, { ...systemTiming, random: () => 0 })
  const candor = groupsOf(settings)
  const { events, next } = await candor.events.page({ limit: 1000 })
  const department = `Faults ${crypto.randomUUID()}`
  const created = await Promise.all(Array.from({ length: 8 }, (_, n) => candor.jobs.create({ title: `Job ${n}`, department })))
  const listed = []
  for await (const { id } of candor.jobs.all({ department, limit: 3 })) listed.push(id)
  expect(listed.toSorted()).toEqual(created.map(({ job }) => job.id).toSorted())

  const followed: Array<string> = []
  for await (const event of follow(settings, { after: events.at(-1)?.sequence ?? next, types: ["job.created"] })) {
    if (listed.includes(event.subject_id)) followed.push(event.subject_id)
    if (new Set(followed).size === listed.length) break
  }
  expect(followed.toSorted()).toEqual(listed.toSorted())
  // Each write and each page lost an answer, and the feed broke now and then.
  expect(proxy.broken()).toBeGreaterThan(12)
  proxy.stop()
}, 60_000)
