import * as Candidate from "@candor/domain/candidate/Candidate"
import { EmailAddresses, isSamePhone, PhoneNumbers, SeveralEmails } from "@candor/domain/candidate/ContactDetails"
import { describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"
import { contextAt } from "./context.ts"

const create = (draft: Omit<Candidate.CandidateDraft, "full_name">) =>
  Result.getOrThrow(Candidate.create({ full_name: "Ada Lovelace", ...draft }, contextAt())).entity.candidate

const update = (candidate: Candidate.CandidateState, patch: Candidate.CandidatePatch) =>
  Result.getOrThrow(Candidate.update(candidate, patch, contextAt())).entity.candidate

const emailsOf = ({ email_addresses, primary_email }: Candidate.CandidateState) => {
  expect(email_addresses.filter(({ is_primary }) => is_primary).map(({ address }) => address)).toEqual(
    primary_email === null ? [] : [primary_email]
  )
  return email_addresses.map(({ address, kind }) => kind === null ? address : `${address} ${kind}`)
}

const read = Schema.decodeUnknownSync(EmailAddresses)
const work = read([{ address: "ada@work.example", kind: "Work" }, { address: "ADA@example.com" }])

describe("a candidate's email addresses", () => {
  test.each<[string, Omit<Candidate.CandidateDraft, "full_name">, ReadonlyArray<string>]>([
    ["none", { primary_email: null }, []],
    ["the primary one alone", { primary_email: "a@example.com" }, ["a@example.com"]],
    ["a list, whose first is the primary one", { email_addresses: work }, ["ada@work.example work", "ADA@example.com"]],
    ["both, of which the list has the primary one", { primary_email: "ada@example.com", email_addresses: work }, [
      "ada@example.com",
      "ada@work.example work"
    ]],
    ["both, of which the list lacks the primary one", { primary_email: "b@example.com", email_addresses: work }, [
      "b@example.com",
      "ada@work.example work",
      "ADA@example.com"
    ]]
  ])("of a new one are %s", (_, draft, expected) => {
    expect(emailsOf(create(draft))).toEqual([...expected])
  })

  test.each<[string, Candidate.CandidatePatch, ReadonlyArray<string>]>([
    ["another primary one takes the place of the primary one", { primary_email: "new@example.com" }, [
      "new@example.com",
      "ADA@example.com"
    ]],
    ["one of the others becomes the primary one", { primary_email: "ada@example.com" }, [
      "ada@example.com",
      "ada@work.example work"
    ]],
    ["the primary one goes, and the next takes its place", { primary_email: null }, ["ADA@example.com"]],
    ["a list replaces all", { email_addresses: read([{ address: "c@example.com" }]) }, ["c@example.com"]],
    ["an empty list leaves none", { email_addresses: [] }, []]
  ])("change: %s", (_, patch, expected) => {
    expect(emailsOf(update(create({ email_addresses: work }), patch))).toEqual([...expected])
  })

  test("as GET shows them are no change", () => {
    const candidate = create({
      email_addresses: work,
      phone_numbers: Schema.decodeUnknownSync(PhoneNumbers)([{ number: "030 901820" }])
    })
    const { email_addresses, phone_numbers, primary_email } = candidate
    const again = {
      primary_email,
      email_addresses: read(email_addresses),
      phone_numbers: Schema.decodeUnknownSync(PhoneNumbers)(phone_numbers)
    }
    expect(update(candidate, again)).toBe(candidate)
  })

  test.each<[string, unknown, boolean]>([
    ["two primary ones", [{ address: "a@x.de", is_primary: true }, { address: "b@x.de", is_primary: true }], false],
    ["more than 20", Array.from({ length: 21 }, (_, n) => ({ address: `a${n}@x.de` })), false],
    ["an unknown kind", [{ address: "a@x.de", kind: "fax" }], false],
    ["a kind in another spelling", [{ address: "a@x.de", kind: "Private" }], true],
    ["what is no address", [{ address: "a" }], false]
  ])("in a request with %s", (_, value, accepted) => {
    expect(Result.isSuccess(Schema.decodeUnknownResult(EmailAddresses)(value))).toBe(accepted)
  })

  test.each<[string, ReadonlyArray<string> | null]>([
    ["ada@x.de", ["ada@x.de"]],
    ["ada@x.de; ada@y.de", ["ada@x.de", "ada@y.de"]],
    ["Ada <ada@x.de>, ada@y.de,", ["ada@x.de", "ada@y.de"]],
    ["ada@x.de ada@y.de", ["ada@x.de", "ada@y.de"]],
    ["Lovelace, Ada <ada@x.de>", ["ada@x.de"]],
    ["ada at x.de", null],
    [Array.from({ length: 21 }, (_, n) => `a${n}@x.de`).join(";"), null]
  ])("in one text of an applicant: %s", (text, expected) => {
    const read = Schema.decodeUnknownResult(SeveralEmails)(text)
    expect(Result.isSuccess(read) ? read.success.split(",") : null).toEqual(expected === null ? null : [...expected])
  })
})

test.each<[string, object, boolean]>([
  ["neither", {}, false],
  ["null", { primary_email: null }, true],
  ["an empty text", { primary_email: " " }, true],
  ["a list", { email_addresses: [] }, true]
])("a request for a candidate says of email addresses: %s", (_, emails, accepted) => {
  const read = Schema.decodeUnknownResult(Candidate.CandidateDraft)({ full_name: "Ada Lovelace", ...emails })
  expect(Result.isSuccess(read)).toBe(accepted)
})

test("a phone number is kept as it is given, once for its digits, the primary one first", () => {
  const numbers = [{ number: " +49 (0)30 / 90-18 20 ", kind: "cell" }, { number: "4930901820" }, {
    number: "0170 1234567",
    is_primary: true
  }, { number: "0170-1234567" }]
  expect(Schema.decodeUnknownSync(PhoneNumbers)(numbers)).toEqual([
    { number: "0170 1234567", kind: null, is_primary: true },
    { number: "+49 (0)30 / 90-18 20", kind: "mobile", is_primary: false }
  ])
  expect(Result.isFailure(Schema.decodeUnknownResult(PhoneNumbers)([{ number: "on request" }]))).toBe(true)
})

describe("two texts are one phone number", () => {
  test.each([
    ["+49 30 901820", "0049 30/901820", true],
    ["+49 30 901820", "+49 (0)30 901820", true],
    ["+49 30 901820", "030 901820", true],
    ["+49 30 901820", "(030) 90 18 20", true],
    ["+1 415 555 0134", "415-555-0134", true],
    ["1 (415) 555-0134", "4155550134", true],
    ["+44 20 7946 0958", "020 7946 0958", true],
    ["٠١٢٣٤٥٦٧٨٩", "0123456789", true],
    ["۰۹۱۲۳۴۵۶۷۸", "0912345678", true],
    ["030 901820 ext. 12", "030901820x12", true],
    ["030 901820 x12", "030 901820", false],
    ["+49 30 901820", "+43 30 901820", false],
    ["555-0134", "5550134", true],
    // A local number may be of any area.
    ["555-0134", "+1 415 555 0134", false],
    ["7654321", "+49 7654321", false],
    ["+49 30 901820", "901820", false]
  ])("%s and %s: %p", (one, other, isOne) => {
    expect([isSamePhone(one, other), isSamePhone(other, one)]).toEqual([isOne, isOne])
  })
})

test.each(["555-0134", "7654321", "76 54 321"])("the local number %s is kept as it is", (number) => {
  expect(Schema.decodeUnknownSync(PhoneNumbers)([{ number }])).toEqual([{ number, kind: null, is_primary: true }])
})
