import { MailTemplateId, RejectionReasonId } from "@candor/domain/Id"
import { LimitReached } from "@candor/domain/Limit"
import * as RejectionReason from "@candor/domain/rejection/RejectionReason"
import { expect, test } from "bun:test"
import { Result } from "effect"
import { contextAt, id } from "./context.ts"

const list = (...names: ReadonlyArray<string>): RejectionReason.RejectionReasons =>
  names.map((name, n) => ({ id: RejectionReasonId.make(id(100 + n)), name }))

const absent = RejectionReasonId.make(id(900))
const reasons = list("Not qualified", "Other")
const taken = Result.fail(new RejectionReason.RejectionReasonTaken({ id: reasons[1]!.id }))

test("a reason is added at the end, once by its name in any case of letters, and up to the limit", () => {
  const { entity, events } = Result.getOrThrow(RejectionReason.add(reasons, { name: "Location" }, contextAt()))
  expect(entity.map(({ name }) => name)).toEqual(["Not qualified", "Other", "Location"])
  expect(events).toEqual([{
    type: "rejection_reason.added",
    subject_id: id(1),
    data: { id: id(1), name: "Location", mail_template_id: null }
  }])
  expect(RejectionReason.add(reasons, { name: "OTHER " }, contextAt())).toEqual(taken)
  const { limit, what } = RejectionReason.maxReasons
  const full = list(...Array.from({ length: limit }, (_, n) => `${n}`))
  expect(RejectionReason.add(full, { name: "One more" }, contextAt())).toEqual(
    Result.fail(new LimitReached({ what, limit, present: limit, added: 1 }))
  )
})

test("a reason is renamed in its place, to no name that another has; the same name is no change", () => {
  const rename = (name: string) => RejectionReason.rename(reasons, reasons[0]!.id, { name })
  expect(Result.getOrThrow(rename("NOT qualified")).entity.map(({ name }) => name)).toEqual(["NOT qualified", "Other"])
  expect(Result.getOrThrow(rename("Not qualified"))).toEqual({ entity: reasons, events: [] })
  expect(rename("other")).toEqual(taken)
  expect(RejectionReason.rename(reasons, absent, { name: "x" })).toEqual(
    Result.fail(new RejectionReason.RejectionReasonNotFound({ id: absent }))
  )
})

test("a reason gets a template, which a new name leaves as it is, and is without one again", () => {
  const mail_template_id = MailTemplateId.make(id(70))
  const change = (list: RejectionReason.RejectionReasons, draft: RejectionReason.RejectionReasonPatch) =>
    Result.getOrThrow(RejectionReason.rename(list, reasons[0]!.id, draft))
  const given = change(reasons, { name: "Not qualified", mail_template_id })
  expect(given.events).toMatchObject([{ type: "rejection_reason.renamed", data: { mail_template_id } }])
  expect(change(given.entity, { name: "Another" }).entity[0]).toEqual({
    id: reasons[0]!.id,
    name: "Another",
    mail_template_id
  })
  expect(change(given.entity, { name: "Not qualified", mail_template_id }).events).toEqual([])
  expect(change(given.entity, { mail_template_id: null }).entity[0]).toMatchObject({ mail_template_id: null })
})

test("a reason is removed, and then found no more", () => {
  const { entity, events } = Result.getOrThrow(RejectionReason.remove(reasons, reasons[0]!.id))
  expect(entity).toEqual([reasons[1]!])
  expect(events).toMatchObject([{ type: "rejection_reason.removed", data: { name: "Not qualified" } }])
  expect(RejectionReason.remove(entity, reasons[0]!.id)).toEqual(
    Result.fail(new RejectionReason.RejectionReasonNotFound({ id: reasons[0]!.id }))
  )
  expect(RejectionReason.find(entity, "Not qualified")).toEqual(
    Result.fail(new RejectionReason.UnknownRejectionReason({ reason: "Not qualified", accepted: ["Other"] }))
  )
})

test("the reasons of a new organization get the names of its language, and none where somebody has changed one", () => {
  const { de, en } = RejectionReason.defaultNames
  const { entity, events } = Result.getOrThrow(RejectionReason.inLanguage(list(...en), "de"))
  expect(entity.map(({ name }) => name)).toEqual([...de])
  expect(entity.map(({ id }) => id)).toEqual(list(...en).map(({ id }) => id))
  expect(events.map(({ type }) => type)).toEqual(en.map(() => "rejection_reason.renamed"))
  for (const own of [list(...en).slice(1), list(...en.slice(1), "Too tall"), list(...de)])
    expect(Result.getOrThrow(RejectionReason.inLanguage(own, "de"))).toEqual({ entity: own, events: [] })
})
