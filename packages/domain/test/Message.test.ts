import { ApplicationId, AttachmentId, MailTemplateId, MessageId, OrganizationId, UserId } from "@candor/domain/Id"
import * as Delivery from "@candor/domain/mail/Delivery"
import { type AttachedMail, forwardedOf } from "@candor/domain/mail/ForwardedReply"
import { type Correspondence, type Letter, notify, referencesAfter, textOf, write } from "@candor/domain/mail/Letter"
import {
  assign,
  declineForwarded,
  handle,
  maxFileBytes,
  maxMessages,
  maxWaiting,
  type MessageState,
  noun,
  remove
} from "@candor/domain/mail/Message"
import { messageStatus } from "@candor/domain/mail/MessageStatus"
import { applicationOf, receive, type ReceivedMail } from "@candor/domain/mail/ReceivedMail"
import { Timestamp } from "@candor/domain/Timestamp"
import { expect, test } from "bun:test"
import { Result } from "effect"
import { actor, contextAt, id } from "./context.ts"

const application_id = ApplicationId.make(id(10))
const other = ApplicationId.make(id(11))
const ada = { name: "Ada Lovelace", email: "ada@example.com" }
const jobs = { name: "Acme", email: "jobs@acme.example" }
const file = {
  id: AttachmentId.make(id(20)),
  original_filename: "offer.pdf",
  content_type: "application/pdf" as const,
  size_bytes: 1000
}

const letter: Letter = {
  application_id,
  purpose: "letter",
  subject: "Hello",
  body: "Dear Ada",
  template_id: null,
  send_at: null,
  key: null
}
const correspondence: Correspondence = {
  anonymised_at: null,
  recipient: ada,
  sender: jobs,
  files: [],
  replied: null,
  messages: 0,
  waiting: 0
}

const written = (changes: Partial<Letter> = {}, before: Partial<Correspondence> = {}, time?: string) =>
  write({ ...letter, ...changes }, { ...correspondence, ...before }, contextAt(time))
const message = Result.getOrThrow(written()).entity

const worker = { organization_id: OrganizationId.make(id(901)), worker: "mails", request_id: "test" }
const byWorker = (time?: string) => ({ ...contextAt(time), actor: worker })
const at = (time: string) => Timestamp.make(`2026-11-20T${time}Z`)

const refused = "refused"
const events = ["send", "succeed", "postpone", "fail", "deliver", "bounce", "cancel", "retry", "withdraw"] as const

test.each(Object.entries({
  queued: ["sending", refused, refused, "failed", "delivered", "bounced", "cancelled", refused, refused],
  sending: ["sending", "sent", "queued", "failed", "delivered", "bounced", refused, refused, "cancelled"],
  sent: [refused, refused, refused, refused, "delivered", "bounced", refused, refused, refused],
  delivered: [refused, refused, refused, refused, "delivered", "bounced", refused, refused, refused],
  bounced: [refused, refused, refused, refused, refused, "bounced", refused, refused, refused],
  failed: [refused, refused, refused, refused, refused, refused, refused, "queued", refused],
  cancelled: [refused, refused, refused, refused, refused, refused, "cancelled", refused, refused],
  received: events.map(() => refused)
}))("the way of a mail: %s", (state, row) => {
  expect(
    events.map((event) => Result.getOrElse(messageStatus.next(state as MessageState["status"], event), () => refused))
  ).toEqual(row)
})

test("a letter waits under a Message-ID of its sender's domain, and its event has neither text nor address", () => {
  const { entity, events } = Result.getOrThrow(written({ template_id: MailTemplateId.make(id(5)) }, { files: [file] }))
  expect(entity).toMatchObject({
    id: id(1),
    status: "queued",
    sender: jobs,
    recipients: [ada],
    internet_message_id: "<00000000-0000-7000-8000-000000000001.00000002000000030000000400000005@acme.example>",
    in_reply_to: null,
    reference_ids: [],
    is_automatic: false,
    user_id: actor.user_id,
    due_at: at("09:00:00.000"),
    files: [file]
  })
  expect(events.map(({ type }) => type)).toEqual(["message.queued"])
  expect(JSON.stringify(events)).not.toMatch(/Ada|Hello|acme/)
})

