/** Signing in to servers with the access token of a connected account. */
import type { Credentials } from "@candor/mail/Credentials"
import * as Receiving from "@candor/mail/Receiving"
import { connect } from "@candor/mail/Sending"
import { describe, expect, test } from "bun:test"
import { Effect, Redacted, type Scope } from "effect"
import { mail } from "./Mails.ts"
import { byToken, serving } from "./MailServer.ts"
import { scriptedImap } from "./ScriptedImap.ts"

const user = "jobs@acme.example"
const policy = { allowsPrivate: true }
const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Effect.scoped(effect))

/** Gives tokens in their order, the next one where one is refused. */
const giving = (...tokens: ReadonlyArray<string>) => {
  const refused: Array<string> = []
  const credentials: Credentials = (token) =>
    Effect.sync(() => {
      if (token !== undefined) refused.push(Redacted.value(token))
      return { kind: "token", secret: Redacted.make(tokens[Math.min(refused.length, tokens.length - 1)]!) }
    })
  return { credentials, refused }
}

const accepts = (name: string, token: string) => name === user && token === "good"

/** The servers, each with how signing in with these credentials ends. */
const servers = {
  smtp: (credentials: Credentials, username = user) =>
    Effect.gen(function*() {
      const { port } = yield* serving(byToken(accepts))
      const session = yield* connect({
        server: { host: "127.0.0.1", port, security: "none", username },
        credentials,
        policy
      })
      return yield* session.verify
    }),
  imap: (credentials: Credentials, username = user) =>
    Effect.gen(function*() {
      const { port } = yield* scriptedImap({ accepts })
      return yield* Receiving.verify({
        server: { host: "127.0.0.1", port, security: "none", username, folder: "INBOX" },
        credentials,
        policy
      })
    })
}

describe.each(["smtp", "imap"] as const)("%s", (which) => {
  const signIn = servers[which]

  test.each<readonly [string, ReadonlyArray<string>, ReadonlyArray<string>, object | null]>([
    ["a token", ["good"], [], null],
    ["a token that was ended early, and a new one", ["ended", "good"], ["ended"], null],
    ["tokens of which it accepts none", ["ended", "wrong"], ["ended"], {
      problem: "access_refused",
      detail: expect.stringMatching(/not accepted|credentials/i)
    }]
  ])("is signed in to with %s", async (_, tokens, refused, expected) => {
    const given = giving(...tokens)
    expect(await run(signIn(given.credentials))).toEqual(expected as never)
    expect(given.refused).toEqual([...refused])
  })

  test("does not let somebody into a mailbox of others", async () => {
    expect(await run(signIn(giving("good").credentials, "ceo@acme.example"))).toMatchObject({
      problem: "access_refused"
    })
  })

  test("is told nothing where there is no token", async () => {
    const ended: Credentials = () =>
      Effect.fail({ problem: "consent_ended", detail: "Token has been expired or revoked." })
    expect(await run(signIn(ended))).toEqual({ problem: "consent_ended", detail: "Token has been expired or revoked." })
  })
})

test("a mail is sent with a token", () =>
  run(Effect.gen(function*() {
    const { port, received } = yield* serving(byToken(accepts))
    const session = yield* connect({
      server: { host: "127.0.0.1", port, security: "none", username: user },
      ...giving("good"),
      policy
    })
    expect(yield* session.send(mail)).toMatchObject({ status: "sent" })
    expect(received).toEqual([expect.objectContaining({ user })])
  })))
