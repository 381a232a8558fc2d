/** Clients that do not read their answers, and those that read slowly. */
import { processes } from "@candor/process/testing/Processes"
import { afterAll, describe, expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { type Socket, connect } from "node:net"
import { join } from "node:path"
import { make } from "../src/request/CurrentRequest.ts"
import { readingGrace } from "../src/request/Pace.ts"
import { streamed } from "../src/response/LongBody.ts"
import { openRoutes } from "../src/public/OpenRoutes.ts"
import { maxUnreadBytes, UnreadResponses } from "../src/response/UnreadResponses.ts"
import { edge, hugeBytes, paths } from "./harness/Edge.ts"
import { head } from "./harness/Raw.ts"

const { start } = processes("unread")

const sockets = new Set<Socket>()
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

/** A connection that sends requests and reads nothing. */
const silent = (port: number, requests: string): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port }, () => {
      socket.write(requests)
      resolve(socket)
    })
    socket.pause()
    socket.on("error", () => {})
    sockets.add(socket)
  })

/** What is answered where it is not 200. */
const others: Readonly<Record<string, number>> = { "/": 302, "/nowhere": 404 }

test("200 connections that pipeline 20 requests each and never read: under 250 MiB on every open route and for every kind of answer", async () => {
  const child = start([process.execPath, join(import.meta.dir, "harness/answers.ts")], {
    env: { CANDOR_TRUSTED_PROXIES: "1" }
  })
  const origin = /Listening on (\S+)/.exec(await child.hear(/Listening on \S+\n/))![1]!
  const port = Number(new URL(origin).port)
  let clients = 0
  /** As of a client behind a proxy: each has an address of its own, and none reaches the limit of its address. */
  const forwardedFor = () => `10.1.${clients >> 8}.${clients++ & 255}`
  /** Reads an answer as one client. */
  const read = (path: string) =>
    fetch(origin + path, {
      redirect: "manual",
      headers: { "accept-encoding": "identity", "x-forwarded-for": forwardedFor() }
    })
  /** Connections that each send requests for this path, and read nothing until the server has answered all of them. */
  const ask = async (path: string, connections: number, requests: number) => {
    const silents = await Promise.all(
      Array.from(
        { length: connections },
        () => silent(port, head(`GET ${path}`, `X-Forwarded-For: ${forwardedFor()}`).repeat(requests))
      )
    )
    // Answered after all that came before it.
    for (let n = 0; n < 20; n++) expect((await fetch(`${origin}/short`)).status).toBe(200)
    for (const socket of silents) socket.destroy()
  }
  // A connection with a second request before it has read the first answer is closed, and one with a single request is
  // not.
  const document = await (await read("/console")).text()
  const script = /"(\/console\/assets\/[^"]+\.js)"/.exec(document)![1]!
  const patterns: Readonly<Record<string, string>> = {
    "/console/*": "/console/jobs",
    "/console/assets/:file": script,
    "/docs/:page": "/docs/operations.md",
    "/docs/:folder/:page": "/docs/decisions/0055-mcp-tools.md"
  }
  // The program has no careers boards, calendars, kits and OAuth, whose answers are of the same kinds.
  const routes = Object.keys(openRoutes).filter((route) =>
    !/^\/(careers|calendars|interviews|robots|\.well-known|oauth|api\/v1\/boards)/.test(route)
  )
  for (const path of [...routes.map((route) => patterns[route] ?? route), ...paths, "/nowhere"]) {
    // The first request for a document has it made.
    const answer = await read(path)
    expect([path, answer.status]).toEqual([path, others[path] ?? 200])
    await answer.bytes()
    await ask(path, 200, 20)
    await ask(path, 200, 1)
  }
  child.signal("SIGUSR2")
  const peak = Number(/Peak (\d+)/.exec(await child.hear(/Peak \d+\n/))![1]) / 1024
  expect(peak).toBeLessThan(250)
  await child.stop("SIGKILL")
})

