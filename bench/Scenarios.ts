/** The requests with which all servers are measured. */
import { SQL } from "bun"
import type { World } from "./World.ts"

export interface Request {
  readonly method: "GET" | "PATCH" | "POST" | "DELETE"
  readonly path: string
  /** A JSON text, in which each request replaces `counter` by another number. */
  readonly body?: string
  /** The API key of the request; the server's by default. */
  readonly key?: string
}

export interface Scenario {
  readonly name: string
  readonly title: string
  /** The number of connections, in the closed loop and under paced load. */
  readonly connections: number
  /** Sent in order, and then again from the first. */
  readonly requests: ReadonlyArray<Request>
  /**
   * Runs of the same sequence continue where the last one ended, so that a key is used again only after all others.
   * Without it, a run begins with the first request.
   */
  readonly sequence?: string
  /** Statements that restore the state before a run, whatever the previous one did. */
  readonly reset: ReadonlyArray<string>
  /** Fields that contain the time of the request. */
  readonly timed: ReadonlyArray<string>
}

/** A placeholder for a number that differs in each request, with the same length. */
export const counter = "##########"

/** Returns statements to run after writes to a table: they delete the events of a run and the dead row versions. */
export const after = (
  table: string
): ReadonlyArray<string> => ["TRUNCATE events, event_heads CASCADE", "TRUNCATE queue", `VACUUM ${table}`]

/** The names of the scenarios with one organization. */
export const names: ReadonlyArray<string> = ["list50", "list1", "detail", "candidate", "note", "shortlist"]

/** Makes the scenarios with one organization on a database. */
export const make = async ({ organization_id, url, user_id }: World): Promise<ReadonlyArray<Scenario>> => {
  const sql = new SQL(url, { max: 1 })
  const ids = async (query: string): Promise<ReadonlyArray<{ readonly id: string; readonly application_id: string }>> =>
    sql.unsafe(query, [organization_id])
  const applications = await ids(
    `SELECT id FROM applications a WHERE organization_id = $1 AND EXISTS (
      SELECT FROM notes n WHERE n.organization_id = $1 AND n.application_id = a.id
    ) AND EXISTS (
      SELECT FROM interview_feedback f WHERE f.organization_id = $1 AND f.application_id = a.id
    ) AND EXISTS (
      SELECT FROM ai_profiles p WHERE p.organization_id = $1 AND p.candidate_id = a.candidate_id
    ) ORDER BY md5(id::text) LIMIT 500`
  )
  const candidates = await ids("SELECT id FROM candidates WHERE organization_id = $1 ORDER BY md5(id::text) LIMIT 500")
  const notes = await sql`
    SELECT id, application_id FROM notes WHERE organization_id = ${organization_id} AND author_id = ${user_id}
    ORDER BY md5(id::text) LIMIT 500
  `
  const prospects = await ids("SELECT id FROM prospects WHERE organization_id = $1 ORDER BY id LIMIT 500")
  await sql.close()

  const list = (limit: number) => ({
    requests: [{ method: "GET" as const, path: `/api/v1/applications?limit=${limit}` }],
    reset: [],
    timed: []
  })
  const shortlist = (method: "POST" | "DELETE") =>
    prospects.map(({ id }) => ({ method, path: `/api/v1/sourcing/prospects/${id}/shortlist` }))

  const scenarios: ReadonlyArray<Omit<Scenario, "connections">> = [
    { name: "list50", title: "List of 50 applications", ...list(50) },
    { name: "list1", title: "List of 1 application", ...list(1) },
    {
      name: "detail",
      title: "Application detail",
      requests: applications.map(({ id }) => ({ method: "GET" as const, path: `/api/v1/applications/${id}` })),
      reset: [],
      timed: []
    },
    {
      name: "candidate",
      title: "Candidate update",
      requests: candidates.map(({ id }) => ({
        method: "PATCH" as const,
        path: `/api/v1/candidates/${id}`,
        body: `{"university":"University ${counter}"}`
      })),
      reset: after("candidates"),
      timed: ["updated_at"]
    },
    {
      name: "note",
      title: "Note update",
      requests: notes.map(({ application_id, id }: { application_id: string; id: string }) => ({
        method: "PATCH" as const,
        path: `/api/v1/applications/${application_id}/notes/${id}`,
        body: `{"note":"References checked, call ${counter}: both used the word dependable."}`
      })),
      reset: after("notes"),
      timed: ["updated_at"]
    },
    {
      name: "shortlist",
      title: "Shortlist and unshortlist",
      requests: [...shortlist("POST"), ...shortlist("DELETE")],
      reset: [`UPDATE prospects SET status = 'discovered' WHERE status <> 'discovered'`, ...after("prospects")],
      timed: []
    }
  ]
  return scenarios.map((scenario) => ({ ...scenario, connections: 32 }))
}

/** Returns a request as bytes on the wire (HTTP/1.1). */
export const raw = ({ body, key, method, path }: Request, other: string): string =>
  [
    `${method} ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    `Authorization: Bearer ${key ?? other}`,
    ...(body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${body.length}`]),
    ...(body === undefined && method !== "GET" ? ["Content-Length: 0"] : []),
    "",
    body ?? ""
  ].join("\r\n")
