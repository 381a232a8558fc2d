/** Reads an entity through the API, and compares the response with the history. */
import type { Request } from "../Call.ts"
import { deletion, type Fields, type Kind, possibleValues, type Thing, type Value } from "./History.ts"

/** An entity in a response. */
export interface Shown {
  readonly kind: Kind
  readonly id: string
  readonly marker: string
  readonly fields: Fields
}

interface Row {
  readonly id: string
  readonly [field: string]: unknown
}

/** A team member is identified by its path below `/jobs`: the response carries no text from the client. */
const placeOf = (row: Row) => `${(row["job"] as Row).id}/team/${(row["member"] as Row).id}`

/** The fields that the history models, and the field with the marker. */
const columns: Readonly<
  Record<Kind, { readonly marker: string | ((row: Row) => string); readonly fields: ReadonlyArray<string> }>
> = {
  job: { marker: "title", fields: ["department", "status"] },
  candidate: { marker: "full_name", fields: ["primary_email", "university", "linkedin_url"] },
  application: { marker: "source_type", fields: ["stage_id"] },
  note: { marker: "body", fields: ["body"] },
  feedback: { marker: "interview_type", fields: ["body"] },
  feedback_request: { marker: "message", fields: ["status"] },
  search: { marker: "name", fields: [] },
  prospect: { marker: "full_name", fields: ["email", "status"] },
  team_member: { marker: placeOf, fields: ["role"] }
}

/** Reads an entity of this kind from a row of an answer. In a note the marker is the first word. */
export const shown = (kind: Kind, row: Row): Shown => {
  const { fields, marker } = columns[kind]
  return {
    kind,
    id: row.id,
    marker: (typeof marker === "string" ? String(row[marker]) : marker(row)).split(" ", 1)[0]!,
    fields: Object.fromEntries(fields.map((field) => [field, row[field] as Value]))
  }
}

/** Kinds with lists of their own, which answers about their parents do not contain. */
const listed = new Set<Kind>(["application", "feedback_request", "team_member"])

/**
 * Returns the request that reads a job, a candidate, an application with its notes and feedback, or a search's
 * prospects.
 */
export const request = ({ id, kind }: Thing): Request => {
  const paths: Partial<Record<Kind, string>> = {
    job: `/jobs/${id}`,
    candidate: `/candidates/${id}`,
    application: `/applications/${id}`,
    search: `/sourcing/searches/${id}/prospects`
  }
  return { method: "GET", path: paths[kind] ?? "" }
}

/** Returns all entities in the answer to such a request. */
const showing = (kind: Kind, body: Readonly<Record<string, unknown>>): ReadonlyArray<Shown> => {
  if (kind === "search") return (body["prospects"] as ReadonlyArray<Row>).map((row) => shown("prospect", row))
  const row = body[kind] as Row & {
    readonly notes?: ReadonlyArray<Row>
    readonly interview_feedback?: ReadonlyArray<Row>
  }
  return [
    shown(kind, row),
    ...(row.notes ?? []).map((note) => shown("note", note)),
    ...(row.interview_feedback ?? []).map((feedback) => shown("feedback", feedback))
  ]
}

/** Returns how an entity differs from the possible values of its fields. */
export const fieldDifferences = (thing: Thing, { fields }: Shown): ReadonlyArray<string> =>
  Object.entries(fields).flatMap(([field, value]) => {
    const possible = possibleValues(thing, field)
    return possible.includes(value) ? [] : [
      `The ${thing.kind} ${thing.id} has ${field} ${JSON.stringify(value)}, which can only be ${
        possible.map((one) => JSON.stringify(one)).join(" or ")
      }`
    ]
  })

/** Returns what is wrong with the answer to `request(thing)`, for things that only this client changes. */
export const differences = (
  thing: Thing,
  related: ReadonlyArray<Thing>,
  body: Readonly<Record<string, unknown>>
): ReadonlyArray<string> => {
  const answered = new Map(showing(thing.kind, body).map((one) => [`${one.kind} ${one.id}`, one]))
  return related.flatMap((one) => {
    if (listed.has(one.kind) && one !== thing) return []
    if (thing.kind === "search" && one === thing) return []
    const found = answered.get(`${one.kind} ${one.id}`)
    const deleted = deletion(one)
    if (found === undefined)
      return deleted === "none"
        ? [`The ${one.kind} ${one.id} was acknowledged and is not shown`]
        : []
    if (deleted === "certain") return [`The ${one.kind} ${one.id} is shown, and its deletion was acknowledged`]
    return fieldDifferences(one, found)
  })
}
