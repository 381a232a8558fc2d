/** Interviews that time zones moved, page by page. */
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { InterviewId, OrganizationId } from "../src/Id.ts"
import type { Interview } from "../src/interview/Interview.ts"
import { maxMoved, movedInterviews } from "../src/interview/MovedInterviews.ts"
import { pageOf, type StartPosition } from "../src/Pagination.ts"
import { packZones } from "../src/time/Zones.ts"
import { fromMillis, Timestamp } from "../src/Timestamp.ts"

const organization = OrganizationId.make("01a0f146-51d4-7f31-af31-76813e02ea68")
const now = Timestamp.make("2040-01-01T00:00:00.000Z")
const firstHour = Date.parse("2040-07-02T07:00:00.000Z")

/** Interviews of one day each in Berlin, of which every other one is an hour off. */
const all = Array.from({ length: 2 * maxMoved + 10 }, (_, n) => {
  const starts_at = fromMillis(firstHour + n * 60_000 - (n % 2) * 3_600_000)
  const local = new Date(firstHour + n * 60_000 + 2 * 3_600_000).toISOString().slice(0, 16)
  return {
    id: InterviewId.make(`01a0f146-51d4-7f31-af31-${String(n).padStart(12, "0")}`),
    starts_at,
    local_start: local,
    time_zone: "Europe/Berlin",
    status: "scheduled"
  } as Interview
}).toSorted((one, other) => one.starts_at! < other.starts_at! ? -1 : 1)

const positionOf = ({ id, starts_at }: Pick<Interview, "id" | "starts_at">): StartPosition => ({
  starts_at: starts_at!,
  id
})

const port: Parameters<typeof movedInterviews>[0] = {
  appointments: (_, from, request) => {
    const { after } = request
    const rows = all.filter((one) =>
      one.starts_at! > from &&
      (after === undefined || one.starts_at! > after.starts_at ||
        one.starts_at === after.starts_at && one.id > after.id)
    )
    return Effect.succeed(pageOf(request, rows, positionOf))
  },
  within: (_, { ids = [] }, request) =>
    Effect.succeed(pageOf(request, all.filter(({ id }) => ids.includes(id)), positionOf))
}

test("each that moved is on one page, and those alone", async () => {
  const first = await Effect.runPromise(movedInterviews(port, organization, packZones, now))
  const second = await Effect.runPromise(movedInterviews(port, organization, packZones, now, first.next))
  expect([first.items.length, second.items.length, first.pagination.has_more, second.next]).toEqual([
    maxMoved,
    5,
    true,
    undefined
  ])
  const ids = [...first.items, ...second.items].map(({ appointment }) => appointment.interview.id)
  expect(ids.toSorted()).toEqual(all.filter(({ id }) => Number(id.at(-1)) % 2 === 1).map(({ id }) => id).toSorted())
})