test("a reply names the mail that it replies to, and those before it", () => {
  const replied = { id: MessageId.make(id(30)), internet_message_id: "<b@x>", reference_ids: ["<a@x>"] }
  expect(Result.getOrThrow(written({}, { replied })).entity).toMatchObject({
    in_reply_to: "<b@x>",
    reference_ids: ["<a@x>", "<b@x>"]
  })
  const long = Array.from({ length: 40 }, (_, n) => `<${n}@x>`)
  const kept = referencesAfter({ internet_message_id: "<40@x>", reference_ids: long })
  expect([kept.length, kept[0], kept[1], kept.at(-1)]).toEqual([20, "<0@x>", "<22@x>", "<40@x>"])
})

const later = "2027-11-20T09:00:00.000Z"

test.each<readonly [string, Partial<Letter>, Partial<Correspondence>, string]>([
  ["to somebody who was anonymised", {}, { anonymised_at: at("08:00:00.000") }, "CandidateAnonymised"],
  ["without a sender", {}, { sender: null }, "MailNotSetUp"],
  ["without a recipient", {}, { recipient: null }, "NoMailAddress"],
  ["beyond those of an application", {}, { messages: maxMessages.limit }, "LimitReached"],
  ["beyond those that wait", {}, { waiting: maxWaiting.limit }, "LimitReached"],
  [
    "that follows from an event, beyond those that wait",
    { purpose: "rejection" },
    { waiting: maxWaiting.limit },
    "queued"
  ],
  ["with too large files", {}, { files: [{ ...file, size_bytes: maxFileBytes }, file] }, "FilesTooLarge"],
  ["of a year from now", { send_at: Timestamp.make(later) }, {}, "queued"],
  ["of more than that", { send_at: Timestamp.make("2027-11-22T09:00:00.000Z") }, {}, "SendAtTooLate"]
])("a letter %s", (_, changes, before, outcome) => {
  expect(
    Result.match(written(changes, before), {
      onSuccess: ({ entity }) => entity.status,
      onFailure: ({ _tag }) => _tag as string
    })
  ).toBe(outcome)
})

test("a letter of a past time is of now: it does not go before those that wait", () => {
  expect(Result.getOrThrow(written({ send_at: at("08:00:00.000") })).entity).toMatchObject({
    send_at: null,
    due_at: at("09:00:00.000")
  })
})

test("a letter waits for a delay by the time of the server", () => {
  const { entity } = Result.getOrThrow(written({ delay_millis: 12_000 }))
  expect(entity).toMatchObject({ send_at: at("09:00:12.000"), due_at: at("09:00:12.000") })
  expect(entity).not.toHaveProperty("delay_millis")
  expect(Result.getOrThrow(written({ delay_millis: 12_000, send_at: at("09:30:00.000") })).entity.send_at).toBe(
    at("09:30:00.000")
  )
})

test("a mail without a template has a subject and a text", () => {
  expect(Result.getOrThrow(Result.flip(textOf({ body: "Hello" }))).field).toBe("subject")
  expect(Result.getOrThrow(Result.flip(textOf({ subject: "Hello" }))).field).toBe("body")
})

test("a mail to a member belongs to no application, and nothing that happens to it is an event", () => {
  const draft = { subject: "Ada mentioned you", body: "See it", recipient: ada, key: "mention" }
  const { entity, events } = Result.getOrThrow(notify(draft, jobs, contextAt()))
  expect([entity.application_id, entity.purpose, entity.is_automatic, entity.user_id, events]).toEqual([
    null,
    "notice",
    true,
    null,
    []
  ])
  const sending = Result.getOrThrow(Delivery.claim(entity, at("09:01:00.000"), byWorker())).entity
  expect(Result.getOrThrow(Delivery.succeed(sending, null, byWorker()))).toMatchObject({
    entity: { status: "sent" },
    events: [],
    withoutEvents: true
  })
  expect(notify(draft, null, contextAt())._tag).toBe("Failure")
})

const claimed = Result.getOrThrow(Delivery.claim(message, at("09:01:00.000"), byWorker())).entity

