/** Submissions to a careers site: what is an application at all, what is odd, and what becomes of each. */
import { ofStrangers } from "@candor/domain/attachment/FileUsage"
import { type CandidateState, noun as candidateNoun } from "@candor/domain/candidate/Candidate"
import { absent } from "@candor/domain/Noun"
import { initial, type JobForm } from "@candor/domain/form/JobForm"
import { AttachmentId, CandidateId, ApplicationId, JobId, OrganizationId, QuestionId } from "@candor/domain/Id"
import { add } from "@candor/domain/submission/Intake"
import { answerOf, fill, mayBeSame, unappliedOf } from "@candor/domain/submission/Sender"
import { sourceIn, sourceTypeOf } from "@candor/domain/submission/Source"
import * as Submission from "@candor/domain/submission/Submission"
import { draftOf } from "@candor/domain/submission/SubmissionDraft"
import { type Given, read } from "@candor/domain/submission/SubmittedForm"
import {
  type Conduct,
  isTrapped,
  maxBytesOfAddress,
  maxOfAddress,
  maxOfBoard,
  maxOfText,
  type Signs,
  suspicionsOf
} from "@candor/domain/submission/Suspicion"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"

const now = Timestamp.make("2026-11-28T12:00:00.000Z")
const uuid = () => crypto.randomUUID()
const job = JobId.make(uuid())
const context = {
  actor: { organization_id: OrganizationId.make(uuid()), worker: "careers", request_id: "r" },
  now,
  nextId: uuid
}
const question: JobForm["questions"][number] = {
  id: QuestionId.make(uuid()),
  label: "A sample?",
  help_text: null,
  type: "file",
  options: [],
  required: true
}
const asking = (form: Partial<JobForm> = {}, consent_text: string | null = null) => ({
  form: { ...initial(job, now), resume: "optional" as const, ...form },
  consent_text,
  consent_version: 3
})
const given = (fields: Given["fields"] = {}, more: Partial<Given> = {}): Given => ({
  fields: { full_name: "Grace Hopper", email: "grace@example.com", ...fields },
  answers: {},
  files: [],
  ...more
})
const file = (field: string) => ({
  id: AttachmentId.make(uuid()),
  field,
  original_filename: "cv.pdf",
  content_type: "application/pdf" as const,
  size_bytes: 10
})

const problems = (...[one, other]: readonly [ReturnType<typeof asking>, Given]) =>
  Result.match(read(one, other, now), {
    onFailure: ({ problems }) => problems.map(({ field }) => field),
    onSuccess: () => []
  })

