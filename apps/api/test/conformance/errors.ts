/** The ways to get each error status, the same for every operation that has it. */
import { maxFileBytes } from "@candor/domain/attachment/FileUsage"
import * as ApiKeyText from "@candor/domain/authentication/ApiKeyText"
import { secretBytes } from "@candor/domain/authentication/SecretText"
import { OrganizationId } from "@candor/domain/Id"
import { expect } from "bun:test"
import { type Answer, type CallOptions, type ErrorBody, having } from "../harness/Client.ts"
import { secret } from "../harness/Defects.ts"
import type { Ids } from "../harness/Ids.ts"
import { upload } from "../harness/Makers.ts"
import type { Keys } from "../harness/World.ts"
import { bodyOf, goodCall, withQuery } from "./calls.ts"
import { type ErrorStatus, kindsOfWrites, type Name, names, operation, pathIds } from "./operations.ts"
import type { FailingServer, Setting } from "./setting.ts"

/** Gets the status from the operation, and checks its details. */
export type Way = (setting: Setting, name: Name) => Promise<void>

/** Returns a valid call with one part broken. */
const calling = (
  { call, own }: Pick<Setting, "call" | "own">,
  name: Name,
  broken: { readonly ids?: Ids; readonly query?: string; readonly options?: CallOptions }
): Promise<Answer<ErrorBody>> => {
  const { method, options, path } = goodCall(name, own.keys, broken.ids ?? own.ids)
  return call<ErrorBody>(method, withQuery(path, broken.query ?? ""), { ...options, ...broken.options })
}

/** The operation that is called in all variants of a way: the code that answers is the same for all. */
const thorough: Name = "POST /applications/{id}/move"

/** Returns the first variants of a way; all of them for one operation. */
const some = <Variant>(name: Name, few: number, variants: ReadonlyArray<Variant>): ReadonlyArray<Variant> =>
  name === thorough ? variants : variants.slice(0, few)

/** Every refused caller must get the same answer. */
const sameText = (answers: ReadonlyArray<Answer<ErrorBody>>) =>
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)

const invalidInput: Way = async (setting, name) => {
  const broken: Array<Parameters<typeof calling>[2]> = [{ query: "limit=1&surprise=1" }]
  if (operation(name).body) {
    broken.push({ options: { body: { ...bodyOf(name, setting.own.ids), surprise: 1 } } })
    const noObjects = some(name, 0, ["{\"title\": ", "[{}]", "", "null", "3", "\"text\"", "[]"])
    broken.push(...noObjects.map((rawBody) => ({ options: { rawBody } })))
  }
  if (operation(name).form) {
    const withSurprise = upload()
    withSurprise.append("surprise", "1")
    broken.push(
      ...[withSurprise, new FormData(), upload(new File([], "empty.pdf"))].map((form) => ({ options: { form } }))
    )
  }
  for (const one of broken) {
    const { body } = having(400)(await calling(setting, name, one))
    expect(body.error.details?.["reason"]).toBe("invalid_input")
    expect(body.error.message).toContain(one.query === undefined ? "" : "surprise")
    expect(body.error.details?.["issues"], JSON.stringify(one)).toEqual(expect.arrayContaining([
      {
        path: expect.any(Array),
        message: expect.stringMatching(/\S/),
        reason: expect.stringMatching(/^[a-z_]+$/),
        values: expect.any(Object)
      }
    ]))
  }
}

