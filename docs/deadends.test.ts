/**
 * No dead ends: whatever can be created can be listed, read, changed and deleted, and every state of every machine is
 * reached. What is left out stands here with its reason; an entry that is no longer needed fails.
 */
import { queueNames } from "@candor/sql/queue/QueueNames"
import { describe, expect, test } from "bun:test"
import { join } from "node:path"
import * as Machines from "./src/Machines.ts"
import { type Document, enumsOf, missing, nounOf, nouns, operationFor, operationsOf, unchangeable } from "./src/Nouns.ts"

const document: Document = await Bun.file(join(import.meta.dir, "openapi.json")).json()
const operations = operationsOf(document)

const partOfApplication = "what a person said when applying stays as it was said, and is read with the application"
const history = "changes of an application make its history, which GET /applications/{id}/history shows"
const contentStays = "a content stays what its ETag names; POST /applications/{id}/attachments adds another"
const ofJob = "a job and its list have its stages"
const ofAccount = "a passkey is its member's own, who adds, sees and removes it in the console (decision 0058)"
const log = "the log of a webhook is made by its messages, and finished ones go after 30 days"

/** What cannot be done with a noun, and why not. */
const leftOut: Readonly<Record<string, string>> = {
  "OrganizationId create": "an operator makes organizations: candor organizations create",
  "OrganizationId list": "a key sees its own organization alone",
  "OrganizationId delete": "ends the contract with its operator, not a request",
  "UserId delete": "notes, feedback and events name their authors; PATCH /members/{memberId} deactivates a member",
  "PasskeyId create": ofAccount,
  "PasskeyId list": ofAccount,
  "PasskeyId read": ofAccount,
  "PasskeyId change": ofAccount,
  "PasskeyId delete": ofAccount,
  "StageId list": ofJob,
  "StageId read": ofJob,
  "AiProfileId read": "the list has all that is known of each",
  "AiProfileId change": "only the extractor writes a profile",
  "HistoryEntryId create": history,
  "HistoryEntryId list": history,
  "HistoryEntryId read": history,
  "HistoryEntryId change": history,
  "HistoryEntryId delete": history,
  "RejectionReasonId read": "the list has all reasons, with all that is known of each",
  "ApplicationAnswerId create": partOfApplication,
  "ApplicationAnswerId list": partOfApplication,
  "ApplicationAnswerId read": partOfApplication,
  "ApplicationAnswerId change": partOfApplication,
  "ApplicationAnswerId delete": partOfApplication,
  "AttachmentId change": contentStays,
  "WorkId create": "changes queue work, and workers do it",
  "WorkId read": "the list has all that is known of it",
  "WorkId change": "POST /background/failed/{workId}/requeue",
  "WorkId delete": "work that is done is deleted after a week",
  "DeliveryId create": "events make deliveries; POST /webhooks/{webhookId}/test and …/replay make others",
  "DeliveryId read": "the list has all that is known of it",
  "DeliveryId change": log,
  "DeliveryId delete": log
}

/** The fields that are set once, and why they stay. */
const setOnce: Readonly<Record<string, string>> = {
  "UserId email": "the address is who the member is: another address is another member",
  "ApiKeyId scope": "POST /api-keys makes a key with another one",
  "ApiKeyId user_id": "POST /api-keys makes a key of another member",
  "AttachmentId file": contentStays,
  "AttachmentId file_type": contentStays,
  "JobId stages": "POST, PATCH and DELETE /jobs/{jobId}/stages/{stageId} change them one by one",
  "ApplicationId job_id": "an application stays with its job: another job is another application",
  "ApplicationId candidate_id": "an application stays with its candidate",
  "ApplicationId candidate": "PATCH /candidates/{candidateId} changes the candidate",
  "ApplicationId candidate_match": "it says who is made; POST /candidates/{candidateId}/merge puts it right",
  "ApplicationId answers": partOfApplication
}

/** Operations that create something although they are not a noun's list. */
const alsoCreate: Readonly<Record<string, string>> = {
  "POST /api-keys/{apiKeyId}/rotate": "a key in the place of another one",
  "POST /members/{memberId}/sign-in-link": "a link that is used or ends within a day, and that a new one replaces",
  "POST /webhooks/{webhookId}/test": "a delivery",
  "POST /webhooks/{webhookId}/replay": "deliveries",
  "POST /webhooks/{webhookId}/deliveries/{deliveryId}/replay": "a delivery"
}

/** The queue of the background work that leads to a state. */
const background = (queue: string) => ({ queue })

/** What leads to each state of each machine: an operation, or background work. */
const reachedBy: Readonly<Record<string, Readonly<Record<string, string | { readonly queue: string }>>>> = {
  "job status": {
    draft: "POST /jobs",
    published: "PATCH /jobs/{jobId}",
    closed: "PATCH /jobs/{jobId}"
  },
  "application status": {
    active: "POST /applications",
    rejected: "POST /applications/{id}/reject",
    withdrawn: "POST /applications/{id}/withdraw",
    hired: "POST /applications/{id}/hire"
  },
  "member status": {
    active: "POST /members",
    deactivated: "PATCH /members/{memberId}"
  },
  "AI profile status": {
    pending: "POST /applications",
    processing: background("profiles"),
    completed: background("profiles"),
    failed: background("profiles"),
    superseded: background("profiles")
  },
  "text status": {
    pending: "POST /applications/{id}/attachments",
    extracted: background("texts"),
    failed: background("texts")
  },
  "prospect status": {
    discovered: "POST /sourcing/searches/{searchId}/prospects",
    shortlisted: "POST /sourcing/prospects/{prospectId}/shortlist"
  },
  "pipeline stage": {
    not_contacted: "POST /sourcing/searches/{searchId}/prospects",
    contacted: "PATCH /sourcing/prospects/{prospectId}",
    replied: "PATCH /sourcing/prospects/{prospectId}",
    interested: "PATCH /sourcing/prospects/{prospectId}",
    not_interested: "PATCH /sourcing/prospects/{prospectId}",
    converted: "POST /sourcing/prospects/{prospectId}/convert"
  },
  "webhook delivery status": {
    pending: "POST /webhooks/{webhookId}/test",
    succeeded: background("receivers"),
    failed: background("receivers")
  },
  "webhook status": {
    enabled: "POST /webhooks",
    disabled: "PATCH /webhooks/{webhookId}"
  }
}