describe("an application at all", () => {
  test.each<[what: string, asked: ReturnType<typeof asking>, given: Given, fields: ReadonlyArray<string>]>([
    ["a name and an address are enough", asking(), given(), []],
    ["what nobody sees is no name", asking(), given({ full_name: "\u200b\n" }), ["full_name"]],
    ["two addresses in one field are", asking(), given({ email: "a@example.com; b@example.com" }), []],
    ["what is no address is none", asking(), given({ email: "grace" }), ["email"]],
    ["a required part", asking({ phone: "required", resume: "required" }), given({ phone: " " }), ["phone", "resume"]],
    [
      "a letter may be a file or a text",
      asking({ cover_letter: "required" }),
      given({}, { files: [file("cover_letter")] }),
      []
    ],
    [
      "a question for a file needs one, whatever its field says",
      asking({ questions: [question] }),
      given({}, { answers: { [question.id]: "cv.pdf" } }),
      [`question:${question.id}`]
    ],
    ["and has it", asking({ questions: [question] }), given({}, { files: [file(question.id)] }), []],
    ["a consent that is asked", asking({}, "I agree."), given(), ["consent"]],
    ["is any version of it", asking({}, "I agree."), given({ consent: "2" }), []],
    [
      "no value is trusted to be a text",
      asking(),
      given({ phone: { a: 1 }, linkedin_url: ["x"], cover_letter: 5 }, { answers: { x: { y: [] }, z: [null, "a"] } }),
      []
    ]
  ])("%s", (_, asked, given, fields) => expect(problems(asked, given)).toEqual([...fields]))

  test.each([
    ["the present version", 3, ["3", 3, " 3 "], true],
    ["an earlier version, of a page that was kept", 3, ["1", "2"], true],
    ["what is no version that was shown", 3, [
      "0",
      "4",
      "99",
      "-1",
      "03",
      "3.0",
      "on",
      "true",
      "false",
      true,
      false,
      null,
      undefined,
      "",
      {},
      ["3"]
    ], false]
  ])("consent is %s", (_, consent_version, values, isConsent) => {
    const found = values.map((consent) => problems({ ...asking({}, "I agree."), consent_version }, given({ consent })))
    expect(found).toEqual(values.map(() => isConsent ? [] : ["consent"]))
  })

  test("the consent has the text that was shown, if that is still the text", () => {
    const consents = ["3", 3, "2"].map((consent) =>
      Result.getOrThrow(read(asking({}, "I agree."), given({ consent }), now)).consent
    )
    expect(consents).toEqual([
      { version: 3, text: "I agree.", given_at: now },
      { version: 3, text: "I agree.", given_at: now },
      { version: 2, text: null, given_at: now }
    ])
  })

  const asked = (type: JobForm["questions"][number]["type"], options: ReadonlyArray<string> = []) => ({
    ...asking({ questions: [{ ...question, required: false, type, options }] }),
    language: "en"
  })
  const answer = `question:${question.id}`

  test.each<
    [
      what: string,
      ReturnType<typeof asked>,
      Given["fields"],
      answer: unknown,
      told: ReadonlyArray<readonly [string, string]>
    ]
  >([
    ["two addresses in two fields", asked("url"), { email: ["a@example.com", "b@example.com"] }, null, [[
      "email",
      "several"
    ]]],
    ["one address twice", asked("url"), { email: ["a@example.com", "a@example.com"] }, null, []],
    ["two names, of which one is blank", asked("url"), { full_name: ["Ada", " "] }, null, []],
    ["two phone numbers", asked("url"), { phone: ["+49 30 901820", "+49 30 901821"] }, null, [["phone", "several"]]],
    ["a phone number of letters", asked("url"), { phone: "abc" }, null, [["phone", "not_understood"]]],
    ["a phone number with letters", asked("url"), { phone: "1-800-FLOWERS" }, null, []],
    ["a phone number with an extension", asked("url"), { phone: "030/901820 ext. 12 (after 5)" }, null, []],
    ["several boxes", asked("multiple_choice", ["a", "b"]), {}, ["a", "b"], []],
    ["a box that the form does not have", asked("multiple_choice", ["a", "b"]), {}, ["a", "c"], [[
      answer,
      "not_understood"
    ]]],
    ["two of one choice", asked("single_choice", ["a", "b"]), {}, ["a", "b"], [[answer, "several"]]],
    ["two texts", asked("short_text"), {}, ["a", "b"], [[answer, "several"]]],
    ["a day", asked("date"), {}, "31/01/2027", []],
    ["a day that may be two", asked("date"), {}, "01/02/2027", [[answer, "ambiguous"]]],
    ["no day", asked("date"), {}, "soon", [[answer, "not_understood"]]],
    ["a salary", asked("number"), {}, "60 k€", []],
    ["a number that may be two", asked("number"), {}, "1.500", [[answer, "ambiguous"]]],
    ["no number", asked("number"), {}, "much", [[answer, "not_understood"]]],
    ["a name in the place of a file", asked("file"), { resume: "cv.pdf" }, "sample.pdf", [
      ["resume", "not_understood"],
      [answer, "not_understood"]
    ]]
  ])("a page is told of %s", (_, asked, fields, value, told) => {
    const result = read(asked, given(fields, { answers: { [question.id]: value } }), now)
    const found = Result.isFailure(result) ? result.failure.problems.map(({ field, reason }) => [field, reason]) : []
    expect(found).toEqual(told as never)
  })

  test("what a page's answer may mean is told, and the language of the page is kept with the form", () => {
    const failed = read(asked("date"), given({}, { answers: { [question.id]: "01/02/2027" } }), now)
    expect(Result.isFailure(failed) && failed.failure.problems[0]).toMatchObject({
      readings: ["2027-02-01", "2027-01-02"]
    })
    const german = { ...asked("date"), language: "de" }
    const content = Result.getOrThrow(read(german, given({}, { answers: { [question.id]: "01/02/2027" } }), now))
    expect(draftOf(accepted({ content })).answers).toMatchObject([{ answer_text: "01/02/2027", value: "2027-02-01" }])
  })

  test("any text a person can send makes a request for an application", () => {
    const texts = ["\u0000", "\ud800", "e" + "\u0301".repeat(500), "x".repeat(50_000), "=1+1", "<script>", "\u202e"]
    for (const text of texts) {
      const content = Result.getOrThrow(
        read(
          asking(),
          given({ full_name: `A${text}`, phone: text, website_url: text, linkedin_url: text, cover_letter: text }),
          now
        )
      )
      const draft = draftOf(accepted({ content }))
      expect(Array.from(draft.candidate!.full_name).length).toBeWithin(1, 201)
    }
  })
})

