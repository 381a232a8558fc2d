/** How an export with contents is read from its store, and given to its connection. */
import { RateLimitExceeded } from "@candor/contract/Errors"
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { type CandidateExport, EncodedExport, type ExportedFile } from "@candor/domain/candidate/CandidateExport"
import { Encoded } from "@candor/domain/Encoded"
import { AttachmentId, OrganizationId } from "@candor/domain/Id"
import { expect, test } from "bun:test"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { withContents } from "../src/files/ExportedContents.ts"
import { CurrentRequest, make } from "../src/request/CurrentRequest.ts"
import type { Slot } from "../src/request/Slots.ts"

const organization = OrganizationId.make(crypto.randomUUID())

const slot: Slot = { lost: Effect.never, progress: () => {}, keep: () => {} }

/** A store that is only read. */
const reading = (read: AttachmentStore["Service"]["read"]) =>
  AttachmentStore.of({ read, put: () => Effect.die("It is only read."), remove: () => Effect.die("It is only read.") })

test("texts of an export are given to its connection 64 KiB at a time", () =>
  Effect.runPromise(Effect.gen(function*() {
    const lengths = Effect.fnUntraced(function*(bytes: number) {
      const exported = new EncodedExport(new Encoded<CandidateExport>(Buffer.alloc(bytes, " ")), new Map())
      const { body } = yield* withContents(reading(() => Stream.die("No file")), slot, organization, exported)
      if (body._tag !== "Stream") return yield* Effect.die(`The body is of the kind ${body._tag}`)
      return (yield* Stream.runCollect(body.stream)).map(({ length }) => length)
    })
    expect(yield* lengths(65_536)).toEqual([65_536])
    expect(yield* lengths(65_537)).toEqual([65_536, 1])
    expect(yield* lengths(131_072)).toEqual([65_536, 65_536])
  }).pipe(Effect.scoped)))

test("a slot that another needs ends the document of a client who reads, and hangs up on one who does not", () =>
  Effect.runPromise(Effect.gen(function*() {
    let hungUp = false
    const current = make({ id: "a", address: () => "b", started: 0, hangUp: () => hungUp = true })
    const lost = Effect.fail(new RateLimitExceeded({ error: { message: "Lost." } }))
    const exported = new EncodedExport(new Encoded<CandidateExport>(Buffer.alloc(65_536, " ")), new Map())
    const { body } = yield* Effect.provideService(
      withContents(reading(() => Stream.die("No file")), { ...slot, lost }, organization, exported), CurrentRequest, current)
    if (body._tag !== "Stream") return yield* Effect.die(`The body is of the kind ${body._tag}`)
    expect(yield* Effect.flip(Stream.runDrain(body.stream))).toMatchObject({ error: { message: "Lost." } })
    expect(hungUp).toBe(true)
  }).pipe(Effect.scoped)))

test("8 contents of an export are looked for at a time, and the next ones when those were found", () =>
  Effect.runPromise(Effect.gen(function*() {
    const pieces = Array.from({ length: 17 }, () => Buffer.from("{}"))
    const files = new Map(pieces.map((piece): [Uint8Array, ExportedFile] =>
      [piece, { id: AttachmentId.make(crypto.randomUUID()), size_bytes: 1 }]))
    let begun = 0
    const store = reading(() => Stream.fromEffect(Effect.suspend(() => {
      begun++
      return Effect.as(Effect.sleep("1 second"), new Uint8Array(1))
    })))
    yield* Effect.forkChild(withContents(store, slot, organization, new EncodedExport(new Encoded<CandidateExport>(...pieces), files)), {
      startImmediately: true
    })
    const looked = yield* Effect.forEach(["0 seconds", "1 second", "1 second"] as const, (time) =>
      Effect.map(TestClock.adjust(time), () => begun))
    expect(looked).toEqual([8, 16, 17])
  }).pipe(Effect.scoped, Effect.provide(TestClock.layer()))))
