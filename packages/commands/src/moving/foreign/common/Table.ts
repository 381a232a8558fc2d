/**
 * Reads tables that users export from the pages of other systems. Each row is a person, with an application if it names
 * a job. Columns are recognized by their names; others become lines of a note.
 */
import { readDay } from "@candor/domain/form/DateReading"
import { StageType, typeOfName } from "@candor/domain/job/StageType"
import { Effect } from "effect"
import type { Foreign } from "../Foreign.ts"
import { Extras, type Reader } from "../Reader.ts"
import type { Forms } from "./Form.ts"

/**
 * Names of columns, in lower case, with single spaces in place of all punctuation: from Lever's template for imports
 * (https://help.lever.co/hc/en-us/articles/20087470372381), from OpenCATS' source, and likely ones. The columns of
 * exports from Lever and Workable are not documented.
 */
const spellings = {
  candidate: "candidate id;contact id;person id;profile id",
  application: "opportunity id;application id;id",
  name: "name;candidate;candidate name;full name;contact name",
  first_name: "first name;firstname;given name",
  last_name: "last name;lastname;surname;family name",
  email: "email;emails;email address;candidate email;e mail;email1;email2;primary email",
  phone:
    "phone;phones;phone number;candidate phone;mobile;phonehome;phonecell;phonework;phone home;phone cell;phone work",
  linkedin: "linkedin;linkedin url;linkedin profile",
  link: "links;link;website;websites;websiteurl;web site;github;portfolio;social profiles",
  location: "location;candidate location;address;city;country;state;zip;candidate address",
  title: "headline;title;current title;current position",
  company: "company;current company;organization;current employer;currentemployer",
  school: "school;schools;university;education",
  tags: "tags;tag;labels",
  source: "source;sources;candidate source",
  job: "posting;posting title;job;job title;position;opportunity posting;posting name;jobtitle",
  department: "department;team;posting team;job department",
  stage: "stage;current stage;pipeline stage;stage name;status stage",
  status: "status;archived;archive status;disqualified;candidate status",
  reason: "archive reason;archived reason;disqualification reason;disqualify reason;rejection reason;reject reason",
  applied_at:
    "applied at;applied on;created at;created;created on;creation date;date applied;application date;date added;date created;datecreated",
  closed_at:
    "archived at;archived on;archived date;archive date;disqualified at;disqualified on;disqualification date;rejected at",
  hired_at: "hired at;hired on;hire date;hired date",
  owner: "owner;opportunity owner;recruiter;candidate owner"
} as const
type Column = keyof typeof spellings

/** Columns of which a person may have several values. */
const many: ReadonlySet<Column> = new Set(["email", "phone", "linkedin", "link", "location", "tags", "school"])

const columns: ReadonlyMap<string, Column> = new Map(
  (Object.entries(spellings) as ReadonlyArray<[Column, string]>).flatMap(([column, all]) =>
    all.split(";").map((name) => [name, column] as const)
  )
)

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim()

/** Splits cells into values, at line breaks, commas or semicolons. */
const several = (cells: ReadonlyArray<string>): ReadonlyArray<string> =>
  cells.flatMap((cell) => cell.split(/[,;|\n]+/)).map((one) => one.trim()).filter((one) => one !== "")

/** Reads `2024-01-31`, `2024-01-31 10:00:00` and `Jan 31, 2024`. An ambiguous date is reported unchanged. */
const timeOf = (cell: string | null): string | null => {
  if (cell === null) return null
  const [iso] = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?/.exec(cell) ?? []
  if (iso !== undefined)
    return /[Z+]|-\d{2}:\d{2}$/.test(cell.slice(10))
      ? cell
      : iso.length > 10
      ? `${iso.replace(" ", "T")}Z`
      : iso
  const [day, ...others] = readDay(cell.replace(/,?\s+\d{1,2}:\d{2}.*$/, ""), "en")
  return others.length === 0 && day !== undefined ? day : cell
}

const isNo = (text: string): boolean => /^(?:no|false|0|active|qualified|-|n\/a)$/i.test(text)

const statusOf = (
  { hired_at, reason, stage, status }: { readonly [column in Column]?: string | null }
): Forms["applications"]["status"] => {
  if (
    hired_at != null || /^hired$/i.test(status ?? "") || /^hired$/i.test(stage ?? "") || /^hired$/i.test(reason ?? "")
  )
    return "hired"
  if (/withdr[ae]w/i.test(status ?? "")) return "withdrawn"
  return (status ?? null) !== null && !isNo(status!) && /archiv|disqualif|reject|true|yes|\d{4}/i.test(status!) ||
      (reason ?? null) !== null
    ? "rejected"
    : "active"
}