const quiet: Signs = { bytes_of_address: 0, of_address: 0, of_text: 0, of_board: 0 }
const human: Conduct = { honeypot: false, millis: 30_000, proven: false }

test.each<[what: string, conduct: Partial<Conduct>, signs: Partial<Signs>, found: ReadonlyArray<string>]>([
  ["nothing odd", {}, {}, []],
  ["without a time of the form", { millis: null }, {}, []],
  ["a time in the future says nothing", { millis: -5 }, {}, []],
  ["two seconds", { millis: 1999 }, {}, ["too_fast"]],
  ["two seconds with autofill, in a browser that has proven its work", { millis: 1999, proven: true }, {}, []],
  ["a filled honeypot", { honeypot: true }, {}, ["honeypot"]],
  ["a honeypot that autofill filled, in a browser that has proven its work", { honeypot: true, proven: true }, {}, []],
  ["a flood", {}, { of_board: maxOfBoard }, ["no_proof"]],
  ["a flood, with a proof", { proven: true }, { of_board: maxOfBoard }, []],
  ["a burst", {}, { of_address: maxOfAddress }, ["burst"]],
  ["a burst, with a proof", { proven: true }, { of_address: maxOfAddress }, []],
  ["the text of many, also with a proof", { proven: true }, { of_text: maxOfText }, ["same_text"]],
  ["many bytes, whatever was proven", { proven: true }, { bytes_of_address: maxBytesOfAddress }, ["burst"]],
  ["one less of each", {}, {
    bytes_of_address: maxBytesOfAddress - 1,
    of_board: maxOfBoard - 1,
    of_address: maxOfAddress - 1,
    of_text: maxOfText - 1
  }, []]
])("suspicious: %s", (_, conduct, signs, found) => {
  expect(suspicionsOf({ ...human, ...conduct }, { ...quiet, ...signs })).toEqual([...found] as never)
})

test.each([
  ["empty", { website: " " }, false],
  ["none", {}, false],
  ["a list", { website: ["x"] }, false],
  ["what no other field has", { website: "https://spam.example.com", website_url: "https://ada.example.com" }, true],
  [
    "the person's website, in any form",
    { website: "https://www.Ada.example.com/", website_url: "ada.example.com" },
    false
  ],
  ["what the consent has", { website: "1", consent: "1" }, true],
  ["the person's address", { website: "ada@example.com", email: "ada@example.com" }, false]
])("the trap of the form with %s", (_, fields, isFilled) => expect(isTrapped(fields)).toBe(isFilled))

