/** Reads all data of an organization through the API, as clients see it. */
import { type Access, call, expecting } from "../Call.ts"
import type { Fields } from "./History.ts"
import { shown, type Shown } from "./Reading.ts"

/** An event of the feed. */
export interface FeedEvent {
  readonly id: string
  readonly sequence: number
  readonly type: string
  readonly subject_id: string
  readonly actor: { readonly worker: string | null }
  readonly request_id: string
  readonly data: (Fields & { readonly id?: string }) | null
}

export interface FeedPage {
  readonly events: ReadonlyArray<FeedEvent>
  /** The cursor of the next page. */
  readonly next: number | string
  readonly has_more: boolean
}

export interface Delivery {
  readonly message_id: string
  readonly status: "pending" | "succeeded" | "failed"
  readonly attempts: number
  readonly sequence: number
  readonly last_error: string | null
}

export interface DeadLetter {
  readonly id: string
  readonly queue: string
  readonly last_failure: string | null
}

export interface Stored {
  readonly shown: ReadonlyArray<Shown>
  readonly events: ReadonlyArray<FeedEvent>
  /** By the id of the webhook. */
  readonly deliveries: ReadonlyMap<string, ReadonlyArray<Delivery>>
  readonly deadLetters: ReadonlyArray<DeadLetter>
}

/** Seconds within which an otherwise idle server answers. */
const timeLimit = 20

/** Returns the body of a successful answer; after 503 it retries for a while. */
const get = async <Body>(access: Access, path: string): Promise<Body> => {
  const until = performance.now() + timeLimit * 1000
  for (;;) {
    const reply = await call(access, { method: "GET", path }, { timeout: 15_000, pooled: true })
    if (reply.status === 200 || performance.now() > until) return expecting<Body>(reply, 200)
    await Bun.sleep(200)
  }
}

type Row = { readonly id: string } & Readonly<Record<string, unknown>>

/** Returns all rows of a paged list. Nothing changes meanwhile. */
const pages = async <One = Row>(access: Access, path: string, name: string): Promise<ReadonlyArray<One>> => {
  const rows: Array<One> = []
  for (;;) {
    const at = `${path}${path.includes("?") ? "&" : "?"}limit=100&offset=${rows.length}`
    const page = await get<Record<string, ReadonlyArray<One>> & { pagination: { has_more: boolean } }>(access, at)
    rows.push(...page[name]!)
    if (!page.pagination.has_more) return rows
  }
}

const one = async (access: Access, path: string, name: string): Promise<Row> =>
  (await get<Record<string, Row>>(access, path))[name]!

/** Returns the whole feed. */
export const feed = async (access: Access): Promise<ReadonlyArray<FeedEvent>> => {
  const events: Array<FeedEvent> = []
  let after = ""
  for (;;) {
    const page = await get<FeedPage>(access, `/events?limit=1000${after}`)
    events.push(...page.events)
    after = `&after=${page.next}`
    if (!page.has_more) return events
  }
}

/** Returns whether a delivery to one of these webhooks has no result yet. */
export const isSending = async (access: Access, webhooks: ReadonlyArray<string>): Promise<boolean> => {
  for (const id of webhooks) {
    const { deliveries } = await get<{ deliveries: ReadonlyArray<Delivery> }>(
      access,
      `/webhooks/${id}/deliveries?status=pending&limit=1`
    )
    if (deliveries.length > 0) return true
  }
  return false
}

/** Reads everything in the organization of an admin key. */
export const read = async (access: Access, webhooks: ReadonlyArray<string>): Promise<Stored> => {
  const jobs = await pages(access, "/jobs", "jobs")
  const candidates = await pages(access, "/candidates", "candidates")
  const applications = await pages(access, "/applications", "applications")
  const details: Array<Shown> = []
  for (const { id } of applications) {
    const application = await one(access, `/applications/${id}`, "application")
    details.push(
      shown("application", application),
      ...(application["notes"] as ReadonlyArray<Row>).map((note) => shown("note", note)),
      ...(application["interview_feedback"] as ReadonlyArray<Row>).map((feedback) => shown("feedback", feedback))
    )
  }
  const searches = await pages(access, "/sourcing/searches", "searches")
  const prospects: Array<Shown> = []
  for (const { id } of searches) {
    const list = await get<{ prospects: ReadonlyArray<Row> }>(access, `/sourcing/searches/${id}/prospects`)
    prospects.push(...list.prospects.map((prospect) => shown("prospect", prospect)))
  }
  const team: Array<Shown> = []
  for (const { id } of jobs) {
    const list = await get<{ team: ReadonlyArray<Row> }>(access, `/jobs/${id}/team`)
    team.push(...list.team.map((member) => shown("team_member", member)))
  }
  const requests = await pages(access, "/feedback-requests", "feedback_requests")
  const deliveries = new Map<string, ReadonlyArray<Delivery>>()
  for (const id of webhooks)
    deliveries.set(id, await pages<Delivery>(access, `/webhooks/${id}/deliveries`, "deliveries"))
  const failed = await get<{ dead_letters: ReadonlyArray<DeadLetter> }>(access, "/background/failed?limit=1000")
  return {
    shown: [
      ...jobs.map((job) => shown("job", job)),
      ...candidates.map((candidate) => shown("candidate", candidate)),
      ...details,
      ...searches.map((search) => shown("search", search)),
      ...prospects,
      ...team,
      ...requests.map((request) => shown("feedback_request", request))
    ],
    events: await feed(access),
    deliveries,
    deadLetters: failed.dead_letters
  }
}
