/** Violations made by hand at the end of a history, each of which the checks have to find. */
import { SQL } from "bun"
import type { Webhook } from "./checks/Background.ts"
import type { Hour } from "./Hammer.ts"
import { deletion, type History, type Thing, type Violation } from "./History.ts"
import type { Receipt } from "./Receiver.ts"

export interface Planted {
  readonly what: string
  readonly promise: Violation["promise"]
  /** What stands in a violation that is about it. */
  readonly mentions: string
}

export interface Ground {
  readonly database_url: string
  readonly organization: string
  readonly history: History
  readonly webhooks: ReadonlyArray<Webhook & { readonly receipts: Array<Receipt> }>
  readonly hours: ReadonlyMap<string, Hour>
}

const living = ({ things }: History, kind: Thing["kind"]): ReadonlyArray<Thing> =>
  things.filter((thing) => thing.kind === kind && deletion(thing) === "none")

/** Breaks each promise once, behind the servers' back. */
export const plant = async ({ database_url, history, hours, organization, webhooks }: Ground): Promise<ReadonlyArray<Planted>> => {
  const sql = new SQL(database_url, { max: 1 })
  const note = living(history, "note")[0]!
  const [changed, copied] = living(history, "candidate")
  const [hour] = hours.values()
  const { receipts } = webhooks[0]!
  const forgotten = receipts.find(({ accepted }) => accepted)!
  await sql`DELETE FROM notes WHERE organization_id = ${organization} AND id = ${note.id}`
  await sql`UPDATE candidates SET university = 'Planted' WHERE organization_id = ${organization} AND id = ${changed!.id}`
  await sql`
    INSERT INTO candidates (organization_id, id, full_name, primary_email, version, created_at, updated_at)
    SELECT organization_id, gen_random_uuid(), full_name, primary_email, version, created_at, updated_at
    FROM candidates WHERE organization_id = ${organization} AND id = ${copied!.id}`
  const [event] = await sql`
    DELETE FROM events WHERE organization_id = ${organization} AND id = (
      SELECT id FROM events WHERE organization_id = ${organization} AND type = 'ai_profile.completed' LIMIT 1
    ) RETURNING sequence, subject_id`
  await sql`UPDATE jobs SET status = 'published' WHERE organization_id = ${organization}`
  await sql.close()
  receipts.splice(0, receipts.length, ...receipts.filter(({ message }) => message !== forgotten.message))
  if (hour !== undefined) hour.letThrough.push(...Array.from({ length: 10_000 }, () => 0))
  return [
    { what: "an acknowledged note is gone", promise: "writes", mentions: note.marker },
    { what: "a candidate has a value that nobody wrote", promise: "writes", mentions: changed!.id },
    { what: "a candidate is there twice", promise: "writes", mentions: copied!.marker },
    { what: "an event is gone", promise: "events", mentions: `After the event ${event.sequence - 1}` },
    { what: "an event is gone from the chain", promise: "events", mentions: "The audit chain is broken" },
    { what: "a profile has no end", promise: "profiles", mentions: event.subject_id },
    { what: "a receiver lacks a message", promise: "webhooks", mentions: `never accepted the event ${forgotten.sequence}` },
    { what: "more jobs are published than the plan allows", promise: "publish limit", mentions: "were published at a time" },
    { what: "more requests were let through than the key has", promise: "rate limit", mentions: "were let through" }
  ]
}