test.each<readonly [string, ReturnType<typeof Delivery.claim>, object, string | undefined]>([
  ["claimed", Delivery.claim(message, at("09:01:00.000"), byWorker()), {
    status: "sending",
    attempts: 1,
    due_at: at("09:01:00.000")
  }, undefined],
  ["claimed again after its process died", Delivery.claim(claimed, at("09:02:00.000"), byWorker("09:01:00.000")), {
    status: "sending",
    attempts: 2
  }, undefined],
  [
    "renewed",
    Delivery.renew(claimed, at("09:02:00.000"), byWorker()),
    { attempts: 1, due_at: at("09:02:00.000") },
    undefined
  ],
  ["taken", Delivery.succeed(claimed, null, byWorker()), {
    status: "sent",
    due_at: null,
    internet_message_id: message.internet_message_id
  }, "message.sent"],
  ["taken under another Message-ID", Delivery.succeed(claimed, "<aws@x>", byWorker()), {
    internet_message_id: "<aws@x>"
  }, "message.sent"],
  ["postponed", Delivery.postpone(claimed, at("09:05:00.000"), "450", byWorker()), {
    status: "queued",
    attempts: 1,
    failure: "450"
  }, undefined],
  ["given back", Delivery.release(claimed, at("09:00:00.000"), byWorker()), {
    status: "queued",
    attempts: 0,
    failure: null
  }, undefined],
  [
    "refused",
    Delivery.fail(claimed, "550", byWorker()),
    { status: "failed", failure: "550", due_at: null },
    "message.failed"
  ],
  [
    "delivered, whatever its server said",
    Delivery.report(
      Result.getOrThrow(Delivery.succeed(claimed, null, byWorker())).entity,
      "delivered",
      "250 Saved",
      byWorker()
    ),
    { status: "delivered", failure: null },
    "message.delivered"
  ],
  [
    "delivered before the server's answer was noted",
    Delivery.report(claimed, "delivered", null, byWorker()),
    { status: "delivered", sent_at: byWorker().now, due_at: null },
    "message.delivered"
  ],
  ["bounced", Delivery.report(claimed, "bounced", "550", byWorker()), {
    status: "bounced",
    failure: "550",
    due_at: null
  }, "message.bounced"],
  ...(["delivered", "bounced"] as const).map((verb) =>
    [
      `${verb}, as a report says while it waits for another attempt`,
      Delivery.report(
        { ...message, attempts: 1, failure: "The connection ended before the server answered" },
        verb,
        null,
        byWorker()
      ),
      { status: verb, due_at: null, failure: null },
      `message.${verb}`
    ] as const
  ),
  [
    "put behind the others for a reason of its own",
    Delivery.putBehind(message, at("09:05:00.000"), "421", true, byWorker()),
    { status: "queued", attempts: 1, failure: "421", due_at: at("09:05:00.000") },
    undefined
  ],
  ["cancelled", Delivery.cancel(message, contextAt()), { status: "cancelled", due_at: null }, "message.cancelled"],
  ["withdrawn, as it says nothing any more", Delivery.withdraw(claimed, byWorker()), {
    status: "cancelled",
    due_at: null,
    failure: null
  }, "message.cancelled"],
  [
    "sent again",
    Delivery.retry(
      { ...message, status: "failed", attempts: 9, failure: "550", due_at: null },
      contextAt("10:00:00.000")
    ),
    { status: "queued", attempts: 0, failure: null, due_at: at("10:00:00.000") },
    "message.queued"
  ]
])("a mail that is %s", (_, moved, expected, event) => {
  const { entity, events } = Result.getOrThrow(moved)
  expect([entity, events[0]?.type]).toEqual([expect.objectContaining(expected), event])
})

test("a mail is claimed by one process at a time, and not before it is due", () => {
  const tagOf = (message: MessageState, time: string) =>
    Result.match(Delivery.claim(message, at("09:05:00.000"), byWorker(time)), {
      onSuccess: ({ entity }) => entity.status,
      onFailure: ({ _tag }) => _tag as string
    })
  const postponed = Result.getOrThrow(Delivery.postpone(claimed, at("09:02:00.000"), "450", byWorker())).entity
  const sent = Result.getOrThrow(Delivery.succeed(claimed, null, byWorker())).entity
  expect([claimed, postponed, sent].map((mail) => tagOf(mail, "09:00:30.000"))).toEqual(["NotDue", "NotDue", "NotDue"])
  expect([claimed, postponed].map((mail) => tagOf(mail, "09:02:00.000"))).toEqual(["sending", "sending"])
})

test("what happens twice is an event once", () => {
  const bounced = Result.getOrThrow(Delivery.report(claimed, "bounced", "550", byWorker())).entity
  const cancelled = Result.getOrThrow(Delivery.cancel(message, contextAt())).entity
  for (
    const [before, moved] of [
      [bounced, Delivery.report(bounced, "bounced", "550", byWorker())],
      [cancelled, Delivery.cancel(cancelled, contextAt())],
      [message, Delivery.renew(message, at("09:02:00.000"), byWorker())],
      // A report of a mail that was never sent is somebody's invention.
      [message, Delivery.report(message, "delivered", null, byWorker())],
      [claimed, Delivery.putBehind(claimed, at("09:05:00.000"), "421", true, byWorker())]
    ] as const
  ) expect(Result.getOrThrow(moved)).toEqual({ entity: before, events: [] })
})

