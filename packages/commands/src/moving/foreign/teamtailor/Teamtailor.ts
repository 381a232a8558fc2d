/**
 * Reads data of Teamtailor from saved responses of its API (https://docs.teamtailor.com, JSON:API): `{data, included}`,
 * in files with any name of a resource. Each record has its type. Its owner is in its relationships, which a response
 * has only with `include=…`.
 */
import type { Row } from "@candor/domain/moving/Moves"
import type { Schema } from "effect"
import { Effect } from "effect"
import type { Attachment, Forms } from "../common/Form.ts"
import type { Foreign } from "../Foreign.ts"
import { Extras, ownerOf, type Reader, system, textOf, userOf, valuesOf } from "../Reader.ts"

const types = [
  "users",
  "departments",
  "locations",
  "jobs",
  "stages",
  "stage-types",
  "candidates",
  "job-applications",
  "reject-reasons",
  "notes",
  "uploads",
  "answers",
  "questions",
  "custom-field-values",
  "custom-fields",
  "job-offers"
]

const resources = [
  ...types,
  "candidate",
  "job",
  "job-application",
  "activities",
  "todos",
  "teams",
  "team-memberships",
  "roles",
  "regions",
  "referrals",
  "nps-responses",
  "partner-results",
  "requisitions",
  "companies",
  "company"
]

const names = { all: [...resources, ...resources.map((name) => name.replaceAll("-", "_"))] } as const

const statuses: ReadonlyMap<string | null, Forms["jobs"]["becomes"]> = new Map([
  ["published", "published"],
  ["open", "published"],
  ["unlisted", "published"],
  ["scheduled", "draft"],
  ["draft", "draft"],
  ["awaiting approval", "draft"],
  ["archived", "closed"],
  ["expired", "closed"]
])

const employments: ReadonlyMap<string | null, string> = new Map([
  ["fulltime", "full_time"],
  ["parttime", "part_time"],
  ["temporary", "temporary"],
  ["internship", "internship"],
  ["freelance", "contract"],
  ["other", "other"]
])

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns the attributes of a record, with the ids of its relationships as `of.<name>`. */
const flat = (values: Row): { readonly table: string; readonly id: string; readonly values: Row } | null => {
  const [table, id] = [textOf(values["type"]), textOf(values["id"])]
  if (table === null || id === null) return null
  const related = isRow(values["relationships"]) ? Object.entries(values["relationships"]) : []
  const ids = related.flatMap(([name, one]): ReadonlyArray<readonly [string, Schema.Json]> => {
    const data = isRow(one) ? one["data"] : null
    const all = (Array.isArray(data) ? data : [data]).flatMap((one) => isRow(one) ? textOf(one["id"]) ?? [] : [])
    return all.length === 0 ? [] : [[`of.${name}`, Array.isArray(data) ? all : all[0]!]]
  })
  const attributes = isRow(values["attributes"]) ? values["attributes"] : {}
  return { table, id, values: { ...attributes, ...Object.fromEntries(ids), id } }
}

/** Returns the candidate of a record: from its relationship, its attribute, or its file's path. */
const candidateOf = (record: Foreign, file: string): string | null =>
  record.text("of.candidate") ?? record.text("candidate-id") ??
    /(?:^|\/)candidates?\/(\d+)\//.exec(file)?.[1] ?? ownerOf(file, types)

