/**
 * The routes of signing in, asked without a session: each counts to a limit of the address, and a session's requests to
 * its own.
 */
import { SignInApi } from "@candor/contract/SignInApi"
import { perHour } from "@candor/domain/access/RateLimit"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { HttpApi } from "effect/http-api"
import { attemptsOfAddress } from "../src/signin/SignInLimits.ts"
import { browser } from "./harness/Browser.ts"
import { type Answer, client, having } from "./harness/Client.ts"
import { type Backend, open, type TestServer } from "./harness/TestServer.ts"

const password = "correct horse battery staple"

const signed = { challenge: "AA", credential_id: "AA", client_data: "AA" }

/** Each route with the requests that it counts to, and a body that it reads. */
const routes: Readonly<Record<string, readonly [limit: number, body?: object]>> = {
  "GET /console/auth/methods": [perHour],
  "GET /console/session": [perHour],
  "POST /console/auth/sign-in": [attemptsOfAddress, { email: "nobody@example.com", password }],
  "POST /console/auth/first": [attemptsOfAddress, { token: "candor_link_of_nobody", password }],
  "POST /console/auth/forgotten": [attemptsOfAddress, { email: "nobody@example.com" }],
  "POST /console/auth/invite": [perHour, { member_id: crypto.randomUUID() }],
  "POST /console/auth/password": [perHour, { current_password: password, password }],
  "POST /console/auth/oidc/link": [attemptsOfAddress, { token: "candor_link_of_nobody" }],
  "GET /console/auth/oidc": [attemptsOfAddress],
  "GET /console/auth/oidc/callback": [attemptsOfAddress],
  "POST /console/auth/sign-out": [perHour],
  "GET /console/auth/passkeys": [perHour],
  "POST /console/auth/passkeys/options": [perHour],
  "POST /console/auth/passkeys": [perHour, { name: "Laptop", ...signed, attestation: "AA" }],
  "POST /console/auth/passkeys/remove": [perHour, { id: crypto.randomUUID() }],
  "GET /console/auth/identities": [perHour],
  "POST /console/auth/identities/remove": [perHour, { issuer: "https://id.example", subject: "1" }],
  "POST /console/auth/connections": [perHour, { provider: "google" }],
  "POST /console/auth/connections/complete": [perHour, { query: "?code=x" }],
  "POST /console/auth/apps": [perHour, { query: "client_id=x" }],
  "POST /console/auth/apps/decide": [perHour, { query: "client_id=x", scope: null }],
  "POST /console/auth/passkey/options": [attemptsOfAddress],
  "POST /console/auth/passkey": [perHour, { ...signed, authenticator_data: "AA", signature: "AA", user_handle: "AA" }]
}

let backend: Backend
let server: TestServer

beforeAll(async () => {
  backend = await open(databases[0]!)
  server = await backend.serve()
})

afterAll(() => backend.close())

/** A page of the console at this address. */
const at = (address: string) => browser(server.origin, { "x-forwarded-for": address })

const ask = (address: string, route: string) => {
  const [method = "", path = ""] = route.split(" ")
  return at(address).ask(method, path, { body: routes[route]![1] })
}

const header = ({ headers }: Answer, name: string) => Number(headers.get(name))

test("all routes of signing in are in this table", () => {
  const found: Array<string> = []
  HttpApi.reflect(SignInApi, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { method, path } }) => found.push(`${method} ${path}`)
  })
  expect(found.toSorted()).toEqual(Object.keys(routes).toSorted())
})

let addresses = 0

test.each(Object.keys(routes))("without a session, %s counts once to its limit", async (route) => {
  const [limit] = routes[route]!
  const answer = await ask(`192.0.2.${++addresses}`, route)
  expect(["limit", "remaining"].map((name) => header(answer, `x-ratelimit-${name}`))).toEqual([limit, limit - 1])
})

/** Requests that are refused before their routes count them. */
const refused: ReadonlyArray<readonly [reason: string, status: number, send: (address: string) => Promise<Answer>]> = [
  ["an unknown parameter", 400, (address) => at(address).ask("GET", "/console/auth/methods?all=1")],
  ["a body without its fields", 400, (address) => at(address).ask("POST", "/console/auth/sign-in", { body: {} })],
  [
    "a body of another type",
    415,
    (address) =>
      at(address).ask("POST", "/console/auth/first", { rawBody: "a=b", headers: { "content-type": "text/plain" } })
  ],
  [
    "another site's sign-out",
    401,
    (address) => client(server.origin)("POST", "/console/auth/sign-out", { headers: { "x-forwarded-for": address } })
  ]
]

test.each(refused)("%s is refused, and counts once to the requests of the address", async (_, status, send) => {
  expect(header(having(status)(await send(`192.0.2.${++addresses}`)), "x-ratelimit-remaining")).toBe(perHour - 1)
})
