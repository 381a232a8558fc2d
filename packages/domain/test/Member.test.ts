import {
  add,
  ensure,
  LastAdmin,
  type Member,
  MemberExists,
  type MemberPatch,
  type MemberState,
  update
} from "@candor/domain/organization/Member"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"
import { contextAt } from "./context.ts"

const draft = { full_name: "Mary Allen", email: "mary@example.com", role: "admin" } as const
const mary: Member = Result.getOrThrow(add(draft, null, contextAt())).entity
const of = (member: Partial<MemberState>): MemberState => ({ ...mary, has_other_admin: true, ...member })

describe("a new member", () => {
  test("is active, and has an event", () => {
    const { entity, events } = Result.getOrThrow(add(draft, null, contextAt()))
    expect(entity).toMatchObject({ ...draft, status: "active" })
    expect(events).toEqual([{ type: "member.added", subject_id: entity.id, data: { ...entity } }])
  })

  test("is refused where the email address has one, or is that one, as the caller asks", () => {
    expect(add(draft, mary, contextAt())).toEqual(Result.fail(new MemberExists({ member_id: mary.id })))
    expect(ensure({ ...draft, role: "read" }, mary, contextAt())).toEqual(Result.succeed({ entity: mary, events: [] }))
    expect(Result.getOrThrow(ensure(draft, null, contextAt())).events.map(({ type }) => type)).toEqual(["member.added"])
  })
})

describe("a patch of a member", () => {
  const types = (member: MemberState, patch: MemberPatch) =>
    Result.getOrThrow(update(member, patch)).events.map(({ type }) => type)

  test("has an event for each kind of change, with the member after all of them", () => {
    expect(types(of({}), { full_name: "Mary Ann" })).toEqual(["member.updated"])
    expect(types(of({}), { role: "read" })).toEqual(["member.role_changed"])
    expect(types(of({}), { status: "deactivated" })).toEqual(["member.deactivated"])
    expect(types(of({ status: "deactivated" }), { status: "active" })).toEqual(["member.reactivated"])
    const { entity, events } = Result.getOrThrow(
      update(of({}), { full_name: "Mary Ann", role: "write", status: "deactivated" })
    )
    expect(events.map(({ type }) => type)).toEqual(["member.updated", "member.role_changed", "member.deactivated"])
    const { has_other_admin: _, ...shown } = entity
    expect(events.map(({ data }) => data)).toEqual([shown, shown, shown])
  })

  test("without a change has none", () => {
    for (const status of ["active", "deactivated"] as const) {
      for (const patch of [{}, { full_name: "Mary Allen", role: "admin", status }] as const) {
        expect(types(of({ status }), patch)).toEqual([])
      }
    }
  })

  test("leaves an organization its last active admin", () => {
    const last = of({ has_other_admin: false })
    const refused = Result.fail(new LastAdmin({ member_id: mary.id }))
    for (const patch of [{ role: "write" }, { role: "read" }, { status: "deactivated" }] as const) {
      expect(update(last, patch)).toEqual(refused)
      expect(Result.isSuccess(update(of({}), patch))).toBe(true)
    }
    expect(Result.isSuccess(update(last, { full_name: "Mary Ann" }))).toBe(true)
    // A member who is no active admin is not the last one, whoever else there is.
    expect(Result.isSuccess(update(of({ role: "write", has_other_admin: false }), { status: "deactivated" }))).toBe(
      true
    )
    expect(Result.isSuccess(update(of({ status: "deactivated", has_other_admin: false }), { role: "read" }))).toBe(true)
  })
})
