import * as ConnectedApp from "@candor/domain/app/ConnectedApp"
import { LimitReached } from "@candor/domain/Limit"
import { redirectHost } from "@candor/domain/app/RedirectUri"
import { type AppPolicy, defaultPolicy } from "@candor/domain/organization/AppPolicy"
import * as Member from "@candor/domain/organization/Member"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"
import { contextAt } from "./context.ts"

const member: Member.Member =
  Result.getOrThrow(Member.add({ full_name: "Mary", email: "mary@example.com", role: "write" }, null, contextAt()))
    .entity

const request: ConnectedApp.AppRequest = {
  name: "Claude",
  client_id: "https://claude.ai/client.json",
  client_host: "claude.ai",
  redirect_host: "localhost",
  redirect_uri: "http://localhost:5000/callback",
  code_challenge: "challenge",
  resource: "mcp",
  scope: "write"
}
const shown: ConnectedApp.Redemption = {
  client_id: request.client_id,
  redirect_uri: request.redirect_uri,
  code_challenge: "challenge",
  resource: "mcp"
}

const policy = (more: Partial<AppPolicy>): AppPolicy => ({ ...defaultPolicy, ...more })
const authorize = (app_policy: AppPolicy, more: Partial<ConnectedApp.AppRequest> = {}, active_apps = 0) =>
  ConnectedApp.authorize({ ...request, ...more }, { member, app_policy, active_apps }, contextAt())
const grant = Result.getOrThrow(authorize(defaultPolicy)).entity
const held = (more: Partial<ConnectedApp.Grant> = {}, app_policy = defaultPolicy) => ({
  grant: { ...grant, ...more },
  member,
  app_policy
})
const failure = <A, E>(result: Result.Result<A, E>): E => Result.getOrThrow(Result.flip(result))
const at = (time: string) => ({ ...contextAt(), now: Timestamp.make(time) })
const refused = new ConnectedApp.GrantRefused()

describe("what a member allows", () => {
  test.each(
    [
      [policy({ clients: "none" }), {}, "client"],
      [policy({ clients: "listed", hosts: ["chatgpt.com"] }), {}, "client"],
      // A program on the member's machine is not the app whose host is allowed.
      [policy({ clients: "listed", hosts: ["localhost"] }), {}, "client"],
      [policy({ clients: "listed", hosts: ["claude.ai"] }), { client_host: null }, "client"],
      [policy({ clients: "listed", hosts: ["claude.ai"] }), {
        client_host: null,
        redirect_host: redirectHost("claude.ai:/callback")
      }, "client"],
      [policy({ max_scope: "read" }), {}, "scope"],
      [policy({ max_scope: "admin" }), { scope: "admin" }, "scope"]
    ] as const
  )("is refused beyond the policy and the member's role: %j, %j", (app_policy, more, reason) => {
    expect(failure(authorize(app_policy, more))).toEqual(new ConnectedApp.AppRefused({ reason }))
  })

  test("is allowed to listed hosts, and is told by an event without secrets", () => {
    const { entity, events } = Result.getOrThrow(authorize(policy({ clients: "listed", hosts: ["claude.ai"] })))
    expect(entity.expires_at).toBe(Timestamp.make("2026-11-20T09:05:00.000Z"))
    expect(events.map(({ type }) => type)).toEqual(["connected_app.authorized"])
    expect(JSON.stringify(events)).not.toContain("challenge")
  })

  test("is at most so many apps", () => {
    expect(failure(authorize(defaultPolicy, {}, ConnectedApp.maxApps.limit))).toBeInstanceOf(LimitReached)
  })
})

describe("a code", () => {
  test("becomes tokens that end after the idle days, or when the policy says", () => {
    const end = (app_policy: AppPolicy) =>
      Result.getOrThrow(ConnectedApp.redeem(held({}, app_policy), shown, contextAt())).entity.expires_at
    expect(end(defaultPolicy)).toBe(Timestamp.make("2027-02-18T09:00:00.000Z"))
    expect(end(policy({ max_days: 7 }))).toBe(Timestamp.make("2026-11-27T09:00:00.000Z"))
  })

  test.each(
    [
      ["another app", { client_id: "https://evil.example/client.json" }],
      ["another redirect URI", { redirect_uri: "http://localhost:5001/callback" }],
      ["another verifier", { code_challenge: "another" }],
      ["another resource", { resource: "api" }]
    ] as const
  )("is refused to %s", (_, more) => {
    expect(failure(ConnectedApp.redeem(held(), { ...shown, ...more }, contextAt()))).toEqual(refused)
  })

  test.each(
    [
      ["five minutes later", held(), at("2026-11-20T09:05:00.000Z")],
      ["after its app was revoked", held({ revoked_at: grant.created_at }), contextAt()],
      ["of a deactivated member", { ...held(), member: { ...member, status: "deactivated" } as const }, contextAt()],
      ["that the policy allows no more", held({}, policy({ clients: "none" })), contextAt()]
    ] as const
  )("is refused %s", (_, state, context) => {
    expect(failure(ConnectedApp.redeem(state, shown, context))).toEqual(refused)
  })

  test("that is shown again ends the app", () => {
    const { entity, events } = Result.getOrThrow(ConnectedApp.redeem(held({ turn: 1 }), shown, contextAt()))
    expect(entity.revoked_at).toBe(contextAt().now)
    expect(events.map(({ type }) => type)).toEqual(["connected_app.revoked"])
  })
})

describe("a refresh token", () => {
  const latest = { client_id: request.client_id, resource: undefined, isLatest: true }

  test("gives the next tokens, and moves the end", () => {
    const { entity, events } = Result.getOrThrow(ConnectedApp.refresh(held({ turn: 1 }), latest, contextAt()))
    expect({ ...entity, events }).toMatchObject({
      turn: 2,
      expires_at: Timestamp.make("2027-02-18T09:00:00.000Z"),
      events: []
    })
  })

  test("that was used before ends the app", () => {
    expect(
      Result.getOrThrow(ConnectedApp.refresh(held({ turn: 2 }), { ...latest, isLatest: false }, contextAt())).entity
        .revoked_at
    ).not.toBeNull()
  })

  test("of another app, or for another resource, is refused", () => {
    for (const more of [{ client_id: "other" }, { resource: "api" }] as const) {
      expect(failure(ConnectedApp.refresh(held({ turn: 1 }), { ...latest, ...more }, contextAt()))).toEqual(refused)
    }
  })

  test("gives no more than the policy and the role allow now", () => {
    expect(ConnectedApp.presentScope(held({}, policy({ max_scope: "read" })))).toBe("read")
    expect(ConnectedApp.presentScope({ ...held({ scope: "admin" }, policy({ max_scope: "admin" })), member })).toBe(
      "write"
    )
    const old = held({ turn: 1, expires_at: Timestamp.make("2027-01-01T00:00:00.000Z") }, policy({ max_days: 1 }))
    expect(failure(ConnectedApp.refresh(old, latest, at("2026-11-21T09:00:00.000Z")))).toEqual(refused)
  })
})