test("answers that nobody reads are dropped, the oldest first, and never look whole; who reads gets all", async () => {
  const server = await edge()
  const kept = Math.floor(maxUnreadBytes / hugeBytes)
  const silents: Array<Socket> = []
  for (let n = 0; n < kept + 3; n++) {
    silents.push(await silent(server.port, head("GET /huge", "Connection: close")))
    // Answered after all that came before it.
    for (let k = 0; k < 5; k++) expect((await fetch(`${server.origin}/short`)).status).toBe(200)
  }
  const read = await (await fetch(`${server.origin}/huge`)).arrayBuffer()
  expect(read.byteLength).toBe(hugeBytes)
  // Now they read what was sent, until the server closes.
  const outcomes = await Promise.all(silents.map(async (socket) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const chunks: Array<Uint8Array> = []
    socket.on("data", (chunk) => chunks.push(Buffer.from(chunk)))
    socket.on("close", () => resolve())
    socket.resume()
    await promise
    const received = Buffer.concat(chunks)
    return { whole: received.length > hugeBytes, ended: received.subarray(-7).toString("latin1") === "\r\n0\r\n\r\n" }
  }))
  expect(outcomes.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => ({ whole: false, ended: false })))
  expect(outcomes.at(-1)).toEqual({ whole: true, ended: true })
  await server.close()
})

describe("The bound on unread answers", () => {
  test("what is beyond it is taken from the address that keeps most, the oldest first; before that, from who drips", () =>
    Effect.runPromise(
      Effect.gen(function*() {
        const unread = yield* UnreadResponses
        const dropped: Array<string> = []
        const add = (address: string, name: string, bytes: number) =>
          unread.add({ address, bytes, drop: () => dropped.push(name) })
        add("a", "a1", maxUnreadBytes / 4)
        add("b", "b1", maxUnreadBytes / 2)
        add("a", "a2", maxUnreadBytes / 4)
        expect({ dropped, bytes: unread.bytes() }).toEqual({ dropped: [], bytes: maxUnreadBytes })
        add("b", "b2", maxUnreadBytes / 4)
        expect({ dropped, bytes: unread.bytes() }).toEqual({ dropped: ["b1"], bytes: (maxUnreadBytes * 3) / 4 })
        yield* TestClock.adjust(readingGrace)
        const steady = add("b", "b3", maxUnreadBytes / 2)
        yield* TestClock.adjust(readingGrace - 1)
        steady.progress(1_000_000)
        yield* TestClock.adjust(1)
        add("c", "c1", maxUnreadBytes / 2)
        expect(dropped).toEqual(["b1", "a1", "a2", "b2"])
      }).pipe(Effect.provide(UnreadResponses.layer.pipe(Layer.provideMerge(TestClock.layer()))))
    ))
})

describe("A long body", () => {
  /** What a client gets of a response that is made later than within the call for its request. */
  const received = async (response: HttpServerResponse.HttpServerResponse) => {
    const unread = await Effect.runPromise(Effect.provide(UnreadResponses, Layer.fresh(UnreadResponses.layer)))
    const current = make({ id: "a", address: () => "b", started: 0 })
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: async () => {
        await new Promise(setImmediate)
        return HttpServerResponse.toWeb(streamed(response, current, unread))
      }
    })
    const answer = await fetch(server.url)
    const text = await answer.text()
    await server.stop(true)
    return {
      status: answer.status,
      type: answer.headers.get("content-type"),
      custom: answer.headers.get("x-custom"),
      text
    }
  }

  test("is all there, as text and as bytes, in whatever script it is written, with its status and headers", async () => {
    // Of one, two and three bytes, and of two units, which no piece may divide.
    for (const letter of ["a", "é", "漢", "🦉", "a🦉"]) {
      for (const length of [1, 7000, 21_845, 21_846, 300_000]) {
        const text = JSON.stringify(letter.repeat(length))
        const options = { status: 201, contentType: "application/json", headers: { "x-custom": "kept" } }
        const expected = { status: 201, type: "application/json", custom: "kept", text }
        expect(await received(HttpServerResponse.text(text, options))).toEqual(expected)
        expect(await received(HttpServerResponse.uint8Array(Buffer.from(text), options))).toEqual(expected)
      }
    }
  })
})
