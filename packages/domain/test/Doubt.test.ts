/** Whose a trouble is that a server has with a mail whose sender it took. */
import { ApplicationId } from "@candor/domain/Id"
import { type Doubted, type Evidence, isOfAccount, isShared, sharedAtLast } from "@candor/domain/mail/Doubt"
import { write } from "@candor/domain/mail/Letter"
import type { MailProblem } from "@candor/domain/mail/MailServer"
import { expect, test } from "bun:test"
import { Result } from "effect"
import { contextAt, id } from "./context.ts"

const application_id = ApplicationId.make(id(10))
const letter = {
  application_id,
  purpose: "letter",
  subject: "Hello",
  body: "Hello",
  template_id: null,
  send_at: null,
  key: null
} as const
const sender = { name: "Acme", email: "jobs@acme.example" }

const doubted = (
  email: string,
  problem: MailProblem = "refused",
  changes: Partial<Doubted> = {},
  failure: string | null = null
): Doubted => {
  const before = {
    anonymised_at: null,
    recipient: { name: null, email },
    sender,
    files: [],
    replied: null,
    messages: 0,
    waiting: 0
  }
  const { entity } = Result.getOrThrow(write(letter, before, contextAt()))
  return { message: { ...entity, failure }, trouble: { problem, detail: "550" }, doubt: "account", ...changes }
}

test.each<readonly [string, ReadonlyArray<Doubted>, boolean]>([
  ["no other mail", [], false],
  ["one to somebody else", [doubted("eve@mail.example")], true],
  ["one to the same person", [doubted("Bob@mail.example")], false],
  ["one to somebody else with another trouble", [doubted("eve@mail.example", "busy")], false],
  ["one to the same person, and one to somebody else", [doubted("bob@mail.example"), doubted("eve@mail.example")], true]
])("trouble with a mail is the server's where others had it: %s", (_, others, expected) => {
  expect(isShared(doubted("bob@mail.example"), others)).toBe(expected)
})

test.each<readonly [string, Doubted, Evidence, boolean]>([
  ["by words of the account", doubted("bob@x.example"), { hasSent: false, status: "unknown" }, true],
  [
    "while the account fails",
    doubted("bob@x.example", "refused", {}, "550"),
    { hasSent: false, status: "failing" },
    true
  ],
  ["by words that may be of the receiver", doubted("bob@x.example", "busy", { doubt: "unknown" }), {
    hasSent: false,
    status: "unknown"
  }, false],
  ["after another mail was taken", doubted("bob@x.example"), { hasSent: true, status: "working" }, false],
  ["again, after others were taken", doubted("bob@x.example", "refused", {}, "550"), {
    hasSent: false,
    status: "working"
  }, false]
])("trouble with the only mail that is due is the account's or the mail's: %s", (_, one, evidence, expected) => {
  expect(isOfAccount(one, evidence)).toBe(expected)
})

const unsent: Evidence = { hasSent: false, status: "unknown" }

test.each<readonly [string, ReadonlyArray<Doubted>, Evidence, string | undefined]>([
  ["one mail", [doubted("bob@x.example")], unsent, undefined],
  ["two to one person", [doubted("bob@x.example"), doubted("bob@x.example")], unsent, "refused"],
  ["two with other troubles", [doubted("bob@x.example"), doubted("bob@x.example", "busy")], unsent, undefined],
  ["two after another was taken", [doubted("bob@x.example"), doubted("bob@x.example")], {
    hasSent: true,
    status: "working"
  }, undefined]
])("where no other mail is due, the account's trouble is that of %s", (_, all, evidence, problem) => {
  expect(sharedAtLast(all, evidence)?.problem).toBe(problem as MailProblem | undefined)
})
