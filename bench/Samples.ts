/** Finds the values for the measured reads in a filled database. */
import type { SQL } from "bun"
import type { Sample } from "./Reads.ts"
import type { Running } from "./Servers.ts"

/** The number of rows before the deep pages. */
export const depth = 100_000

const encoded = (position: object): string => Buffer.from(JSON.stringify(position)).toString("base64url")

/** Merges a candidate into another by HTTP. Returns the id that no longer has a row. */
const merged = async ({ key, port }: Running, id: string, into: string): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/candidates/${id}/merge`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ into })
  })
  if (!response.ok) throw new Error(`A merge is answered with ${response.status}: ${await response.text()}`)
  await response.text()
  return id
}

/** Finds a sample of the organization; `count` different applications are used in turn. */
export const find = async (
  sql: SQL,
  server: Running,
  organization: string,
  size: number,
  count: number
): Promise<Sample> => {
  const deep = Math.min(depth, size - 50)
  const one = async (select: string): Promise<Record<string, string>> => (await sql.unsafe(select, [organization]))[0]
  /** Returns the cursor of the deep page: that of the last row before it. */
  const cursor = async (table: string, order: string, columns: ReadonlyArray<string>): Promise<string> => {
    const row = await one(
      `SELECT ${columns.join(", ")} FROM ${table} WHERE organization_id = $1 ORDER BY ${order} LIMIT 1 OFFSET ${
        deep - 1
      }`
    )
    return encoded(
      Object.fromEntries(
        Object.entries(row).map((
          [name, value]
        ) => [name, (value as unknown) instanceof Date ? (value as unknown as Date).toISOString() : value])
      )
    )
  }
  const newest = "created_at DESC, id DESC"
  const cursors = {
    applications: await cursor("applications", newest, ["created_at", "id"]),
    changes: await cursor("applications", "updated_at, id", ["updated_at", "id"]),
    candidates: await cursor("candidates", newest, ["created_at", "id"]),
    names: await cursor("candidates", `name_form(full_name) COLLATE "C", id`, ["full_name", "id"]),
    changedCandidates: await cursor("candidates", "updated_at, id", ["updated_at", "id"])
  }
  const ids: ReadonlyArray<{ readonly application: string; readonly candidate: string }> = await sql`
    SELECT id AS application, candidate_id AS candidate FROM applications
    WHERE organization_id = ${organization} ORDER BY md5(id::text) LIMIT ${count * 2 + 2}`
  const [loser, survivor, ...rest] = ids
  const person = await one(`
    SELECT split_part(full_name, ' ', 1) AS first, split_part(full_name, ' ', 2) AS last,
      substring(primary_email from '^person-0-([0-9]+)@') AS rare
    FROM candidates WHERE organization_id = $1 ORDER BY md5(id::text) DESC LIMIT 1`)
  const partOf = async (table: string, path: string): Promise<string> => {
    const { application_id, id } = await one(
      `SELECT application_id, id FROM ${table} WHERE organization_id = $1 LIMIT 1`
    )
    return `${application_id}/${path}/${id}`
  }
  const idOf = async (table: string): Promise<string> =>
    (await one(`SELECT id FROM ${table} WHERE organization_id = $1 LIMIT 1`))["id"]!
  const { job_id, stage_id } = await one("SELECT job_id, stage_id FROM applications WHERE organization_id = $1 LIMIT 1")
  let turn = 0
  return {
    size,
    deep,
    next: () => rest[turn++ % rest.length]!,
    cursors,
    job: job_id!,
    stage: stage_id!,
    search: await idOf("sourcing_searches"),
    prospect: await idOf("prospects"),
    note: await partOf("notes", "notes"),
    feedback: await partOf("interview_feedback", "feedback"),
    attachment: await partOf("attachments", "attachments"),
    member: await idOf("users"),
    key: await idOf("api_keys"),
    merged: await merged(server, loser!.candidate, survivor!.candidate),
    person: { first: person["first"]!, last: person["last"]!, rare: person["rare"]! }
  }
}