/**
 * Whether a column “State” has a status instead of a part of an address. Used only if no other column has the status.
 */
const isState = (value: string): boolean => /^(?:active|archived|disqualified|hired|rejected|withdrawn)$/i.test(value)

const rowOf = (record: Foreign) => {
  const cells = new Map<Column, Array<string>>()
  const extra = new Extras()
  const named = record.fields.flatMap((field) => {
    const value = record.text(field)
    return value === null ? [] : [{ field, value, column: columns.get(plain(field)) }]
  })
  const hasStatus = named.some(({ column }) => column === "status")
  for (const { column: found, field, value } of named) {
    const column = plain(field) === "state" && !hasStatus && isState(value) ? "status" : found
    // If two columns have the same meaning, such as the department of the job and of the posting, the second one
    // becomes a line of the note.
    if (column === undefined || cells.has(column) && !many.has(column)) extra.add(field, value)
    else cells.set(column, [...cells.get(column) ?? [], value])
  }
  const all = (column: Column): ReadonlyArray<string> => cells.get(column) ?? []
  const one = (column: Column): string | null => all(column)[0] ?? null
  const facts = Object.fromEntries([...cells].map(([column, [first]]) => [column, first])) as {
    readonly [column in Column]?: string
  }
  return { all, extra, facts, one }
}

/** Reads the rows of the tables with a name. */
export const read = Effect.fnUntraced(function*(reader: Reader, name: string) {
  const jobs = new Map<string, Map<string, number>>()
  const people = new Set<string>()
  yield* reader.each(name, ({ record }) => {
    const { all, extra, facts, one } = rowOf(record)
    const emails = several(all("email"))
    const full = one("name") ??
      ([one("first_name"), one("last_name")].filter((part) => part !== null).join(" ") || null)
    const job = one("job")
    const person = one("candidate") ?? emails[0]?.toLowerCase() ??
      (full === null ? null : [full, ...several(all("phone"))].join(" "))
    if (person === null) return reader.left.add(`${record.place}: it has neither a name nor an email address`)
    const own = one("application")
    const applied_at = timeOf(one("applied_at"))
    const linkedin = all("linkedin").map((value) => ({ value, type: "linkedin" }))
    const links = several(all("link")).map((value) => ({ value, type: "website" }))
    if (!people.has(person)) {
      people.add(person)
      reader.emit("candidates", {
        id: person,
        name: one("name"),
        first_name: one("name") === null ? one("first_name") : null,
        last_name: one("name") === null ? one("last_name") : null,
        title: one("title"),
        company: one("company"),
        created_at: applied_at,
        email_addresses: emails.map((value) => ({ value })),
        phone_numbers: several(all("phone")).map((value) => ({ value })),
        addresses: all("location").length === 0 ? [] : [{ value: all("location").join(", ") }],
        website_addresses: [...linkedin, ...links],
        tags: several(all("tags")),
        educations: all("school").map((school_name) => ({ school_name })),
        keyed_custom_fields: job === null ? extra.keyed_custom_fields : {}
      })
    }
    if (job === null) return
    const stages = jobs.get(job) ?? new Map<string, number>()
    jobs.set(job, stages)
    const stage = one("stage")
    if (stage !== null && !stages.has(stage)) stages.set(stage, stages.size)
    const status = statusOf(facts)
    const department = one("department")
    if (stages.size <= 1 && department !== null) reader.emit("departments", { id: department, name: department })
    const reason = one("reason")
    reader.emit("applications", {
      id: own ?? `${person} ${job}`,
      candidate_id: person,
      job_id: job,
      status,
      current_stage: stage === null ? null : { id: `${job} ${stage}`, name: stage },
      source: { public_name: one("source") },
      rejection_reason: reason === null || status === "hired" ? null : { name: reason },
      applied_at,
      rejected_at: timeOf(one("closed_at")),
      hired_at: timeOf(one("hired_at")),
      recruiter: one("owner") === null ? null : { name: one("owner") },
      keyed_custom_fields: extra.keyed_custom_fields
    })
  })
  for (const [job, stages] of jobs) {
    reader.emit("jobs", { id: job, name: job, status: "of a table", becomes: "draft" })
    for (const [stage, nth] of stages) {
      // A table does not have the order of stages, so they are ordered by their type.
      const stage_type = typeOfName(stage) ?? "screen"
      const priority = 1000 * StageType.literals.indexOf(stage_type) + nth
      reader.emit("job_stages", { id: `${job} ${stage}`, job_id: job, name: stage, priority, stage_type })
    }
  }
})