const noGoodKey: Way = async (setting, name) => {
  const { keys, organization } = setting.own
  const lastDigit = keys.admin.endsWith("0") ? "1" : "0"
  const unknown = (organization_id: string) =>
    ApiKeyText.format(OrganizationId.make(organization_id), "0".repeat(secretBytes * 2))
  const answers: Array<Answer<ErrorBody>> = []
  // Each operation from an address of its own: together they would exceed the limit of one address.
  const headers = { "x-forwarded-for": `198.51.100.${names.indexOf(name)}` }
  const wrong = [
    undefined,
    keys.expired,
    "nonsense",
    keys.admin.slice(0, -1) + lastDigit,
    unknown(organization.id),
    unknown(crypto.randomUUID()),
    keys.revoked
  ]
  for (const key of some(name, 1, wrong)) {
    answers.push(having(401)(await calling(setting, name, { options: { key, headers } })))
  }
  for (const authorization of some(name, 0, [`Basic ${keys.admin}`, keys.admin, "Bearer", "Bearer "])) {
    answers.push(
      having(401)(await calling(setting, name, { options: { key: undefined, headers: { ...headers, authorization } } }))
    )
  }
  sameText(answers)
}

/** Returns the keys with a lower scope than the operation's. */
const lesser = (keys: Keys, name: Name): ReadonlyArray<string> =>
  operation(name).scope === "admin" ? [keys.read, keys.write] : [keys.read]

const scopeTooSmall: Way = async (setting, name) => {
  const { scope } = operation(name)
  for (const key of lesser(setting.own.keys, name)) {
    const { body } = having(403)(await calling(setting, name, { options: { key } }))
    expect(body.error.message).toContain(scope)
    expect(body.error.details).toEqual({ failure: "scope_too_small", required_scope: scope })
  }
}

/** An id that does not exist. */
const nobodys = "0197f3a2-5b1c-7d4e-8f60-123456789abc"

/** Ids in a path that match nothing. */
const nowhere = [
  nobodys,
  "1",
  "00000000-0000-0000-0000-000000000000",
  "null",
  "%00",
  "%F0%9F%92%A9",
  "'--",
  "x".repeat(3000)
]

const addressesNothing: Way = async (setting, name) => {
  const { own } = setting
  for (const parameter of pathIds(name) as ReadonlyArray<keyof Ids>) {
    const answers: Array<Answer<ErrorBody>> = []
    for (const id of some(name, 1, nowhere)) {
      answers.push(having(404)(await calling(setting, name, { ids: { ...own.ids, [parameter]: id } })))
    }
    sameText(answers)
    // An invalid percent-encoding makes the path unknown (RFC 3986, section 2.1).
    having(404)(await calling(setting, name, { ids: { ...own.ids, [parameter]: "%zz" } }))
  }
  for (const field of operation(name).body_ids) {
    const body = { ...bodyOf(name, own.ids), [field]: nobodys }
    having(404)(await calling(setting, name, { options: { body } }))
  }
}

const keyInFlight: Way = async (setting, name) => {
  const headers = { "idempotency-key": "in-flight" }
  const { body } = having(409)(
    await calling({ ...setting, call: setting.inFlight.call }, name, { options: { headers } })
  )
  expect(body.error.details).toEqual({ reason: "idempotency_key_in_flight", failure: "idempotency_key_in_flight" })
}

/** The same request without the precondition would succeed: what it changes is rolled back. */
const changedSince: Way = async (setting, name) => {
  const { body } = having(412)(await calling(setting, name, { options: { headers: { "if-match": "\"another\"" } } }))
  expect(body.error.details).toEqual({ reason: "precondition_failed" })
}

const mebibyte = 1024 * 1024

const fileTooLong: Way = async (setting, name) => {
  const bytes = new Uint8Array(maxFileBytes + 1)
  bytes.set(new TextEncoder().encode("%PDF-1.7"))
  const longer = new File([bytes], "long.pdf")
  const chunked = new Response(upload(longer))
  const type = chunked.headers.get("content-type")!
  const ways = [{ form: upload(longer) }, { rawBody: chunked.body!, headers: { "content-type": type } }]
  for (const options of kindsOfWrites.includes(name) ? ways : ways.slice(0, 1)) {
    const { body } = having(413)(await calling(setting, name, { options }))
    expect(body.error.details).toEqual({ reason: "payload_too_large", max_bytes: maxFileBytes })
  }
}

