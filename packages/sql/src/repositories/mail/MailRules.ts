/** Stored rules of automatic emails, and a preview of past events that would have triggered them. */
import type { OrganizationId } from "@candor/domain/Id"
import { delayOf, type MailRuleScope, mailRules, type MailTrigger } from "@candor/domain/mail/MailRule"
import {
  forecastDays,
  MailRules,
  maxOccurrences,
  maxWaitingLetters,
  type Occurrence
} from "@candor/domain/mail/MailRules"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { storeOf } from "../../statements/ResourceStore.ts"
import { ofVisibleJob } from "../application/Visibility.ts"
import { mailTime, ruled, ruledJoins, scheduledAt } from "./RuledApplications.ts"

const shown = (stage?: string, reason?: string) => `a.id, c.full_name, j.title AS job_title, ${ruled(stage, reason)}`

const since = `now() - interval '${forecastDays} days'`

/** The least id of an event from that time on: ids begin with their time (RFC 9562, section 5.7). */
const firstId = `(lpad(to_hex((extract(epoch FROM ${since}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`

/** Selects events of these types, with the stage and reason at that time. */
const ofEvents = (...types: ReadonlyArray<string>) => `
  SELECT ${
  shown(
    "coalesce((x.data ->> 'stage_id')::uuid, a.stage_id)",
    "coalesce(x.data ->> 'rejection_reason', a.rejection_reason)"
  )
}, x.id AS position
  FROM events x JOIN applications a ON a.organization_id = $organization AND a.id = x.subject_id ${ruledJoins}
  WHERE x.organization_id = $organization AND x.id > ${firstId} AND x.type IN (${
  types.map((type) => `'application.${type}'`).join()
})
    AND ${ofVisibleJob}
  ORDER BY x.id DESC LIMIT ${maxOccurrences}`

/** Finds the events that trigger rules. For `unanswered`, `$minutes` is how long no reply has come. */
const selections: Readonly<Record<MailTrigger, string>> = {
  application_received: ofEvents("received", "resubmitted"),
  moved: ofEvents("moved"),
  rejected: ofEvents("rejected"),
  interview: `
    SELECT ${shown()} FROM interviews x JOIN applications a ON a.organization_id = $organization AND a.id = x.application_id ${ruledJoins}
    WHERE x.organization_id = $organization AND x.starts_at BETWEEN ${since} AND now() AND x.status NOT IN ('cancelled', 'to_schedule', 'invited')
      AND x.tells_candidate AND ${ofVisibleJob}
    ORDER BY x.starts_at DESC, x.id DESC LIMIT ${maxOccurrences}`,
  unanswered: `
    SELECT ${shown()} FROM messages m JOIN applications a ON a.organization_id = $organization AND a.id = m.application_id ${ruledJoins}
    WHERE m.organization_id = $organization AND m.purpose = 'letter' AND m.status IN ('sent', 'delivered')
      AND m.sent_at BETWEEN ${since} - $minutes * interval '1 minute' AND now() - $minutes * interval '1 minute' AND ${ofVisibleJob} AND NOT EXISTS (
        SELECT FROM messages o WHERE o.organization_id = $organization AND o.application_id = a.id AND o.id <> m.id
          AND ${mailTime.replaceAll("m.", "o.")} BETWEEN m.sent_at AND m.sent_at + $minutes * interval '1 minute')
      AND coalesce(${
    scheduledAt.replace("$events", "events")
  } NOT BETWEEN m.sent_at AND m.sent_at + $minutes * interval '1 minute', true)
    ORDER BY m.sent_at DESC, m.id DESC LIMIT ${maxOccurrences}`
}

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const store = storeOf(sql, mailRules)
  const occurrences = (organization: OrganizationId, scope: MailRuleScope) =>
    sql<Occurrence>`${sql.literal(selections[scope.trigger].replaceAll("$minutes", String(delayOf(scope))))}`
      .pipe(ofOrganization(sql, organization), Effect.orDie)
  const waiting = (organization: OrganizationId) =>
    sql<{ readonly count: number }>`
      SELECT count(*)::integer AS count FROM (
        SELECT FROM messages m WHERE m.organization_id = $organization AND m.mail_rule_id IS NOT NULL AND m.due_at IS NOT NULL
        LIMIT ${sql.literal(String(maxWaitingLetters))}
      ) m
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map(([found]) => found?.count ?? 0))
  return { ...store, occurrences, waiting } as unknown as MailRules["Service"]
})

export const layer = Layer.effect(MailRules, make)