const known = [
  { internet_message_id: "<1@acme>", application_id },
  { internet_message_id: "<2@acme>", application_id: other },
  { internet_message_id: "<0@acme>", application_id: null }
]

test.each<readonly [string, string | null, ReadonlyArray<string>, ApplicationId | null]>([
  ["a reply", "<1@acme>", [], application_id],
  ["a reply whose references are of another", "<1@acme>", ["<2@acme>"], application_id],
  ["a reply to a mail that never came here", "<x@else>", ["<2@acme>", "<1@acme>", "<y@else>"], application_id],
  ["a reply to one that belongs to nobody", "<0@acme>", ["<2@acme>"], other],
  ["one without a reply's headers", null, ["<2@acme>"], other],
  ["a new mail", null, [], null],
  ["one of another conversation", "<x@else>", ["<y@else>"], null]
])("%s belongs where its headers say", (_, in_reply_to, reference_ids, expected) => {
  expect(applicationOf({ in_reply_to, reference_ids }, known)).toBe(expected)
})

const mail: ReceivedMail = {
  internet_message_id: "<r@ada>",
  in_reply_to: null,
  reference_ids: [],
  sender: ada,
  recipients: [jobs],
  copies: [],
  subject: "Re: Hello",
  body: "Yes",
  html: "<p>Yes</p>",
  sent_at: at("08:59:00.000"),
  sender_check: null,
  is_automatic: false,
  report: null,
  attached: [],
  key: "hash"
}

test("the files of a mail that came in are the application's, at once or once it is assigned; then it is nobody's to delete", () => {
  const into = Result.getOrThrow(receive(mail, [file], application_id, byWorker()))
  expect(into.entity.attachments).toMatchObject([{ id: file.id, application_id, file_type: "mail" }])
  expect(into.events.map(({ type }) => type)).toEqual(["message.received", "attachment.added"])
  const { entity: { attachments, message }, events } = Result.getOrThrow(receive(mail, [file], null, byWorker()))
  expect([message.status, message.has_html, message.application_id, attachments]).toEqual(["received", true, null, []])
  expect(JSON.stringify(events)).not.toMatch(/ada|Yes|Hello/i)
  const assigned = Result.getOrThrow(assign({ message, anonymised_at: null }, application_id, contextAt()))
  expect(assigned.entity).toMatchObject({
    message: { application_id, version: 2 },
    attachments: [{ id: file.id, application_id }]
  })
  expect(assigned.events.map(({ type }) => type)).toEqual(["message.assigned", "attachment.added"])
  const before = assigned.entity.message
  expect(Result.getOrThrow(assign({ message: before, anonymised_at: null }, application_id, contextAt())).events)
    .toEqual([])
  expect(Result.getOrThrow(Result.flip(assign({ message: before, anonymised_at: null }, other, contextAt()))))
    .toMatchObject({ application_id })
  expect(assign({ message, anonymised_at: at("08:00:00.000") }, application_id, contextAt())._tag).toBe("Failure")
  expect([remove(message)._tag, remove(before)._tag]).toEqual(["Success", "Failure"])
})

const reply: AttachedMail = {
  in_reply_to: "<1@acme>",
  reference_ids: [],
  sender: ada,
  subject: "Re: Hello",
  body: "Yes",
  sent_at: null
}
const jonas = { id: UserId.make(id(30)), full_name: "Jonas" }

test.each<readonly [string, ReadonlyArray<ApplicationId | null>, ApplicationId | null]>([
  ["a reply", [application_id], application_id],
  ["a mail of nobody, and a reply", [null, application_id], application_id],
  ["two replies to one conversation", [other, other], other],
  ["replies to two conversations", [application_id, other], null],
  ["mails of nobody", [null], null],
  ["nothing", [], null]
])("a member who forwards %s is asked where it belongs, if that is one place", (_, found, expected) => {
  const forwarded = forwardedOf(jonas, found.map((application_id) => ({ application_id, mail: reply })))
  expect(forwarded?.application_id ?? null).toBe(expected)
})

