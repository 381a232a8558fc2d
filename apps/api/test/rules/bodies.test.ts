/** Bodies: how long they may be, and what is told of the mistakes in them. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { connect } from "node:net"
import { type ErrorBody, having } from "../harness/Client.ts"
import { digest } from "../harness/Digest.ts"
import { type World, world } from "../harness/World.ts"

const mebibyte = 1024 * 1024

let here: World
beforeAll(async () => {
  here = await world(databases[0]!)
})
afterAll(() => here.backend.close())

/** A job of so many bytes as JSON, in pieces. */
const pieces = (bytes: number): ReadonlyArray<string> => {
  const [head, tail] = ["{\"title\":\"Clerk\",\"description_md\":\"", "\"}"]
  const text = head + "x".repeat(bytes - head.length - tail.length) + tail
  return Array.from({ length: Math.ceil(bytes / 65_536) }, (_, n) => text.slice(n * 65_536, (n + 1) * 65_536))
}

/** The status line that a server answers to a request as these bytes, sent until it answers. */
const statusOf = (request: ReadonlyArray<string>, origin = here.server.origin): Promise<string> => {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => request.forEach((part) => socket.write(part)))
    socket.once("data", (data) => {
      resolve(String(data).split("\r\n", 1)[0]!)
      socket.destroy()
    })
    socket.once("error", reject)
  })
}

/** A job as chunks (RFC 9112, section 7.1), with these headers besides. */
const chunked = (bytes: number, headers: ReadonlyArray<string>) => [
  [
    "POST /api/v1/jobs HTTP/1.1",
    "Host: candor",
    `Authorization: Bearer ${here.own.keys.write}`,
    "Content-Type: application/json",
    "Transfer-Encoding: chunked",
    ...headers,
    "\r\n"
  ].join("\r\n"),
  ...pieces(bytes).map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`),
  "0\r\n\r\n"
]

test("a body in chunks is taken up to 1 MiB, and no further", async () => {
  expect(await statusOf(chunked(50_000, []))).toBe("HTTP/1.1 201 Created")
  expect(await statusOf(chunked(2 * mebibyte, []))).toBe("HTTP/1.1 413 Payload Too Large")
})

test("a length beside chunks, which are then what counts, lets no longer body in", async () => {
  expect(await statusOf(chunked(2 * mebibyte, ["Content-Length: 2"]), here.server.own_origin)).toMatch(
    /^HTTP\/1\.1 (400|413) /
  )
})

test("names and numbers of wrong fields are told in bounded length, however long and many they are", async () => {
  const key = here.own.keys.write
  const long = having(400)(
    await here.call("POST", "/jobs", { key, body: { title: "Clerk", ["x".repeat(900_000)]: 1 } })
  )
  expect(long.text.length).toBeLessThan(3000)
  expect(long.text).toContain("xxx")
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${n}${"🦉".repeat(400)}`, n]))
  const answer = having(400)(await here.call("POST", "/jobs", { key, body: { title: "Clerk", ...many } }))
  expect(answer.text.length).toBeLessThan(120_000)
  expect(answer.text.isWellFormed()).toBe(true)
})

test("of a body that is no JSON the answer has the place", async () => {
  const send = async (path: string) => {
    const headers = { authorization: `Bearer ${here.own.keys.write}`, "content-type": "application/json" }
    return (await fetch(`${here.server.base_url}${path}`, {
      method: "POST",
      headers,
      body: "{\n  \"title\": \"Clerk\",\n}"
    })).json()
  }
  const told = {
    error: {
      code: "invalid_request",
      details: {
        issues: [{
          path: [],
          message: "Expected JSON; at line 3, column 1: expected a name in double quotes, got \"}\""
        }]
      }
    }
  }
  expect(await send("/jobs")).toMatchObject(told)
})

test.each([
  ["/jobs", "/api/v1/jobs"],
  ["/v1/jobs?limit=2", "/api/v1/jobs"],
  ["/api/jobs/01a2", "/api/v1/jobs/{jobId}"],
  ["/api/v1/api/v1/jobs", "/api/v1/jobs"],
  ["/api/v2/candidates/01a2/notes", "/api/v1/candidates/{candidateId}/notes"]
])("%s is 404, which names %s", async (path, meant) => {
  const answer = await fetch(`${here.server.origin}${path}`, {
    headers: { authorization: `Bearer ${here.own.keys.write}` }
  })
  expect([answer.status, await answer.json()]).toMatchObject([404, {
    error: { message: expect.stringContaining(`did you mean ${meant}?`) }
  }])
})

test.each(["/api/v1/nothing", "/nothing", "/api", "/api/v1"])("%s is 404, and names no path", async (path) => {
  expect(await (await fetch(`${here.server.origin}${path}`)).text()).toContain(
    "There is nothing at this path. The operations"
  )
})

test("a body of which less is sent than was told is no success", async () => {
  const key = here.own.keys.write
  having(201)(await here.call("POST", "/jobs", { key, body: { title: "Clerk" } }))
  const { hostname, port } = new URL(here.server.base_url)
  const before = having(200)(await here.call("GET", "/jobs?limit=100", { key }))
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.end(
        `POST /api/v1/jobs HTTP/1.1\r\nHost: candor\r\nAuthorization: Bearer ${key}\r\n` +
          "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"title\":\"Half\"}"
      )
    })
    socket.once("close", () => resolve())
    socket.once("error", reject)
    socket.resume()
  })
  expect(having(200)(await here.call("GET", "/jobs?limit=100", { key })).body).toEqual(before.body)
})

test("one bad prospect refuses them all, and each error has its index", async () => {
  const { backend, call, own: { keys: { write: key }, make } } = here
  const { id } = await make.search()
  const before = await backend.run(digest)
  const prospects = [
    { full_name: "Good" },
    { full_name: "" },
    { full_name: "Good too" },
    { full_name: "Bad", email: "bad", years_experience: -1 },
    { name: "Unknown" }
  ]
  const { error } =
    having(400)(await call<ErrorBody>("POST", `/sourcing/searches/${id}/prospects`, { key, body: { prospects } })).body
  const issues = error.details?.["issues"] as ReadonlyArray<{ readonly path: ReadonlyArray<string> }>
  expect(issues.map(({ path }) => path.join(".")).toSorted()).toEqual([
    "prospects.1.full_name",
    "prospects.3.email",
    "prospects.3.years_experience",
    "prospects.4.full_name",
    "prospects.4.name"
  ])
  expect(await backend.run(digest)).toEqual(before)
})
