import type { Worker } from "@candor/domain/access/Actor"
import type { DecisionContext } from "@candor/domain/Decision"
import { EventFilter, eventTypes, matches, subjects } from "@candor/domain/event/EventType"
import type { SecretRotation } from "@candor/domain/SecretRotation"
import { Timestamp } from "@candor/domain/Timestamp"
import { eventForms } from "@candor/domain/webhook/EventForms"
import * as Webhook from "@candor/domain/webhook/Webhook"
import { PrivateAddress, UnencryptedAddress } from "@candor/domain/webhook/WebhookAddress"
import { sampleEvent } from "@candor/domain/webhook/SampleEvent"
import { body, MessageType, pauseAfter, pauses, ReplayRange } from "@candor/domain/webhook/WebhookDelivery"
import { describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"
import { actor, contextAt, id } from "./context.ts"

const inPublic = {
  development: false,
  isPublicAddress: (address: string) => address === "192.0.2.1" || address === "2001:db8::1"
}
const inDevelopment = { development: true, isPublicAddress: () => false }
const draft = { url: "https://hooks.example.com/candor" }
const first = "whsec_Zmlyc3Q="
const second = "whsec_c2Vjb25k"
const made = () => Result.getOrThrow(Webhook.create(draft, first, inPublic, contextAt())).entity
const later = contextAt("12:00:00.000")

const workerContext: DecisionContext<Worker> = {
  ...contextAt("13:00:00.000"),
  actor: { organization_id: actor.organization_id, worker: "webhooks", request_id: "test" }
}

describe("create", () => {
  test("makes an enabled webhook for every type, and an event without the secret", () => {
    const { entity, events } = Result.getOrThrow(Webhook.create(draft, first, inPublic, contextAt()))
    expect(entity).toMatchObject({ ...draft, event_types: ["*"], status: "enabled", secret: first, version: 1 })
    expect(events.map(({ type }) => type)).toEqual(["webhook.created"])
    expect(JSON.stringify(events)).not.toContain("whsec_")
  })

  test("refuses an address that is not encrypted, but in development", () => {
    const plain = { url: "http://hooks.example.com/" }
    expect(Webhook.create(plain, first, inPublic, contextAt())).toEqual(
      Result.fail(new UnencryptedAddress(plain))
    )
    expect(Result.isSuccess(Webhook.create(plain, first, inDevelopment, contextAt()))).toBe(true)
  })

  test.each([
    "https://10.0.0.1/",
    "https://127.1/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://2130706433/",
    "https://127.0.0.1./",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://%31%30.0.0.1/",
    "https://localhost/",
    "https://LOCALHOST./",
    "https://a.localhost:8443/",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://router.home.arpa/"
  ])("refuses %s, which leads into the private network, also as a change", (url) => {
    const refused = Result.fail(new PrivateAddress({ url }))
    expect(Webhook.create({ url }, first, inPublic, contextAt())).toEqual(refused)
    expect(Webhook.update(made(), { url }, inPublic, later)).toEqual(refused)
    expect(Result.isSuccess(Webhook.create({ url }, first, inDevelopment, contextAt()))).toBe(true)
  })

  test.each([
    "https://192.0.2.1/",
    "https://[2001:db8::1]:8443/",
    "https://internal.example.com/",
    "https://localhost.example.com/"
  ])(
    "takes %s, which does not",
    (url) => expect(Result.isSuccess(Webhook.create({ url }, first, inPublic, contextAt()))).toBe(true)
  )

  test("lets a webhook keep the address that it has, whatever is allowed now", () => {
    const before =
      Result.getOrThrow(Webhook.create({ url: "http://127.0.0.1/" }, first, inDevelopment, contextAt())).entity
    expect(Result.isSuccess(Webhook.update(before, { url: before.url, description: "Ours" }, inPublic, later))).toBe(
      true
    )
  })

  test.each(["https://user:pass@example.com/", "https://example.com/#part", "ftp://example.com/", "hooks"])(
    "takes no address such as %s",
    (url) => expect(Schema.is(Webhook.WebhookDraft)({ url })).toBe(false)
  )
})

describe("update", () => {
  test("has an event for each change, and none without a change", () => {
    const before = made()
    const update = (patch: Webhook.WebhookPatch) => Result.getOrThrow(Webhook.update(before, patch, inPublic, later))
    expect(update({})).toEqual({ entity: before, events: [] })
    expect(update({ ...draft, event_types: ["*"], status: "enabled" }).events).toEqual([])
    expect(update({ event_types: ["job.*"] }).events.map(({ type }) => type)).toEqual(["webhook.updated"])
    expect(update({ description: "Ours", status: "disabled" }).events.map(({ type }) => type)).toEqual([
      "webhook.updated",
      "webhook.disabled"
    ])
  })

  test("that enables forgets why it was disabled", () => {
    const disabled = Result.getOrThrow(Webhook.disable(made(), "Gone", workerContext)).entity
    expect(disabled).toMatchObject({ status: "disabled", disabled_reason: "Gone", version: 2 })
    const { entity, events } = Result.getOrThrow(Webhook.update(disabled, { status: "enabled" }, inPublic, later))
    expect(entity).toMatchObject({ status: "enabled", disabled_reason: null, failing_since: null, version: 3 })
    expect(events.map(({ type }) => type)).toEqual(["webhook.enabled"])
  })
})

test("disabling what is disabled keeps its reason", () => {
  const disabled = Result.getOrThrow(Webhook.disable(made(), "Gone", workerContext)).entity
  expect(Result.getOrThrow(Webhook.disable(disabled, "Failing", workerContext))).toEqual({
    entity: disabled,
    events: []
  })
})

describe("a rotated secret", () => {
  const rotate = (rotation: SecretRotation) =>
    Result.getOrThrow(Webhook.rotateSecret(made(), rotation, second, contextAt())).entity

  test("signs beside the old one for the overlap, and then alone", () => {
    const webhook = rotate({ overlap_hours: 2 })
    const at = (time: string) => Webhook.signingSecrets(webhook, Timestamp.make(`2026-11-20T${time}Z`))
    expect(at("10:59:59.999")).toEqual([second, first])
    expect(at("11:00:00.000")).toEqual([second])
  })

  test("keeps its promise: until the overlap ends there is no other, but one that ends all old ones at once", () => {
    const webhook = rotate({ overlap_hours: 2 })
    const again = (rotation: SecretRotation, time: string) =>
      Webhook.rotateSecret(webhook, rotation, "whsec_dGhpcmQ=", contextAt(time))
    const until = Timestamp.make("2026-11-20T11:00:00.000Z")
    expect(again({}, "10:59:59.999")).toEqual(Result.fail(new Webhook.RotationUnderWay({ until })))
    expect(Result.getOrThrow(again({ overlap_hours: 0 }, "10:59:59.999")).entity.previous_secret).toBeNull()
    expect(Result.getOrThrow(again({}, "11:00:00.000")).entity.previous_secret).toBe(second)
  })

  test("overlaps for 24 hours by default, and not at all with 0", () => {
    expect(rotate({}).previous_secret_expires_at).toBe(Timestamp.make("2026-11-21T09:00:00.000Z"))
    expect(rotate({ overlap_hours: 0 })).toMatchObject({ previous_secret: null, previous_secret_expires_at: null })
  })
})

test("a secret is whsec_ and the base64 of its bytes", () => {
  expect(Webhook.secretText(new TextEncoder().encode("first"))).toBe(first)
})

describe("event filters", () => {
  test("take a type, all of a subject, or all", () => {
    expect(matches(["job.published"], "job.published")).toBe(true)
    expect(matches(["job.published"], "job.closed")).toBe(false)
    expect(matches(["candidate.*", "job.*"], "job.closed")).toBe(true)
    expect(matches(["*"], "note.deleted")).toBe(true)
  })

  test.each(["*", ...subjects.map((subject) => `${subject}.*`), ...eventTypes])("can be %s", (filter) => {
    expect(Schema.is(EventFilter)(filter)).toBe(true)
  })

  test.each(["job", "job.", "job.exploded", "*.created", "person.*", ""])("cannot be %s", (filter) => {
    expect(Schema.is(EventFilter)(filter)).toBe(false)
  })
})

describe("deliveries", () => {
  test("are tried with growing pauses over more than a day", () => {
    expect(pauses.every((pause, n) => n === 0 || pause > pauses[n - 1]!)).toBe(true)
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(24 * 3600)
    expect(pauseAfter(1)).toBe(5)
    expect(pauseAfter(pauses.length)).toBe(pauses.at(-1)!)
    expect(pauseAfter(pauses.length + 1)).toBeUndefined()
  })

  test.each([[1, 1, true], [1, 10_000, true], [1, 10_001, false], [2, 1, false], [0, 1, false]] as const)(
    "are replayed from %d to %d: %p",
    (from_sequence, to_sequence, accepted) => {
      expect(Schema.is(ReplayRange)({ from_sequence, to_sequence })).toBe(accepted)
    }
  )

  test.each([...MessageType.literals])("have a sample of %s", (type) => {
    const occurred_at = Timestamp.make("2026-11-20T09:00:00.000Z")
    const sample = sampleEvent(type, { id: id(1), subject_id: id(2), request_id: "test", occurred_at })
    expect(JSON.parse(body(sample))).toEqual({
      type,
      timestamp: occurred_at,
      data: {
        id: id(1),
        sequence: 0,
        type,
        subject_id: id(2),
        actor: { user_id: null, api_key_id: null, worker: "webhooks" },
        request_id: "test",
        occurred_at,
        data: expect.any(Object)
      }
    })
    expect(Schema.is(eventForms[type].data)(sample.data)).toBe(true)
  })
})
