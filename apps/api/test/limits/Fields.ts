/** Calls that put a field or a parameter at its bound, or one step beyond. */
import { bodyOf, goodCall, type Request, withQuery } from "../conformance/calls.ts"
import type { Name } from "../conformance/operations.ts"
import type { JsonObject } from "../harness/Client.ts"
import { freshEmail, upload } from "../harness/Makers.ts"
import type { Tenant } from "../harness/World.ts"
import type { Bound } from "./Derived.ts"

/** A text of this length that the field takes but for its length. */
const textFor = (field: string, length: number): string => {
  const name = field.replace(/^.*[.\]?]/, "")
  const filled = (start: string, end = "") => start + "a".repeat(Math.max(0, length - start.length - end.length)) + end
  if (length === 0) return ""
  if (name.endsWith("email")) return filled("", `@${"b".repeat(63)}.example`)
  // A search has each URL once, and prospects are added to it and changed. Of an applicant's link the whole text is bounded.
  if (name === "linkedin_url" && !field.startsWith("candidate.")) return `https://www.linkedin.com/in/${(name === field ? "b" : "a").repeat(length)}`
  if (name.endsWith("url")) return filled("https://example.com/")
  // A search needs a word.
  if (name === "q") return "a".repeat(length)
  return "🛠".repeat(length)
}

const valueFor = ({ field, unit }: Bound, size: number, sample: unknown): unknown =>
  unit === "number"
    ? size
    : unit === "items"
    ? Array.from({ length: size }, () => sample)
    : textFor(field, size)

/** An entry for lists of this name. */
const entries: Readonly<Record<string, unknown>> = {
  answers: { question_text: "Why?", answer_text: "" },
  event_types: "job.*",
  prospects: { full_name: "Ada" },
  stages: { name: "Applied" },
  tags: "remote",
  "candidate.tags": "remote"
}

/** The body with the field at `path` set, for example `stages[].name` or `tags[]`. */
const withField = (body: JsonObject, path: string, value: unknown): JsonObject => {
  const [, name = "", list = "", rest] = /^(\w+)(\[\])?(?:\.(.+))?$/.exec(path) ?? []
  if (rest === undefined) return { ...body, [name]: list === "" ? value : [value] } as JsonObject
  const inner = list === "" ? body[name] : (body[name] as ReadonlyArray<JsonObject>)[0]
  const changed = withField(inner as JsonObject, rest, value)
  return { ...body, [name]: list === "" ? changed : [changed] }
}

/**
 * A body in which the field may have this size: without the maximum of a minimum, with a range of one event, and with a new
 * candidate for a candidate's fields.
 */
const bodyWith = (name: Name, { ids }: Tenant, field: string, size: number): JsonObject => {
  const body = bodyOf(name, ids) ?? {}
  if (field === "to_sequence") return { from_sequence: size }
  if (field.endsWith("_min")) return { ...body, [field.replace("_min", "_max")]: null }
  if (!field.startsWith("candidate.")) return body
  const { candidate_id: _, ...rest } = body
  return { ...rest, candidate: { full_name: "Ada", primary_email: freshEmail() } }
}

/** The call with the field or parameter of this size. */
export const callWith = (bound: Bound, size: number, tenant: Tenant): Request => {
  const name = bound.operation as Name
  const call = goodCall(name, tenant.keys, tenant.ids)
  const value = valueFor(bound, size, entries[bound.field])
  if (call.options.form !== undefined) {
    const form = upload()
    form.set(bound.field, String(value))
    return { ...call, options: { ...call.options, form } }
  }
  return bound.field.startsWith("?")
    ? { ...call, path: withQuery(call.path, String(new URLSearchParams({ [bound.field.slice(1)]: String(value) }))) }
    : { ...call, options: { ...call.options, body: withField(bodyWith(name, tenant, bound.field, size), bound.field, value) } }
}

/** Whether an issue's path is that of the field. */
export const isAt = (path: ReadonlyArray<string | number>, field: string): boolean =>
  path.map((step) => (typeof step === "number" ? "[]" : `.${step}`)).join("").slice(1) === field.replace(/^\?/, "") ||
  (field.startsWith("?") && path[0] === field.slice(1))
