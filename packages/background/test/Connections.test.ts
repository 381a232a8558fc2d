/** The tokens of a connected account, which processes share, and mail that is sent and read with them. */
import * as Revocations from "@candor/background/connection/Revocations"
import { OAuthConnections } from "@candor/connections/OAuthConnections"
import { ProviderFetch } from "@candor/connections/Providers"
import {
  type AuthorizationServer,
  authorizationServer,
  settings
} from "@candor/connections/testing/AuthorizationServer"
import type { Actor } from "@candor/domain/access/Actor"
import { Connections } from "@candor/domain/connection/Connections"
import { connect } from "@candor/domain/mail/MailAccount"
import { MailAccounts } from "@candor/domain/mail/MailAccounts"
import { Transactions } from "@candor/domain/Transactions"
import { byToken, serving } from "@candor/mail/testing/MailServer"
import { scriptedImap } from "@candor/mail/testing/ScriptedImap"
import * as Queue from "@candor/sql/queue/Queue"
import { databases } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { scratchFolder } from "@candor/process/testing/Scratch"
import { afterAll, describe, expect, test } from "bun:test"
import { ConfigProvider, Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { rmSync } from "node:fs"
import { correspondents, letter, mails, ofNobody, pass, reader, runOn, sender, shown } from "./MailWorld.ts"
import { eventually } from "./WebhookWorld.ts"

const callback = "https://hiring.acme.example/console/connected"
const account = "jobs@acme.example"

const ownSettings = ConfigProvider.layer(ConfigProvider.fromUnknown({
  ...settings,
  CANDOR_MAIL_PRIVATE: "allow",
  CANDOR_SECRET_KEY: Buffer.alloc(32, 7).toString("base64")
}))

/** What a process of its own has of connections. */
const process = (server: AuthorizationServer) =>
  Effect.map(
    Layer.build(
      Layer.fresh(OAuthConnections.layer).pipe(Layer.provide([ownSettings, Layer.succeed(ProviderFetch, server.fetch)]))
    ),
    (context) => Context.get(context, OAuthConnections)
  )

const theServer = Effect.acquireRelease(Effect.sync(authorizationServer), ({ close }) => Effect.promise(close))

const ownerOf = ({ organization_id }: Actor) => ({ organization_id, owner: "mail" }) as const

/** Somebody consents. Returns what the account is connected with, as it is stored. */
const consented = (
  server: AuthorizationServer,
  connections: OAuthConnections["Service"],
  actor: Actor,
  address = account
) =>
  Effect.gen(function*() {
    const { flow, url } = yield* connections.begin("google", ["https://mail.google.com/"], callback)
    const connected = yield* connections.complete(ownerOf(actor), new URL(callback + server.consent(url, address)), [
      "https://mail.google.com/"
    ], flow)
    yield* (yield* Connections).put(connected)
    return { provider: connected.provider, account: connected.account, connected_at: connected.connected_at }
  })

/** Tells providers of ended connections as another process does, until the scope closes. */
const revoker = (server: AuthorizationServer) =>
  Layer.build(Layer.fresh(Revocations.layer.pipe(Layer.provide([
    OAuthConnections.layer.pipe(Layer.provide([ownSettings, Layer.succeed(ProviderFetch, server.fetch)])),
    Queue.layer
  ]))))

const revocations = ({ requests }: AuthorizationServer) => requests.filter(([path]) => path === "revoke").length

/** Runs an effect in a transaction that is rolled back. */
const rolledBack = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(
    Transactions,
    ({ run }) => run(Effect.map(effect, (value) => ({ value, isKept: false })), { isSnapshot: true })
  )

/** Has so much time passed, in seconds, that tokens and leases end. */
const age = ({ organization_id }: Actor, seconds: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`
    UPDATE connections SET expires_at = expires_at - ${seconds}::integer * interval '1 second',
      refreshing_until = refreshing_until - ${seconds}::integer * interval '1 second'
    WHERE organization_id = ${organization_id}`)

const stored = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ readonly text: string }>`
    SELECT to_jsonb(c)::text AS text FROM connections c UNION ALL SELECT to_jsonb(m)::text FROM mail_accounts m UNION ALL SELECT to_jsonb(e)::text FROM events e
  `,
    (rows) => rows.map(({ text }) => text).join("\n")
  ))