const arrival = (more: Partial<Submission.Arrival> = {}): Submission.Arrival => ({
  job_id: job,
  content: Result.getOrThrow(read(asking(), given({}, { files: [file("resume")] }), now)),
  conduct: human,
  filling_seconds: null,
  file_digests: [],
  network_key: null,
  key: null,
  address_key: "a",
  text_key: null,
  proof: null,
  ...more
})
const circumstances: Submission.Circumstances = {
  ...quiet,
  known: null,
  proof_is_used: false,
  quarantined: 0,
  quarantined_bytes: 0
}
const accepted = (more: Partial<Submission.Arrival> = {}, around: Partial<Submission.Circumstances> = {}) =>
  Result.getOrThrow(Submission.accept(arrival(more), { ...circumstances, ...around }, context)).entity

test("one that came before stays as it is; a proof that was used is none", () => {
  const known = accepted()
  expect(accepted({}, { known })).toBe(known)
  expect(accepted({ proof: "p" }, { of_board: maxOfBoard })).toMatchObject({ state: "received", proof: "p" })
  expect(accepted({ proof: "p" }, { of_board: maxOfBoard, proof_is_used: true })).toMatchObject({
    state: "quarantined",
    proof: null
  })
})

test("a full quarantine refuses what is odd, takes what is not, and passes what has a proof", () => {
  const full = { quarantined: Submission.maxQuarantined }
  const odd = { conduct: { ...human, honeypot: true } }
  expect(Result.isFailure(Submission.accept(arrival(odd), { ...circumstances, ...full }, context))).toBe(true)
  expect(accepted({}, full).state).toBe("received")
  expect(accepted({ ...odd, proof: "p" }, full).state).toBe("received")
  const many = { ...circumstances, ...full, bytes_of_address: maxBytesOfAddress }
  expect(Result.isFailure(Submission.accept(arrival({ proof: "p" }), many, context))).toBe(true)
})

test("its data is in no event", () => {
  const one = Result.getOrThrow(
    Submission.accept(arrival({ conduct: { ...human, honeypot: true } }), circumstances, context)
  )
  const released = Result.getOrThrow(Submission.release(one.entity, "published", context))
  const ended = [Submission.remove, Submission.requestWithdrawal].map((decide) =>
    Result.getOrThrow<typeof one, unknown>(decide(one.entity, context))
  )
  const all = [one, released, ...ended]
  expect(all.map(({ events: [event] }) => event!.type)).toEqual([
    "application.quarantined",
    "submission.released",
    "submission.deleted",
    "submission.withdrawal_requested"
  ])
  expect(JSON.stringify(all.flatMap(({ events }) => events))).not.toMatch(/grace|hopper/i)
})

test("an application gets the files, and of answers those that it does not have", () => {
  const submission = accepted({ content: { ...arrival().content, cover_letter: "Dear all" } })
  const usage = { files_counted: 0, file_bytes: 0 }
  const present = {
    answers: [],
    unapplied: [],
    size: { notes_counted: 0, feedback_counted: 0, text_bytes: 0 },
    files: { owner: usage, organization: usage }
  }
  const target = {
    application_id: ApplicationId.make(uuid()),
    candidate_id: CandidateId.make(uuid()),
    isNew: false,
    known: { full_name: "Grace Hopper", linkedin_url: null, website_url: null }
  }
  const of = (
    isNew: boolean,
    answers: ReadonlyArray<{ question_text: string; answer_text: string }>,
    files_counted = 0
  ) =>
    add(submission, { ...target, isNew }, {
      ...present,
      answers,
      files: { ...present.files, owner: { ...usage, files_counted } }
    }, context)
  const count = (result: ReturnType<typeof add>) => {
    const { entity: { answers, attachments } } = Result.getOrThrow(result)
    return [answers.length, attachments.length]
  }
  expect(count(of(true, []))).toEqual([0, 1])
  expect(count(of(false, []))).toEqual([1, 1])
  expect(count(of(false, [{ question_text: "Cover letter", answer_text: "Dear all" }]))).toEqual([0, 1])
  expect(Result.isFailure(of(false, [], 50))).toBe(true)
  const filled = (file_bytes: number) =>
    add(
      submission,
      target,
      { ...present, files: { ...present.files, organization: { ...usage, file_bytes } } },
      context
    )
  const { size_bytes } = submission.files[0]!
  expect(Result.isSuccess(filled(ofStrangers.bytes.limit - size_bytes))).toBe(true)
  expect(Result.isFailure(filled(ofStrangers.bytes.limit - size_bytes + 1))).toBe(true)
})

