import { UserId } from "@candor/domain/Id"
import { fillsIn, opensKit } from "@candor/domain/interview/GuestKit"
import { Timestamp } from "@candor/domain/Timestamp"
import { expect, test } from "bun:test"
import { id } from "./context.ts"

const ada = UserId.make(id(1))
const at = (day: string) => Timestamp.make(`2026-${day}T10:00:00.000Z`)
const held = {
  ends_at: at("10-14"),
  status: "scheduled",
  interviewers: [{ member_id: ada, response: "needs_action" }]
} as const
const member = { id: ada, role: "limited", status: "active" } as const

test("the link of a kit opens it for who holds the interview, until 14 days after it", () => {
  const opened = [
    opensKit(held, member, at("10-01")),
    opensKit(held, member, at("10-28")),
    opensKit({ ...held, status: "complete" }, member, at("10-15")),
    opensKit({ ...held, interviewers: [{ member_id: ada, response: "tentative" }] }, member, at("10-15"))
  ]
  expect(opened).toEqual([true, true, true, true])
  const closed = [
    opensKit(held, member, Timestamp.make("2026-10-28T10:00:00.001Z")),
    opensKit({ ...held, status: "cancelled" }, member, at("10-01")),
    opensKit({ ...held, status: "no_show" }, member, at("10-15")),
    opensKit({ ...held, ends_at: null }, member, at("10-01")),
    opensKit({ ...held, interviewers: [] }, member, at("10-01")),
    opensKit({ ...held, interviewers: [{ member_id: ada, response: "declined" }] }, member, at("10-01")),
    opensKit(held, { ...member, status: "deactivated" }, at("10-01"))
  ]
  expect(closed).toEqual([false, false, false, false, false, false, false])
})

test("a link allows no more than the role", () => {
  expect((["limited", "read", "write", "admin"] as const).map((role) => fillsIn({ ...member, role }))).toEqual([
    true,
    false,
    true,
    true
  ])
})
