/**
 * The logic of the peers, over a driver: `query(name, values)` returns the rows of a statement. Each peer adds the
 * driver, the routes, the validation of input and the JSON, as its documentation recommends.
 */
import { createHash } from "node:crypto"

/** Milliseconds for which a key is cached: a revoked key stops working within a second. */
const believed = 1000

const item = (row) => ({
  id: row.id,
  stage_id: row.stage_id,
  source_type: row.source_type,
  status: row.status,
  rejection_reason: row.rejection_reason,
  created_at: row.created_at,
  updated_at: row.updated_at,
  closed_at: row.closed_at,
  duplicate_of: row.duplicate_of,
  candidate: {
    id: row.candidate_id,
    full_name: row.full_name,
    primary_email: row.primary_email,
    linkedin_url: row.linkedin_url
  },
  stage: { id: row.stage_id, name: row.stage_name, type: row.stage_type, order_index: row.order_index },
  job: { id: row.job_id, title: row.title }
})

/** Returns the position of a row in its list. */
const cursor = ({ created_at, id }) => Buffer.from(JSON.stringify({ created_at, id })).toString("base64url")

const shown = ({ version: _, ...entity }) => entity

const noteShown = ({ body, created_at, id, updated_at }, { full_name, user_id }) =>
  ({ id, body, author: { id: user_id, full_name }, created_at, updated_at })

/** `admit` runs the statement that finds a key and counts its request; `query` by default. */
export const service = (query, admit = query) => {
  const callers = new Map()

  /** Counts the request of a key. Returns its owner if the key is within its limit. */
  const counted = async (hash) => {
    const [found] = await admit("caller_counted", [hash])
    return found === undefined || found.used > settings.limit ? undefined : found
  }

  /** Returns the owner of a key by the SHA-256 hash of its text; undefined if there is no such key. */
  const caller = async (authorization) => {
    if (!authorization?.startsWith("Bearer ")) return undefined
    const hash = createHash("sha256").update(authorization.slice(7)).digest()
    if (settings.limit !== undefined) return counted(hash)
    const name = hash.toString("base64")
    const known = callers.get(name)
    if (known !== undefined && known.until > Date.now()) return known.caller
    const [found] = await query("caller", [hash])
    if (found !== undefined) callers.set(name, { caller: found, until: Date.now() + believed })
    return found
  }

  const list = async ({ organization_id }, limit, offset) => {
    const rows = await query("list", [organization_id, limit, offset])
    return {
      applications: rows.slice(0, limit).map(item),
      pagination: { limit, offset, has_more: rows.length > limit },
      next_cursor: rows.length > limit ? cursor(rows[limit - 1]) : null
    }
  }

  const detail = async ({ organization_id }, id) => {
    const [application] = await query("detail", [organization_id, id])
    return application && { application }
  }

  /** Loads, changes and saves a row with its event if the row has not changed since; otherwise retries. */
  const modify = async (load, save) => {
    for (;;) {
      const [before] = await load()
      if (before === undefined) return undefined
      const saved = save(before)
      if (saved === undefined) return before
      const [after] = await saved
      if (after !== undefined) return after
    }
  }

  const who = ({ api_key_id, user_id }) => [user_id, api_key_id, "bench"]

  const updateCandidate = async (caller, id, patch) => {
    const candidate = await modify(
      () => query("candidate_load", [caller.organization_id, id]),
      (before) => {
        const after = { ...before, ...patch }
        return query("candidate_save", [
          caller.organization_id, id, before.version, after.full_name, after.primary_email, after.linkedin_url,
          after.website_url, after.github_url, after.years_experience, after.university, ...who(caller)
        ])
      }
    )
    return candidate && { candidate: shown(candidate) }
  }

  /** Returns undefined if the caller has no such note. */
  const updateNote = async (caller, application, id, body) => {
    const note = await modify(
      async () =>
        (await query("note_load", [caller.organization_id, application, id]))
          .filter((note) => note.author_id === caller.user_id),
      (before) => query("note_save", [caller.organization_id, application, id, before.version, body, ...who(caller)])
    )
    return note && { note: noteShown(note, caller) }
  }

  const setStatus = async (caller, id, status) => {
    const event = status === "shortlisted" ? "prospect.shortlisted" : "prospect.unshortlisted"
    const prospect = await modify(
      () => query("prospect_load", [caller.organization_id, id]),
      (before) =>
        before.status === status
          ? undefined
          : query("prospect_save", [caller.organization_id, id, before.version, status, event, ...who(caller)])
    )
    return prospect && { prospect: shown(prospect) }
  }

  return { caller, list, detail, updateCandidate, updateNote, setStatus }
}

export const settings = {
  port: Number(process.env.PORT),
  database: process.env.DATABASE_URL,
  /** The number of connections to the database, the same as Candor's: 10, and 2 for keys and limits only. */
  connections: 12,
  /** The number of requests that a key may make in an hour; not counted if undefined. */
  limit: process.env.BENCH_LIMIT === undefined ? undefined : Number(process.env.BENCH_LIMIT)
}

/** The connections among these 12 that find keys and count requests, if requests are counted. */
export const admissionConnections = 4

/** Counts are committed without waiting for the disk, as Candor's are. */
export const admissionSettings = { synchronous_commit: "off" }

export const unauthorized = { error: { code: "unauthorized", message: "Unauthorized" } }
export const notFound = { error: { code: "not_found", message: "Not found" } }