/** What is wrong with a way to a state: the answer has to show the machine's states, and a body that names one to accept it. */
const faults = (states: ReadonlyArray<string>, state: string, way: string | { readonly queue: string }): ReadonlyArray<string> => {
  if (typeof way === "object") return queueNames.includes(way.queue) ? [] : [`there is no queue ${way.queue}`]
  const operation = operations.find(({ name }) => name === way)
  if (operation === undefined) return [`there is no operation ${way}`]
  const isOfMachine = (values: ReadonlyArray<unknown>) => values.every((value) => states.includes(String(value)))
  const shown = enumsOf(operation.answer).filter((values) => isOfMachine(values) && values.length === states.length)
  const named = enumsOf(operation.body).filter(isOfMachine)
  return [
    ...(shown.length > 0 ? [] : [`the answer of ${way} does not show ${state}`]),
    ...(named.every((values) => values.includes(state)) ? [] : [`${way} does not accept ${state}`])
  ]
}

const keys = (entries: object) => Object.keys(entries).toSorted()

const sorted = (found: ReadonlyArray<string>) => found.toSorted()

test("every noun can be created, listed, read, changed and deleted, except as told here", () => {
  expect(nouns.length).toBeGreaterThan(10)
  expect(sorted(missing(operations))).toEqual(keys(leftOut))
})

test("an operation that is taken away leaves a dead end", () => {
  const found = missing(operations)
  const fewer = (name: string) => missing(operations.filter((operation) => operation.name !== name))
  expect(fewer("DELETE /sourcing/searches/{searchId}")).toEqual(expect.arrayContaining([...found, "SearchId delete"]))
  expect(fewer("GET /jobs")).toEqual(expect.arrayContaining([...found, "JobId list"]))
  expect(fewer("POST /applications/{id}/notes")).toEqual(expect.arrayContaining([...found, "NoteId create"]))
})

test("every field that is set can be changed, except as told here", () => {
  expect(sorted(unchangeable(operations))).toEqual(keys(setOnce))
})

test("every id in a path is that of a noun", () => {
  const parameters = operations.flatMap(({ segments }) => segments.filter((segment) => /^\{\w*id\}$/i.test(segment)))
  expect(parameters.length).toBeGreaterThan(20)
  expect([...new Set(parameters)].filter((parameter) => nounOf(parameter) === undefined)).toEqual([])
})

test("every operation that creates something creates a noun, except as told here", () => {
  const creating = operations.filter(({ success }) => success === 201).map(({ name }) => name)
  const ofNouns = new Set(nouns.map((noun) => operationFor(operations, noun, "create")?.name))
  expect(creating.filter((name) => ofNouns.has(name)).length).toBeGreaterThan(5)
  expect(sorted(creating.filter((name) => !ofNouns.has(name)))).toEqual(keys(alsoCreate))
})

test("the operations that reasons name exist", () => {
  const reasons = [leftOut, setOnce].flatMap((list) => Object.values(list))
  const named = reasons.flatMap((reason) => reason.match(/\b(?:GET|POST|PATCH|DELETE) \/[^\s;]+/g) ?? [])
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => !operations.some((operation) => operation.name === name))).toEqual([])
})

describe("state machines", async () => {
  const found = await Machines.find()

  test("each is in the table of this test", () => {
    expect(sorted(found.map(({ machine }) => machine.name))).toEqual(keys(reachedBy))
  })

  test.each(found.map(({ machine }) => [machine.name, machine] as const))("%s: every state is reached", (name, { states }) => {
    const ways = reachedBy[name]!
    expect(Object.keys(ways)).toEqual([...states])
    expect(states.flatMap((state) => faults(states, state, ways[state]!))).toEqual([])
  })

  test("a way that does not lead to its state is noticed", () => {
    const states = ["draft", "published", "closed"]
    expect(faults(states, "closed", "PATCH /jobs/{jobId}")).toEqual([])
    expect(faults(states, "archived", "PATCH /jobs/{jobId}")).toEqual(["PATCH /jobs/{jobId} does not accept archived"])
    expect(faults(states, "closed", "PATCH /candidates/{candidateId}").length).toBe(1)
    expect(faults(states, "closed", "POST /jobs/{jobId}/close").length).toBe(1)
    expect(faults(states, "closed", background("closings")).length).toBe(1)
  })

  test("the domain executes each", async () => {
    const texts = await Promise.all(Machines.domainFiles().map(Machines.domainText))
    const isExecuted = (name: string) => texts.some((text) => new RegExp(`\\b${name}\\.next\\(|\\bmoveTo\\(\\s*${name}\\b`).test(text))
    expect(found.filter(({ exported }) => !isExecuted(exported)).map(({ machine }) => machine.name)).toEqual([])
  })
})
