/** The chain's hashes are what they say they are: those of the canonical text. */
import * as AuditChain from "@candor/domain/event/AuditChain"
import { fromMillis } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"

const event = {
  id: "0197f3a2-5b1c-7d4e-8f60-123456789abc",
  type: "note.updated",
  subject_id: "0197f3a2-5b1c-7d4e-8f60-123456789abd",
  user_id: null,
  api_key_id: "0197f3a2-5b1c-7d4e-8f60-123456789abe",
  worker: "profiles \"é\"",
  request_id: "one",
  occurred_at: fromMillis(1_780_000_000_000)
}

/** Shows what is hashed. */
const asItIs: AuditChain.Hash = (text) => text

describe("append", () => {
  test("the hash covers the canonical text of the event, its sequence number, its digest and the hash before", () => {
    const unsequenced = { ...event, data: { b: 1, a: [] }, salt: "salt" }
    const [link] = AuditChain.append(AuditChain.origin, [unsequenced], asItIs)
    expect(link!.digest).toBe(`salt{"a":[],"b":1}`)
    const covered = { ...event, sequence: 1, digest: link!.digest, previous: AuditChain.origin.hash }
    expect(link!.hash).toBe(AuditChain.canonical(covered))
  })
})

describe("canonical", () => {
  test("keys are sorted by their UTF-16 code units at every depth, also those that look like numbers", () => {
    expect(AuditChain.canonical({ b: null, 10: { z: 1, "é": "\u2028", y: [{ d: 1, c: false }] }, 2: "\"", B: 1.5e300 }))
      .toBe(`{"10":{"y":[{"c":false,"d":1}],"z":1,"é":"\u2028"},"2":"\\"","B":1.5e+300,"b":null}`)
  })
})