const tooLong: Way = async (setting, name) => {
  if (operation(name).form) return fileTooLong(setting, name)
  const text = JSON.stringify({ surprise: "x".repeat(mebibyte) })
  const chunked = () =>
    new ReadableStream({
      start(controller) {
        const bytes = new TextEncoder().encode(text)
        for (let at = 0; at < bytes.length; at += 65_536) controller.enqueue(bytes.slice(at, at + 65_536))
        controller.close()
      }
    })
  for (const rawBody of some(name, 1, [text, chunked()])) {
    const { body } = having(413)(await calling(setting, name, { options: { rawBody } }))
    expect(body.error.details).toEqual({ reason: "payload_too_large", max_bytes: mebibyte })
  }
}

const notJson: Way = async (setting, name) => {
  for (const type of some(name, 1, ["text/plain", "application/x-www-form-urlencoded", "application/xml"])) {
    const { body } = having(415)(await calling(setting, name, { options: { headers: { "content-type": type } } }))
    expect(body.error.details).toEqual({ reason: "unsupported_media_type" })
    expect(body.error.message).toContain(operation(name).form ? "multipart/form-data" : "application/json")
  }
}

const beyondTheEnd: Way = async (setting, name) => {
  const answer = having(416)(await calling(setting, name, { options: { headers: { range: "bytes=1000000-" } } }))
  expect(answer.body.error.details).toMatchObject({ reason: "range_not_satisfiable" })
  expect(answer.headers.get("content-range")).toMatch(/^bytes \*\/\d+$/)
}

/** Uses keys that no other server uses: a refusal waits for requests that others admitted. */
const usedUp: Way = async (setting, name) => {
  const { call } = setting.limited
  const { keys } = setting.foreign
  await call("GET", "/me", { key: keys[operation(name).scope] })
  const answer = having(429)(await calling({ ...setting, call, own: { ...setting.own, keys } }, name, {}))
  expect(answer.headers.get("x-ratelimit-limit")).toBe("1")
  expect(answer.headers.get("x-ratelimit-remaining")).toBe("0")
}

/** The cause must be in the log under the answer's id, and not in the answer. */
const hidden = (server: FailingServer, answer: Answer<ErrorBody>) => {
  const wholeAnswer = JSON.stringify([answer.text, [...answer.headers]])
  expect(wholeAnswer).not.toContain(secret)
  expect(wholeAnswer).not.toMatch(/TypeError|SqlError|ECONNREFUSED|\.ts\b|node_modules/)
  const id = answer.headers.get("x-request-id")!
  expect(server.logs.some((line) => line.includes(id) && line.includes(secret))).toBe(true)
}

/** The servers with failing ports: one on which keys still work, and one on which they do not. */
type Failing = readonly [ports: "buggy" | "cut", keys: "buggyKeys" | "cutKeys"]

/** This operation is answered from the key only. The code before a handler is the same for every operation. */
const answersFromKey: Name = "GET /me"

const failing = (status: 500 | 503, [ports, keys]: Failing): Way => async (setting, name) => {
  const servers = [
    ...([answersFromKey, ...kindsOfWrites].includes(name) ? [setting[keys]] : []),
    ...(name === answersFromKey ? [] : [setting[ports]])
  ]
  for (const server of servers)
    hidden(server, having(status)(await calling({ ...setting, call: server.call }, name, {})))
}

export const errors: Readonly<Record<ErrorStatus, Way>> = {
  400: invalidInput,
  401: noGoodKey,
  403: scopeTooSmall,
  404: addressesNothing,
  409: keyInFlight,
  412: changedSince,
  413: tooLong,
  415: notJson,
  416: beyondTheEnd,
  429: usedUp,
  500: failing(500, ["buggy", "buggyKeys"]),
  503: failing(503, ["cut", "cutKeys"])
}