const refreshes = ({ requests }: AuthorizationServer) =>
  requests.filter(([, form]) => form.get("grant_type") === "refresh_token").length

for (const database of databases) {
  const folder = scratchFolder("connections")
  afterAll(() => rmSync(folder, { recursive: true }))
  const run = runOn(forFile(database), folder)

  describe(`A connection, on ${database.name},`, () => {
    const world = Effect.gen(function*() {
      const server = yield* theServer
      const people = yield* correspondents()
      const [one, other] = [yield* process(server), yield* process(server)]
      const connection = yield* consented(server, one, people.actor)
      const owner = ownerOf(people.actor)
      const outcome = (connections: OAuthConnections["Service"], refused?: Redacted.Redacted) =>
        Effect.match(connections.token(owner, refused), { onFailure: (failure) => failure, onSuccess: Redacted.value })
      return { ...people, server, one, other, connection, owner, outcome }
    })

    test("gives the same token until shortly before its end, and is stored without a secret to be read", () =>
      run(Effect.gen(function*() {
        const { actor, one, other, outcome, server } = yield* world
        const token = yield* outcome(one)
        yield* age(actor, 3200)
        expect([yield* outcome(one), yield* outcome(other), refreshes(server)]).toEqual([token, token, 0])
        const text = yield* stored
        for (const secret of server.secrets()) expect(text).not.toContain(secret)
      })))

    test("of many that need a new token in two processes, one refreshes, and what the provider gave is kept for the next time", () =>
      run(Effect.gen(function*() {
        const { actor, one, other, outcome, server } = yield* world
        for (const round of [1, 2, 3]) {
          yield* age(actor, 3600)
          const tokens = yield* Effect.all(
            Array.from({ length: 10 }, (_, index) => outcome(index % 2 === 0 ? one : other)),
            { concurrency: 10 }
          )
          expect(new Set(tokens).size).toBe(1)
          expect(server.isValid(String(tokens[0]))).toBe(true)
          expect(refreshes(server)).toBe(round)
        }
      })))

    test("is refreshed once for a token that a server does not accept any more", () =>
      run(Effect.gen(function*() {
        const { one, other, outcome, server } = yield* world
        const token = Redacted.make(String(yield* outcome(one)))
        server.expire()
        const after = yield* Effect.all([outcome(one, token), outcome(other, token)], { concurrency: 2 })
        expect([after[0] === after[1], server.isValid(String(after[0])), refreshes(server)]).toEqual([true, true, 1])
      })))

    test("that the provider ends is asked for once, and told until somebody connects anew", () =>
      run(Effect.gen(function*() {
        const { actor, one, other, outcome, server } = yield* world
        server.revoke()
        yield* age(actor, 3600)
        const ended = { problem: "consent_ended", detail: "Token has been expired or revoked." } as const
        expect([yield* outcome(one), yield* outcome(other), refreshes(server)]).toEqual([ended, ended, 1])
        yield* consented(server, other, actor)
        expect(server.isValid(String(yield* outcome(one)))).toBe(true)
      })))

    test("is tried again where the provider is away, and where a process died while it refreshed", () =>
      run(Effect.gen(function*() {
        const { actor, one, other, outcome, server } = yield* world
        yield* age(actor, 3600)
        server.answer(() => new Response(null, { status: 503 }))
        expect(yield* outcome(one)).toMatchObject({ problem: "busy" })
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE connections SET refreshing_until = now() + interval '60 seconds'`
        yield* age(actor, 61)
        expect(server.isValid(String(yield* outcome(other)))).toBe(true)
      })))

    test("is kept where somebody connects anew while it is refreshed, and the provider ends the old one", () =>
      run(Effect.gen(function*() {
        const { actor, one, other, outcome, server } = yield* world
        const context = yield* Effect.context<Connections>()
        yield* age(actor, 3600)
        server.answer(async () => {
          await Effect.runPromiseWith(context)(consented(server, other, actor))
          return Response.json({ error: "invalid_grant" }, { status: 400 })
        })
        expect(yield* outcome(one)).toMatchObject({ problem: "consent_ended" })
        expect(server.isValid(String(yield* outcome(one)))).toBe(true)
      })))

    test("that a transaction refreshes is stored, though that is rolled back", () =>
      run(Effect.gen(function*() {
        const { actor, one, other, outcome, server } = yield* world
        yield* age(actor, 3600)
        // By two fibers, as where both servers of an account are tested.
        const [token, second] = yield* rolledBack(Effect.all([outcome(one), outcome(one)], { concurrency: 2 }))
        expect([second, server.isValid(String(token))]).toEqual([token, true])
        const sql = yield* SqlClient.SqlClient
        yield* eventually(
          sql<{ readonly lasts: boolean }>`SELECT expires_at > now() + interval '30 minutes' AS lasts FROM connections`,
          ([found]) => found?.lasts === true
        )
        expect([yield* outcome(other), refreshes(server)]).toEqual([token, 1])
      })))

    test("is deleted when it ends, and the provider is told once that is stored; one that was made later stays", () =>
      run(Effect.gen(function*() {
        const { actor, connection, one, other, outcome, owner, server } = yield* world
        const connections = yield* Connections
        yield* revoker(server)
        yield* rolledBack(connections.remove(owner, connection.connected_at))
        yield* age(actor, 1)
        const later = yield* consented(server, other, actor, "hr@acme.example")
        yield* eventually(Effect.sync(() => revocations(server)), (count) => count === 1)
        yield* connections.remove(owner, connection.connected_at)
        expect(server.isValid(String(yield* outcome(one)))).toBe(true)
        server.answer(() => new Response(null, { status: 500 }))
        yield* connections.remove(owner, later.connected_at)
        // Tried again where the provider is away.
        yield* eventually(Effect.sync(() => revocations(server)), (count) => count === 3)
        expect(yield* outcome(one)).toEqual({ problem: "consent_ended", detail: null })
        expect(yield* stored).not.toContain("refresh_token")
      })))

    test("that is made anew with the same account is not ended by the revocation of the one before", () =>
      run(Effect.gen(function*() {
        const { actor, one, outcome, server } = yield* world
        yield* consented(server, one, actor)
        const sql = yield* SqlClient.SqlClient
        yield* revoker(server)
        yield* eventually(
          sql<{ readonly state: string }>`SELECT state FROM queue WHERE queue_name = 'revocations'`,
          ([work]) => work?.state === "completed"
        )
        yield* age(actor, 3600)
        expect([revocations(server), server.isValid(String(yield* outcome(one)))]).toEqual([0, true])
      })))

    test("sends and reads mail; once the provider has ended it, the account says so, and mail goes on when it is connected anew", () =>
      run(Effect.gen(function*() {
        const { actor, application_id, connection, one, server } = yield* world
        const accepts = (user: string, token: string) => user === account && server.isValid(token)
        const imap = yield* scriptedImap({ accepts })
        const { port, received } = yield* serving(byToken(accepts))
        const none = { host: "127.0.0.1", security: "none" } as const
        const use = (connection: Parameters<typeof connect>[1]) =>
          Effect.flatMap(
            MailAccounts,
            (accounts) =>
              accounts.modify(actor, (account, context) =>
                connect(account, connection, { smtp: { ...none, port }, imap: { ...none, port: imap.port } }, {
                  ...context,
                  actor
                }))
          )
        yield* Effect.provide(Effect.all([sender, reader]), Layer.succeed(ProviderFetch, server.fetch))
        yield* use(connection)
        yield* letter({ actor, application_id }, "Hello")
        yield* eventually(mails({ actor, application_id }), ([mail]) => mail?.status === "sent")
        expect(received).toEqual([expect.objectContaining({ user: account })])
        yield* eventually(shown(actor, "imap"), ({ status }) => status === "working")
        imap.deliver("Message-ID: <one@mail.example>\r\nFrom: maya@mail.example\r\nSubject: Hi\r\n\r\nHello\r\n")
        yield* eventually(ofNobody(actor), ({ length }) => length === 1)
        server.revoke()
        imap.kick()
        yield* age(actor, 3600)
        yield* letter({ actor, application_id }, "Again")
        for (const which of ["smtp", "imap"] as const) {
          // That the connection was closed is told first.
          yield* eventually(
            Effect.andThen(pass(actor, 60), shown(actor, which)),
            ({ problem }) => problem === "consent_ended"
          )
        }
        yield* use(yield* consented(server, one, actor))
        yield* eventually(mails({ actor, application_id }), (all) => all.every(({ status }) => status === "sent"))
        yield* eventually(shown(actor, "imap"), ({ status }) => status === "working")
      })))
  })
}
