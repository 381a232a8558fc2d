/** Connected apps: what holds when their tokens, their policy and their rows change at once. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { parseAnyAccess, parseRefresh } from "@candor/domain/app/AppTokens"
import * as ConnectedApp from "@candor/domain/app/ConnectedApp"
import { ConnectedApps } from "@candor/domain/app/ConnectedApps"
import { ApiKeys } from "@candor/domain/authentication/ApiKeys"
import { Events } from "@candor/domain/event/Events"
import { type AppPolicy, defaultPolicy } from "@candor/domain/organization/AppPolicy"
import * as Member from "@candor/domain/organization/Member"
import { Members } from "@candor/domain/organization/Members"
import { setAppPolicy } from "@candor/domain/organization/Organization"
import { fromMillis } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import schemeHosts from "../src/migrations/0263_scheme_hosts.ts"
import { connect } from "./ConnectedAppCalls.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { meanwhile } from "./Meanwhile.ts"
import { untilSequenceable } from "./Sequenceable.ts"
import * as World from "./World.ts"

const client_id = "https://claude.ai/client.json"

const setPolicy = (actor: Actor, policy: Partial<AppPolicy>, onDecide = () => {}) =>
  Effect.flatMap(ConnectedApps, (apps) =>
    apps.setPolicy(actor, (state) => {
      onDecide()
      return setAppPolicy(state, { ...defaultPolicy, ...policy })
    }))

const refresh = (worker: Worker, text: string) =>
  Effect.flatMap(
    ConnectedApps,
    (apps) =>
      apps.refresh(worker, Option.getOrThrow(parseRefresh(text)), ({ isLatest, ...held }, context) =>
        ConnectedApp.refresh(held, { client_id, resource: undefined, isLatest }, context))
  )

/** The scope of a token; undefined where it is refused. */
const scopeOf = (text: string) =>
  Effect.flatMap(ApiKeys, (keys) => keys.authenticate(Option.getOrThrow(parseAnyAccess(text)), 1000, "app")).pipe(
    Effect.map((counted) => Option.getOrUndefined(counted)?.principal.api_key.scope)
  )

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Connected apps on ${database.name}`, () => {
    test("a policy that narrows scopes while an app is refreshed holds for its new token", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { tokens, worker } = yield* connect(actor)
        const next = yield* meanwhile(setPolicy(actor, { max_scope: "read" }), refresh(worker, tokens.refresh))
        expect([next.scope, yield* scopeOf(next.access)]).toEqual(["read", "read"])
      })))

    test("a policy starts over when a token was given since its load, so that it sees the token", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { tokens, worker } = yield* connect(actor)
        let decided = 0
        let access = ""
        const refreshed = Effect.map(refresh(worker, tokens.refresh), (next) => void (access = next.access))
        yield* meanwhile(refreshed, setPolicy(actor, { clients: "none" }, () => decided++))
        expect([decided, yield* scopeOf(access)]).toEqual([2, undefined])
      })))

    test("an app that ends by a larger one of its own, by a policy or with its member is told as one that is revoked", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const members = yield* Members
        const { actor: other, user } = yield* World.member(actor.organization_id, {
          email: "bo@example.com",
          scope: "write"
        })
        const small = yield* connect(actor, { client_host: null, scope: "read" })
        const large = yield* connect(actor, { client_host: null })
        const theirs = yield* connect(other)
        yield* members.modify(actor, user.id, (member) => Member.update(member, { status: "deactivated" }))
        yield* setPolicy(actor, { clients: "none" })
        yield* untilSequenceable(actor.organization_id)
        const { events } = yield* (yield* Events).page(actor.organization_id, {
          after: 0,
          types: ["connected_app.revoked"],
          limit: 100,
          since: fromMillis(0)
        })
        const { get } = yield* ConnectedApps
        for (const [nth, id] of [small.id, theirs.id, large.id].entries()) {
          const { expires_at: _, last_used_at: __, ...app } = yield* get(actor.organization_id, id)
          expect(events[nth]).toMatchObject({
            subject_id: id,
            data: app,
            actor: { user_id: nth === 0 ? null : actor.user_id }
          })
        }
        expect(events).toHaveLength(3)
      })))

    test("apps with a scheme of their own, and where these are allowed, get the scheme's colon", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { actor } = yield* World.organization({ name: "Acme" })
        const { organization_id } = actor
        const apps = [
          ["cursor://callback", "cursor"],
          ["com.example.app:/callback", "com.example.app"],
          ["https://claude.ai/callback", "claude.ai"],
          ["http://localhost:1/callback", "localhost"],
          ["zed://callback", "zed:"]
        ] as const
        for (const [redirect_uri, redirect_host] of apps) {
          const { id } = yield* connect(actor)
          yield* sql`UPDATE connected_apps SET redirect_uri = ${redirect_uri}, redirect_host = ${redirect_host}
            WHERE organization_id = ${organization_id} AND id = ${id}`
        }
        const hosts = apps.map(([, host]) => host)
        yield* setPolicy(actor, { clients: "listed", hosts: ["example.com", "claude.ai", "com.example.app"] })
        yield* sql`UPDATE organizations SET app_policy = jsonb_set(app_policy, '{hosts}', ${
          JSON.stringify(hosts)
        }::jsonb)
          WHERE id = ${organization_id}`
        const mended = ["cursor:", "com.example.app:", "claude.ai", "localhost", "zed:"]
        for (const _ of ["once", "again"]) {
          yield* schemeHosts
          const policy = yield* Effect.flatMap(ConnectedApps, ({ policy }) => policy(organization_id))
          expect(policy.hosts).toEqual(mended)
          expect(
            yield* sql`SELECT redirect_host FROM connected_apps WHERE organization_id = ${organization_id} ORDER BY created_at, id`
          ).toEqual(mended.map((redirect_host) => ({ redirect_host })))
        }
      })))

    test("the next tokens of any app of a member remove those that ended over a day ago, also of apps that have ended", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const apps = yield* ConnectedApps
        const { actor } = yield* World.organization({ name: "Acme" })
        const [idle, ended] = [yield* connect(actor), yield* connect(actor)]
        yield* apps.modify(actor, ended.id, (grant, { now }) => ConnectedApp.revoke(grant, now))
        yield* sql`UPDATE api_keys SET expires_at = now() - interval '2 days' WHERE organization_id = ${actor.organization_id} AND app_id = ${idle.id}`
        yield* sql`UPDATE api_keys SET revoked_at = now() - interval '2 days' WHERE organization_id = ${actor.organization_id} AND app_id = ${ended.id}`
        const { id } = yield* connect(actor)
        const rows = yield* sql<{ readonly app_id: string; readonly own: boolean }>`
          SELECT app_id, id = app_id AS own FROM api_keys WHERE organization_id = ${actor.organization_id} AND app_id IS NOT NULL ORDER BY created_at, own`
        expect(rows.filter(({ own }) => !own).map(({ app_id }) => app_id)).toEqual([id])
        expect(rows.filter(({ own }) => own).length).toBe(3)
      })))
  })
}
