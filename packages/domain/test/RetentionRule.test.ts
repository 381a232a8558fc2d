import type { OrganizationDetail } from "@candor/domain/organization/Organization"
import { update } from "@candor/domain/organization/Organization"
import { OrganizationId } from "@candor/domain/Id"
import {
  applies,
  type Closing,
  closedUntil,
  isDue,
  RetentionMonths,
  type RetentionRule
} from "@candor/domain/retention/RetentionRule"
import { later, Timestamp } from "@candor/domain/Timestamp"
import { expect, test } from "bun:test"
import { Result, Schema } from "effect"
import { contextAt, id } from "./context.ts"

const { now } = contextAt()
const inADay = later(now, 24 * 3_600_000)
const lastYear = Timestamp.make("2025-01-01T00:00:00.000Z")

const withRule = (retention: RetentionRule | null): OrganizationDetail => ({
  id: OrganizationId.make(id(901)),
  name: "Acme",
  time_zone: null,
  language: null,
  calendar_failure: "warn",
  signals_off: [],
  plan: "growth",
  publish_limit: 25,
  published_jobs: 0,
  retention,
  created_at: lastYear
})

const rule = (anonymise_after_months: number, applies_from = lastYear): RetentionRule => ({
  anonymise_after_months,
  applies_from
})

/** A rule, the requested months, and the rule after the request. */
const changes = [
  ["that is set applies after a day", null, 12, rule(12, inADay)],
  ["that is shortened applies after a day", rule(12), 6, rule(6, inADay)],
  ["that is lengthened goes on to apply", rule(12), 24, rule(24)],
  ["that is lengthened before it applies does so when it would have", rule(12, inADay), 24, rule(24, inADay)],
  ["that is removed is gone", rule(12), null, null]
] as const

test.each(changes)("a rule %s, with an event", (_, before, months, after) => {
  const retention = months === null ? null : { anonymise_after_months: months }
  const { entity, events } = Result.getOrThrow(update(withRule(before), { retention }, { now }))
  expect(entity).toEqual(withRule(after))
  expect(events).toEqual([{
    type: "organization.retention_changed",
    subject_id: entity.id,
    data: { id: entity.id, retention: after }
  }])
})

test("the same rule again, and a patch without one, is no change; a name and a rule make an event each", () => {
  const organization = withRule(rule(12))
  for (const patch of [{ retention: { anonymise_after_months: 12 } }, {}, { name: "Acme" }]) {
    expect(update(organization, patch, { now })).toEqual(Result.succeed({ entity: organization, events: [] }))
  }
  expect(update(withRule(null), { retention: null }, { now })).toEqual(
    Result.succeed({ entity: withRule(null), events: [] })
  )
  const { events } = Result.getOrThrow(update(organization, { name: "Acme Recruiting", retention: null }, { now }))
  expect(events.map(({ type }) => type)).toEqual(["organization.updated", "organization.retention_changed"])
})

test("a rule applies from its time on; no rule never does", () => {
  expect([rule(12), rule(12, now), rule(12, later(now, 1)), null].map((one) => applies(one, now))).toEqual([
    true,
    true,
    false,
    false
  ])
})

test("a rule has 1 to 120 whole months", () => {
  const isMonths = Schema.is(RetentionMonths)
  expect([0, 1, 120, 121, 1.5].map((months) => isMonths(months))).toEqual([false, true, true, false, false])
})

const until = closedUntil(12, now)
const at = (
  status: Closing["status"],
  closed_at: Timestamp | null,
  applied_again_at: Timestamp | null = null
): Closing => ({
  status,
  closed_at,
  applied_again_at
})
const [old, recent] = [until, later(until, 1)]

/** Applications of a candidate, and whether it is due. */
const candidates = [
  ["one rejected long ago", [at("rejected", old)], true],
  ["two, rejected and withdrawn long ago", [at("rejected", old), at("withdrawn", old)], true],
  ["one rejected a millisecond too late", [at("rejected", recent)], false],
  ["one rejected long ago and one since", [at("rejected", old), at("rejected", recent)], false],
  ["one rejected long ago and one withdrawn since", [at("rejected", old), at("withdrawn", recent)], false],
  ["one withdrawn long ago and sent again since", [at("rejected", old), at("withdrawn", old, recent)], false],
  ["one rejected and sent again long ago", [at("rejected", old, old)], true],
  ["one rejected long ago and an active one", [at("rejected", old), at("active", null)], false],
  ["one rejected long ago and one hired before", [at("rejected", old), at("hired", lastYear)], false],
  ["only withdrawn ones", [at("withdrawn", old)], false],
  ["none", [], false]
] as const

test.each(candidates)("whether a candidate is due: %s", (_, applications, due) => {
  expect(isDue(applications, until)).toBe(due)
})
