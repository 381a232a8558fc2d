/** Which mails are stored already, where they belong, and what a letter that answers them names. */
import { ApplicationId, MessageId, OrganizationId } from "@candor/domain/Id"
import { referencesAfter } from "@candor/domain/mail/Letter"
import {
  answerMail,
  applicationOf,
  isStored,
  messageIdOf,
  receive,
  type Stored,
  unreadMail
} from "@candor/domain/mail/ReceivedMail"
import { Timestamp } from "@candor/domain/Timestamp"
import { expect, test } from "bun:test"
import { Result } from "effect"
import { contextAt, id } from "./context.ts"

const [one, other] = [id(10), id(11)].map((text) => ApplicationId.make(text)) as [ApplicationId, ApplicationId]
const ours = MessageId.make(id(30))
const at = (day: number) => Timestamp.make(`2026-12-0${day}T10:00:00.000Z`)

test.each<
  readonly [
    name: string,
    in_reply_to: string | null,
    reference_ids: ReadonlyArray<string>,
    own: string,
    expected: ApplicationId | null
  ]
>([
  ["by a Message-ID that a relay replaced", null, [`<${ours}@acme.example>`, "<x@relay>"], "<r@ada>", one],
  ["by that in capitals, which some programs make of it", `<${ours.toUpperCase()}@ACME.example>`, [], "<r@ada>", one],
  ["by the one that the relay gave", "<given@relay>", [], "<r@ada>", one],
  ["by the last of those that are known", null, [`<${ours}@acme.example>`, "<2@ada>"], "<r@ada>", other],
  ["by its own, which is that of our letter", null, [], "<given@relay>", one],
  ["to nobody, by an id of nobody", `<${id(31)}@acme.example>`, [`<${ours}x@acme.example>`], "<r@ada>", null]
])("a mail belongs to its application %s", (_, in_reply_to, reference_ids, internet_message_id, expected) => {
  const known = [{ id: ours, internet_message_id: "<given@relay>", application_id: one }, {
    id: MessageId.make(id(32)),
    internet_message_id: "<2@ada>",
    application_id: other
  }]
  expect(applicationOf({ in_reply_to, internet_message_id, reference_ids }, known)).toBe(expected)
})

const stored: Stored = {
  id: MessageId.make(id(33)),
  internet_message_id: "<m@ada>",
  application_id: one,
  status: "received",
  sender_email: "ada@b.example",
  sent_at: at(1),
  files: 1
}
const read = { internet_message_id: "<m@ada>", sender: { name: null, email: "ada@b.example" }, sent_at: at(1) }
const list = { name: null, email: "jobs@list.example" }

test.each<
  readonly [name: string, mail: Partial<typeof read>, files: number, known: Partial<Stored>, expected: boolean]
>([
  ["the same", {}, 1, {}, true],
  ["the same from a list", { sender: list }, 1, {}, true],
  ["the same from a list that takes off files", { sender: list }, 0, {}, true],
  ["the same with a file more", {}, 2, {}, false],
  ["another with its Message-ID", { sent_at: at(2) }, 1, {}, false],
  ["one of another Message-ID", { internet_message_id: "<n@ada>" }, 1, {}, false],
  ["the same without a time", { sent_at: null as never }, 1, { sent_at: null }, true],
  ["one of somebody else without a time", { sent_at: null as never, sender: list }, 1, { sent_at: null }, false],
  ["what we sent", { sent_at: at(3) }, 0, { status: "sent", sender_email: "Ada@B.example" }, true],
  ["what we sent, and a relay renamed", { internet_message_id: `<${id(33)}@acme.example>` }, 0, {
    status: "bounced",
    internet_message_id: "<given@relay>"
  }, true],
  [
    "an answer under the Message-ID of what we sent",
    {},
    0,
    { status: "sent", sender_email: "jobs@acme.example" },
    false
  ]
])("%s is stored, or not", (_, mail, files, known, expected) => {
  expect(isStored({ ...read, ...mail }, files, [{ ...stored, ...known }])).toBe(expected)
})

test.each<
  readonly [
    name: string,
    in_reply_to: string | null,
    reference_ids: ReadonlyArray<string>,
    expected: ReadonlyArray<string>
  ]
>([
  ["nothing", null, [], ["<r@x>"]],
  ["In-Reply-To alone", "<a@x>", [], ["<a@x>", "<r@x>"]],
  ["References alone", null, ["<a@x>"], ["<a@x>", "<r@x>"]],
  ["both", "<b@x>", ["<a@x>", "<b@x>"], ["<a@x>", "<b@x>", "<r@x>"]],
  ["both, of which one does not have the other", "<b@x>", ["<a@x>"], ["<a@x>", "<b@x>", "<r@x>"]],
  ["itself", "<r@x>", ["<r@x>"], ["<r@x>"]]
])("the references of a letter that answers a mail with %s", (_, in_reply_to, reference_ids, expected) => {
  expect(referencesAfter({ in_reply_to, internet_message_id: "<r@x>", reference_ids })).toEqual([...expected])
})

test("a Message-ID of ours tells its message, and no other one does", () => {
  expect([`<${ours}@acme.example>`, `<${ours}>`, `<x${ours}@acme.example>`, "<a@b>"].map(messageIdOf)).toEqual([
    ours,
    null,
    null,
    null
  ])
})

test("what stands for a mail that could not be read is the same for the same mail", () => {
  const mail = unreadMail({ uid: 7, uid_validity: 1, received_at: at(1) })
  expect(mail).toEqual(unreadMail({ uid: 7, uid_validity: 1, received_at: at(1) }))
  expect(mail.key).not.toBe(unreadMail({ uid: 7, uid_validity: 2, received_at: at(1) }).key)
  expect(mail.body).toContain("with the UID 7")
})

test.each<
  readonly [
    name: string,
    answer: Parameters<typeof answerMail>[1],
    body: string,
    is_automatic: boolean,
    purpose: string
  ]
>([
  ["a candidate's yes", { isOfCandidate: true, words: "", refusal: null }, "Yes", true, "letter"],
  [
    "a candidate's words, which wait for an answer",
    { isOfCandidate: true, words: "Yes", refusal: null },
    "Yes",
    false,
    "letter"
  ],
  [
    "an interviewer's words, which nobody takes for the candidate's",
    { isOfCandidate: false, words: "Yes", refusal: null },
    "Yes",
    true,
    "invitation"
  ],
  [
    "an answer that does not count, which somebody has to read",
    { isOfCandidate: false, words: "", refusal: "[No.]" },
    "[No.]\n\nYes",
    false,
    "invitation"
  ]
])("the mail of an answer to an invitation is kept: %s", (_, answer, body, is_automatic, purpose) => {
  const mail = answerMail({ ...unreadMail({ uid: 7, uid_validity: 1, received_at: at(1) }), body: "Yes" }, answer)
  const { entity: { message } } = Result.getOrThrow(
    receive(mail, [], one, {
      ...contextAt(),
      actor: { organization_id: OrganizationId.make(id(901)), worker: "mailboxes", request_id: "test" }
    })
  )
  expect(message).toMatchObject({ body, is_automatic, purpose })
})