test("a forwarded reply is filed by an answer alone, as the mail of the member who forwards it", () => {
  const forwarded = forwardedOf(jonas, [{ application_id, mail: reply }])
  const { entity: { message } } = Result.getOrThrow(
    receive({ ...mail, sender: jobs }, [file], null, byWorker(), forwarded)
  )
  expect(message).toMatchObject({
    application_id: null,
    sender: jobs,
    forwarded: { answer: "asked", member: jonas, sender: ada, body: "Yes" }
  })
  expect(Result.getOrThrow(receive(mail, [], application_id, byWorker(), forwarded)).entity.message.forwarded)
    .toBeNull()
  const accepted = Result.getOrThrow(assign({ message, anonymised_at: null }, application_id, contextAt()))
  expect(accepted.entity.message).toMatchObject({ application_id, sender: jobs, forwarded: { answer: "accepted" } })
  expect(Result.getOrThrow(assign({ message, anonymised_at: null }, other, contextAt())).entity.message).toMatchObject({
    application_id: other,
    forwarded: { answer: "declined" }
  })
  const declined = Result.getOrThrow(declineForwarded(message, application_id, contextAt()))
  expect(declined.entity).toMatchObject({ application_id: null, forwarded: { answer: "declined" }, version: 2 })
  expect(declined.events.map(({ type }) => type)).toEqual(["message.forward_declined"])
  expect(JSON.stringify([declined.events, accepted.events])).not.toMatch(/ada|Yes|Hello|Jonas/i)
  expect(Result.getOrThrow(declineForwarded(declined.entity, application_id, contextAt())).events).toEqual([])
  expect(Result.getOrThrow(declineForwarded({ ...message, forwarded: null }, null, contextAt())).events).toEqual([])
  expect(Result.getOrThrow(Result.flip(declineForwarded(accepted.entity.message, application_id, contextAt()))))
    .toMatchObject({ application_id })
})

test.each([["asked", null], ["asked", other], ["accepted", null], ["declined", null]] as const)(
  "a forwarded reply that was %s is not there for who sees %j of its application",
  (answer, seen) => {
    const forwarded = { ...forwardedOf(jonas, [{ application_id, mail: reply }])!, answer }
    const { entity: { message } } = Result.getOrThrow(
      receive({ ...mail, sender: jobs }, [], null, byWorker(), forwarded)
    )
    expect(Result.getOrThrow(Result.flip(declineForwarded(message, seen, contextAt())))).toMatchObject({
      _tag: "MessageNotFound"
    })
  }
)

const done = { handled_at: at("09:00:30.000") }
const failed = { ...claimed, ...done, status: "failed", failure: "550", due_at: null } as const
const bounced = { ...failed, status: "bounced" } as const

test.each([
  ["fails", Delivery.fail({ ...claimed, ...done }, "550", byWorker())],
  ["comes back", Delivery.report({ ...claimed, ...done }, "bounced", "550", byWorker())],
  [
    "comes back after it was delivered",
    Delivery.report({ ...claimed, ...done, status: "delivered" }, "bounced", "550", byWorker())
  ],
  ["is tried again", Delivery.retry(failed, contextAt())],
  [
    "fails once more",
    Result.flatMap(Delivery.retry(failed, contextAt()), ({ entity }) => Delivery.fail(entity, "550", byWorker()))
  ]
])("a mail that was done waits for somebody again when it %s", (_, decided) => {
  expect(Result.getOrThrow(decided).entity).toMatchObject({ handled_at: null })
})

test("a mail that was done waits again when it is given to an application, and not when nothing changes", () => {
  const { entity: { message } } = Result.getOrThrow(receive(mail, [], null, byWorker()))
  expect(
    Result.getOrThrow(assign({ message: { ...message, ...done }, anonymised_at: null }, application_id, contextAt()))
      .entity.message.handled_at
  ).toBeNull()
  expect(Result.getOrThrow(Delivery.report(bounced, "bounced", "550", byWorker())).entity).toMatchObject(done)
  expect(Result.getOrThrow(handle(bounced, true, contextAt())).entity).toMatchObject(done)
})

test("what tells a person is removed when that is anonymised", () => {
  const kept = Object.entries(noun.fields).flatMap(([name, { privacy }]) => privacy === "removed" ? [] : [name])
  expect(
    kept.filter((name) =>
      /sender|recipients|copies|subject|body|html|files|failure|key|internet|reply|reference/.test(name)
    )
  ).toEqual([])
})