const nameOfFile = (url: string | null): string | null => {
  const name = url === null ? undefined : decodeURIComponent(url.split(/[?#]/, 1)[0]!.split("/").at(-1)!)
  return name === undefined || name === "" ? null : name
}

const addJobs = (reader: Reader): void => {
  reader.eachOf("jobs", ({ record }) => {
    const [id, status] = [record.text("id"), record.text("human-status") ?? record.text("status")]
    const [department, location] = [
      record.text("of.department"),
      record.text("of.location") ?? record.texts("of.locations")[0] ?? null
    ]
    const employment = record.text("employment-type")
    const [low, high, unit] = [record.number("min-salary"), record.number("max-salary"), record.text("currency")]
    const isInternal = record.is("internal")
    const place = reader.one("locations", location)
    record.skip("apply-button-text", "status", "picture", "external-application-url", "mailbox")
    record.skip("name-requirement", "resume-requirement", "cover-letter-requirement", "phone-requirement")
    record.skip(
      "additional-files-requirement",
      "sharing-image-layout",
      "language-code",
      "recruiter-email"
    )
    record.skip("of.stages", "of.locations", "of.candidates", "salary-time-unit")
    const extra = new Extras().add("Tags", record.texts("tags").join(", ")).add("Ends", record.text("end-date"))
    const recruiter = record.text("of.user")
    reader.emit("jobs", {
      id,
      name: record.text("title"),
      status,
      becomes: statuses.get(status?.toLowerCase() ?? null) ?? null,
      created_at: record.text("created-at"),
      updated_at: record.text("updated-at"),
      departments: department === null ? [] : [{ id: department }],
      offices: location === null ? [] : [{ id: location }],
      hiring_team: {
        recruiters: recruiter === null ? [] : [{ id: recruiter }],
        hiring_managers: record.texts("of.colleagues").filter((one) => one !== recruiter).map((one) => ({ id: one }))
      },
      keyed_custom_fields: {
        ...extra.keyed_custom_fields,
        employment_type: { name: "Employment", value: employments.get(employment) ?? employment },
        salary_range: {
          name: "Salary",
          value: unit === null || low === null && high === null ? null : { min_value: low, max_value: high, unit }
        }
      }
    })
    reader.emit("job_posts", {
      job_id: id,
      title: record.text("title"),
      content: record.text("body"),
      location: { name: textOf(place?.["city"]) ?? textOf(place?.["name"]) },
      live: status === "published",
      internal: isInternal
    })
  })
  reader.eachOf("stages", ({ record }) => {
    const type = reader.one("stage-types", record.text("of.stage-type"))
    const legacy = record.text("legacy-stage-type-name")
    const said = (legacy ?? textOf(type?.["category"]) ?? textOf(type?.["name"]) ?? "").toLowerCase()
    record.skip("active-job-applications-count", "rejected-job-applications-count", "created-at", "updated-at")
    record.skip("of.job-applications", "of.triggers")
    reader.emit("job_stages", {
      id: record.text("id"),
      job_id: record.text("of.job"),
      name: record.text("name"),
      priority: record.number("row-order") ?? 0,
      stage_type: said === "hired" ? "hired" : said === "inbox" ? "applied" : said === "offer" ? "offer" : null
    })
  })
}

/** Returns the chosen texts or numbers of an answer. */
const choicesOf = (choices: Row[string] | undefined): string | null =>
  (Array.isArray(choices) ? choices : []).flatMap((one) => textOf(one) ?? []).join(", ") || null

const addCandidates = (reader: Reader): void => {
  const uploads = new Map<string, Array<Attachment>>()
  reader.eachOf("uploads", ({ file, record }) => {
    const candidate = candidateOf(record, file)
    record.skip("internal", "of.job")
    const filename = record.text("file-name")
    const type = /resume|résumé|\bcv\b|lebenslauf/i.test(filename ?? "") ? "resume" : "other"
    const one = { id: record.text("id"), filename, type, url: record.text("url") }
    if (candidate === null) return reader.left.add(`${record.place}: it is not said to what it belongs`)
    uploads.set(candidate, [...uploads.get(candidate) ?? [], { ...one, created_at: record.text("created-at") }])
  })
  const extras = new Map<string, Extras>()
  const extraOf = (candidate: string): Extras => {
    const extra = extras.get(candidate) ?? new Extras()
    extras.set(candidate, extra)
    return extra
  }
  reader.eachOf("answers", ({ file, record }) => {
    const candidate = candidateOf(record, file)
    const question = reader.one("questions", record.text("of.question"))
    const flag = record.take("boolean")
    const answer = record.text("answer") ?? record.text("text") ?? record.text("number") ?? record.text("range") ??
      record.text("date") ?? choicesOf(record.take("choices")) ?? record.text("url") ??
      (typeof flag === "boolean" ? flag ? "Yes" : "No" : null)
    record.skip("id", "question-type", "created-at", "updated-at", "of.job-application", "of.job")
    if (candidate === null) return reader.left.add(`${record.place}: it is not said to what it belongs`)
    extraOf(candidate).add(textOf(question?.["title"]) ?? "Answer", answer)
  })
  reader.eachOf("custom-field-values", ({ file, record }) => {
    const candidate = record.text("of.owner") ?? candidateOf(record, file)
    const field = reader.one("custom-fields", record.text("of.custom-field"))
    record.skip("field-type", "created-at", "updated-at")
    const value = record.text("value") ?? record.texts("value").join(", ")
    if (candidate === null) return reader.left.add(`${record.place}: it is not said to what it belongs`)
    extraOf(candidate).add(textOf(field?.["name"]) ?? "Custom field", value)
  })
  reader.eachOf("candidates", ({ record }) => {
    const id = record.text("id")
    const own = (id === null ? undefined : extras.get(id)) ?? new Extras()
    const resume = record.text("original-resume") ?? record.text("resume")
    own.add("Pitch", record.text("pitch")).add("Facebook", record.text("facebook-profile"))
    own.add("Referring site", record.text("referring-site")).add("Referring page", record.text("referring-url"))
    record.skip("resume", "picture", "connected", "internal", "referred", "sourced", "linkedin-uid", "facebook-id")
    record.skip("of.job-applications", "of.uploads", "of.answers", "of.questions", "of.custom-field-values")
    const places = record.texts("of.locations").map((one) => textOf(reader.one("locations", one)?.["name"]))
    reader.emit("candidates", {
      id,
      first_name: record.text("first-name"),
      last_name: record.text("last-name"),
      created_at: record.text("created-at"),
      updated_at: record.text("updated-at"),
      can_email: !record.is("unsubscribed"),
      email_addresses: valuesOf([record.text("email")]),
      phone_numbers: valuesOf([record.text("phone")]),
      addresses: valuesOf(places),
      website_addresses: valuesOf([record.text("linkedin-url") ?? record.text("linkedin-profile")], "linkedin"),
      tags: record.texts("tags"),
      attachments: [
        ...resume === null ? [] : [{ filename: nameOfFile(resume), type: "resume", url: resume }],
        ...(id === null ? undefined : uploads.get(id)) ?? []
      ],
      keyed_custom_fields: own.keyed_custom_fields
    })
    record.skip("linkedin-profile")
  })
}

const addApplications = (reader: Reader): void => {
  reader.eachOf("job-applications", ({ record }) => {
    const [id, job, stage] = [record.text("id"), record.text("of.job"), record.text("of.stage")]
    const [created, changed, rejected] = [
      record.text("created-at"),
      record.text("changed-stage-at"),
      record.text("rejected-at")
    ]
    const found = reader.one("stages", stage)
    const type = reader.one("stage-types", textOf(found?.["of.stage-type"]))
    const said = textOf(found?.["legacy-stage-type-name"]) ?? textOf(type?.["category"]) ?? textOf(type?.["name"]) ??
      textOf(found?.["name"])
    const isHired = said?.toLowerCase() === "hired"
    const reason = reader.one("reject-reasons", record.text("of.reject-reason"))
    const letter = record.text("cover-letter")
    const extra = new Extras().add("Referring page", record.text("referring-url"))
    record.skip("row-order", "sourced", "of.nps-responses", "match")
    if (stage !== null && changed !== null && changed !== created)
      reader.emit("moves", { application_id: id, stage_id: stage, entered_at: changed })
    reader.emit("applications", {
      id,
      candidate_id: record.text("of.candidate"),
      job_id: job,
      status: rejected !== null ? "rejected" : isHired ? "hired" : "active",
      current_stage: stage === null ? null : { id: stage, name: textOf(found?.["name"]) },
      source: { public_name: record.text("referring-site") },
      rejection_reason: reason === undefined ? null : reasonOf(reason),
      applied_at: created,
      rejected_at: rejected,
      hired_at: isHired ? changed : null,
      last_activity_at: record.text("updated-at"),
      answers: letter === null ? [] : [{ question: "Cover letter", answer: letter }],
      keyed_custom_fields: extra.keyed_custom_fields
    })
  })
}

const reasonOf = (reason: Row) => ({
  id: textOf(reason["id"]),
  name: textOf(reason["reason"]) ?? textOf(reason["name"]),
  type: typeof reason["rejected-by-company"] === "boolean"
    ? { name: reason["rejected-by-company"] ? "We rejected them" as const : "They rejected us" as const }
    : null
})

const read = Effect.fnUntraced(function*(reader: Reader) {
  yield* reader.route("all", flat)
  reader.eachOf("users", ({ record, values }) => {
    record.skip(
      ...record.fields.filter((field) => !["id", "name", "username", "login-email", "email", "role"].includes(field))
    )
    reader.emit("users", {
      id: record.text("id"),
      name: record.text("name") ?? textOf(values["username"]),
      primary_email_address: record.text("login-email") ?? record.text("email"),
      site_admin: record.text("role") === "admin"
    })
    record.skip("username", "email")
  })
  reader.eachOf("departments", ({ record }) => {
    record.skip("of.roles", "of.teams", "of.jobs")
    reader.emit("departments", { id: record.text("id"), name: record.text("name") })
  })
  reader.eachOf("locations", ({ record }) => {
    const [city, country] = [record.text("city"), record.text("country")]
    record.skip("headquarters", "lat", "long", "of.teams", "of.jobs", "of.regions")
    const name = record.text("name") ?? city
    const place = [city, country].filter((one) => one !== null).join(", ")
    reader.emit("offices", { id: record.text("id"), name, location: { name: place || null } })
  })
  reader.eachOf("reject-reasons", ({ record, values }) => {
    for (const key of ["id", "reason", "name", "rejected-by-company"]) record.take(key)
    record.skip("created-at", "updated-at")
    reader.emit("rejection_reasons", reasonOf(values))
  })
  addJobs(reader)
  addCandidates(reader)
  addApplications(reader)
  reader.eachOf("notes", ({ file, record }) => {
    const candidate = candidateOf(record, file)
    record.skip("updated-at", "created-by-trigger", "mentioned-user-ids", "candidate-id")
    reader.emit("activity_feed", {
      candidate_id: candidate,
      notes: [{
        id: record.text("id"),
        body: record.text("note"),
        created_at: record.text("created-at"),
        user: userOf(record.text("of.user") ?? record.text("user-id")),
        private: record.is("private-note")
      }]
    })
    record.skip("user-id")
  })
  reader.eachOf("job-offers", ({ record }) => {
    const details = record.part("details")
    const extra = new Extras().add("Response", record.text("response"))
    for (const field of details?.fields ?? []) extra.add(field.replaceAll("-", " "), details!.text(field))
    record.skip("of.user")
    reader.emit("offers", {
      id: record.text("id"),
      application_id: record.text("of.job-application"),
      status: record.text("status"),
      created_at: record.text("created-at"),
      sent_at: record.text("sent-at"),
      resolved_at: record.text("answered-at"),
      keyed_custom_fields: extra.keyed_custom_fields
    })
  })
  reader.others(types)
})

export const teamtailor = system({
  system: "teamtailor",
  title: "Teamtailor",
  layout: { names, wrappers: ["data", "included"] }
}, read)