test.each([
  [{ source: "job fair", utm_source: "newsletter", referrer: "https://a.example/" }, "job fair"],
  [{ utm_source: "newsletter", referrer: "https://a.example/" }, "newsletter"],
  [{ referrer: "https://www.a.example/jobs?page=2" }, "a.example"],
  // The form's page sends the host alone.
  [{ referrer: "www.a.example" }, "a.example"],
  [{ referrer: "portal.a.example:8080" }, "portal.a.example"],
  [{ referrer: "a friend of mine" }, "careers_site"],
  [{}, "careers_site"]
])("the channel of an application with %j is %s", (fields, channel) => {
  expect(sourceTypeOf(sourceIn(fields))).toBe(channel)
})

test.each([
  ["Otto Adam", "Zara Becker", false],
  ["Otto Adam", "otto  ADAM", true],
  ["Adam, Otto", "Otto Adam", true],
  ["Otto M. Adam", "Otto Adam", true],
  ["Zoë Müller", "Zoe Muller", true],
  ["Otto Adam", "Otto Becker", false],
  ["李小龙", "李小龙", true],
  ["李小龙", "Otto", false],
  ["", "Otto", false],
  ["…", "…", true]
])("%s and %s may be one person: %p", (one, other, isSame) => {
  expect([mayBeSame(one, other), mayBeSame(other, one)]).toEqual([isSame, isSame])
})

describe("who sends the address of somebody who is known", () => {
  const known: CandidateState = {
    ...absent(candidateNoun),
    id: CandidateId.make(uuid()),
    full_name: "Otto Adam",
    primary_email: "a@example.com",
    email_addresses: [{ address: "a@example.com", kind: null, is_primary: true }],
    phone_numbers: [{ number: "+49 30 1111", kind: null, is_primary: true }],
    erasure_request: null,
    created_at: now,
    updated_at: now,
    anonymised_at: null,
    version: 1
  }
  const sent = (fields: Given["fields"]) =>
    accepted({
      content: Result.getOrThrow(
        read(asking(), given({ email: "A@example.com", phone: "+49 40 2222", ...fields }), now)
      )
    })

  test("as another person changes nothing of the record: name, phone and links are kept with the application, and in an answer", () => {
    const other = sent({ full_name: "Zara Becker", website_url: "https://zara.example.com", linkedin_url: "ask me" })
    expect(Result.getOrThrow(fill(known, other, context))).toEqual({
      entity: { candidate: known, requested: null },
      events: []
    })
    expect(unappliedOf(known, other)).toEqual([
      { field: "full_name", value: "Zara Becker", reason: "differs" },
      { field: "website_url", value: "https://zara.example.com", reason: "differs" },
      { field: "phone_numbers", value: "+49 40 2222", reason: "differs" },
      { field: "linkedin_url", value: "ask me", reason: "unrecognized" }
    ])
    expect(answerOf(known, other)).toMatchObject([{
      answer_text: "Zara Becker\nA@example.com\n+49 40 2222\nask me\nhttps://zara.example.com"
    }])
  })

  test("as the same person adds what the record lacks, such as a corrected number, and keeps what differs", () => {
    const again = sent({ full_name: "otto adam", website_url: "https://otto.example.com" })
    const { entity } = Result.getOrThrow(fill({ ...known, website_url: "https://adam.example.com" }, again, context))
    expect(entity.candidate.phone_numbers.map(({ number }) => number)).toEqual(["+49 30 1111", "+49 40 2222"])
    expect(unappliedOf({ ...known, website_url: "https://adam.example.com" }, again)).toEqual([
      { field: "website_url", value: "https://otto.example.com", reason: "differs" }
    ])
    expect([unappliedOf(known, again), answerOf(known, again)]).toEqual([[], []])
  })
})
