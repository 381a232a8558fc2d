import * as ApiKey from "@candor/domain/authentication/ApiKey"
import { limitedTo } from "@candor/domain/authentication/Principal"
import { ApiKeyId, OrganizationId } from "@candor/domain/Id"
import { LimitReached } from "@candor/domain/Limit"
import { type Member, MemberDeactivated } from "@candor/domain/organization/Member"
import * as Members from "@candor/domain/organization/Member"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"
import { contextAt, id } from "./context.ts"

const at = (time: string) => Timestamp.make(`2026-11-${time}.000Z`)
const draft = { name: "CI", scope: "write" } as const
const mary: Member =
  Result.getOrThrow(Members.add({ full_name: "Mary", email: "mary@example.com", role: "write" }, null, contextAt()))
    .entity
const issuing = { member: mary, active_keys: 3 }
const full = { member: mary, active_keys: ApiKey.maxKeys.limit }
const made = (more: Partial<ApiKey.ApiKey> = {}): ApiKey.ApiKey => ({
  ...Result.getOrThrow(ApiKey.create(draft, issuing, contextAt())).entity,
  id: ApiKeyId.make(id(50)),
  ...more
})
const failure = <A, E>(result: Result.Result<A, E>): E => Result.getOrThrow(Result.flip(result))

describe("a new key", () => {
  test("acts as its member with the scope of the request, and its event has no latest use", () => {
    const { entity, events } = Result.getOrThrow(ApiKey.create(draft, issuing, contextAt()))
    expect(entity).toMatchObject({ ...draft, user_id: mary.id, expires_at: null, revoked_at: null, replaced_by: null })
    const { last_used_at: _, ...shown } = entity
    expect(events).toEqual([{ type: "api_key.created", subject_id: entity.id, data: shown }])
  })

  test("has at most the role of its member as its scope", () => {
    expect(failure(ApiKey.create({ ...draft, scope: "admin" }, issuing, contextAt())))
      .toEqual(new ApiKey.ScopeBeyondRole({ scope: "admin", role: "write" }))
    for (const scope of ["read", "write"] as const) {
      expect(Result.isSuccess(ApiKey.create({ ...draft, scope }, issuing, contextAt()))).toBe(true)
    }
  })

  test("is refused for a deactivated member, with an expiry that is not ahead, and beyond the limit", () => {
    expect(failure(ApiKey.create(draft, { ...issuing, member: { ...mary, status: "deactivated" } }, contextAt())))
      .toEqual(new MemberDeactivated({ member_id: mary.id }))
    const expires_at = at("20T09:00:00")
    expect(failure(ApiKey.create({ ...draft, expires_at }, issuing, contextAt()))).toEqual(
      new ApiKey.ExpiryPassed({ expires_at })
    )
    expect(Result.isSuccess(ApiKey.create({ ...draft, expires_at }, issuing, contextAt("08:59:59.999")))).toBe(true)
    expect(failure(ApiKey.create(draft, full, contextAt())))
      .toEqual(new LimitReached({ ...ApiKey.maxKeys, present: ApiKey.maxKeys.limit, added: 1 }))
  })
})

describe("a rotation", () => {
  const rotate = (key: ApiKey.ApiKey, rotation: ApiKey.ApiKeyRotation = {}, context = contextAt("12:00:00.000")) =>
    ApiKey.rotate(key, rotation, issuing, context)

  test("makes a key with name, member, scope and expiry of the old one, which ends a day later", () => {
    const key = made({ expires_at: at("30T00:00:00"), last_used_at: at("20T10:00:00") })
    const { entity, events } = Result.getOrThrow(rotate(key))
    expect(entity.key).toEqual({ ...key, id: entity.key.id, created_at: at("20T12:00:00"), last_used_at: null })
    expect(entity.key.id).not.toBe(key.id)
    expect(entity.old).toEqual({ ...key, expires_at: at("21T12:00:00"), replaced_by: entity.key.id })
    expect(events.map(({ subject_id, type }) => [type, subject_id])).toEqual([
      ["api_key.created", entity.key.id],
      ["api_key.rotated", key.id]
    ])
  })

  test("lets the old key work for the requested hours, not at all with 0, and never beyond its own expiry", () => {
    const old = (more: Partial<ApiKey.ApiKey>, overlap_hours: number) =>
      Result.getOrThrow(rotate(made(more), { overlap_hours })).entity.old
    expect(old({}, 168)).toMatchObject({ expires_at: at("27T12:00:00"), revoked_at: null })
    expect(old({}, 0)).toMatchObject({ expires_at: null, revoked_at: at("20T12:00:00") })
    expect(old({ expires_at: at("20T13:00:00") }, 2).expires_at).toBe(at("20T13:00:00"))
  })

  test("takes another expiry, null for none, which has to be ahead", () => {
    const key = made({ expires_at: at("30T00:00:00") })
    expect(Result.getOrThrow(rotate(key, { expires_at: null })).entity.key.expires_at).toBeNull()
    const expires_at = at("20T11:00:00")
    expect(failure(rotate(key, { expires_at }))).toEqual(new ApiKey.ExpiryPassed({ expires_at }))
  })

  test("gives the new key no more than the member's role is now", () => {
    const { entity } = Result.getOrThrow(rotate(made({ scope: "admin" })))
    expect(entity.key.scope).toBe("write")
  })

  test.each(
    [
      ["replaced", { replaced_by: made().id }],
      ["revoked", { revoked_at: at("20T09:00:00") }],
      ["expired", { expires_at: at("20T12:00:00") }]
    ] as const
  )("is refused for a key that is %s", (reason, more) => {
    expect(failure(rotate(made(more)))).toEqual(new ApiKey.ApiKeyEnded({ reason }))
  })

  test("counts one key more during an overlap, and none without", () => {
    const context = contextAt("12:00:00.000")
    expect(failure(ApiKey.rotate(made(), {}, full, context))).toBeInstanceOf(LimitReached)
    expect(Result.isSuccess(ApiKey.rotate(made(), { overlap_hours: 0 }, full, context))).toBe(true)
  })

  test("is refused for a key of a deactivated member", () => {
    const deactivated = { ...issuing, member: { ...mary, status: "deactivated" } } as const
    expect(failure(ApiKey.rotate(made(), {}, deactivated, contextAt()))).toBeInstanceOf(MemberDeactivated)
  })
})

test("a patch renames a key, and the same name is no change", () => {
  const { entity, events } = Result.getOrThrow(ApiKey.update(made(), { name: "Build" }))
  expect(entity).toEqual(made({ name: "Build" }))
  expect(events.map(({ type }) => type)).toEqual(["api_key.updated"])
  for (const patch of [{}, { name: "CI" }])
    expect(ApiKey.update(made(), patch)).toEqual(Result.succeed({ entity: made(), events: [] }))
})

test("a key is revoked once", () => {
  const { entity, events } = Result.getOrThrow(ApiKey.revoke(made(), contextAt("10:00:00.000")))
  expect(entity.revoked_at).toBe(at("20T10:00:00"))
  expect(events.map(({ type }) => type)).toEqual(["api_key.revoked"])
  expect(ApiKey.revoke(entity, contextAt("11:00:00.000"))).toEqual(Result.succeed({ entity, events: [] }))
})

test("a principal has the smaller one of the key's scope and the member's role", () => {
  const order = ["read", "write", "admin"] as const
  for (const [n, scope] of order.entries()) {
    for (const [m, role] of order.entries()) {
      const principal = {
        organization: { id: OrganizationId.make(id(1)), name: "Acme", plan: "free" },
        user: mary,
        job_access: "all",
        hides_feedback: false,
        api_key: { id: made().id, name: "CI", scope }
      } as const
      expect(limitedTo(principal, role).api_key.scope).toBe(order[Math.min(n, m)]!)
    }
  }
})
