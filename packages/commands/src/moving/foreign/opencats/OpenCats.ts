/**
 * Reads data of OpenCATS (https://github.com/opencats/OpenCATS, db/cats_schema.sql): the tables of its database, each a
 * CSV file with the column names in the first line, such as `candidate.csv`. In the CSV file that its list of
 * candidates exports, each row is a person. Its times have no time zone, and are taken as UTC.
 */
import { Effect } from "effect"
import type { Forms } from "../common/Form.ts"
import * as Table from "../common/Table.ts"
import type { Foreign } from "../Foreign.ts"
import { Extras, type Reader, system, textOf, userOf, valuesOf } from "../Reader.ts"

const names = {
  user: ["user", "users"],
  company: ["company"],
  candidate: ["candidate"],
  joborder: ["joborder"],
  pipeline: ["candidate_joborder"],
  status: ["candidate_joborder_status"],
  history: ["candidate_joborder_status_history"],
  activity: ["activity"],
  activity_type: ["activity_type"],
  attachment: ["attachment"],
  extra_field: ["extra_field"],
  tag: ["tag"],
  candidate_tag: ["candidate_tag"],
  calendar_event: ["calendar_event"],
  answers: ["career_portal_questionnaire_history"],
  table: ["candidates", "export"]
} as const

/** The types of records that other records refer to. */
const [ofCandidate, ofJob] = ["100", "400"]

/** The default pipeline statuses, for a dump without its own; below, the same for activities. */
const usual: ReadonlyArray<readonly [id: string, name: string]> = [
  ["0", "No Status"],
  ["100", "No Contact"],
  ["200", "Contacted"],
  ["250", "Candidate Responded"],
  ["300", "Qualifying"],
  ["400", "Submitted"],
  ["500", "Interviewing"],
  ["600", "Offered"],
  ["650", "Not in Consideration"],
  ["700", "Client Declined"],
  ["800", "Placed"]
]
const kinds: ReadonlyMap<string, string> = new Map([
  ["100", "Call"],
  ["200", "Email"],
  ["300", "Meeting"],
  ["400", "Other"],
  ["500", "Call (Talked)"],
  ["600", "Call (LVM)"],
  ["700", "Call (Missed)"],
  ["800", "Status Change"]
])

/** Statuses that end an application. */
const [placed, ended] = ["800", new Set(["650", "700"])]

const types: ReadonlyMap<string, NonNullable<Forms["job_stages"]["stage_type"]>> = new Map([
  ["0", "applied"],
  ["100", "applied"],
  ["200", "screen"],
  ["250", "screen"],
  ["300", "screen"],
  ["400", "interview"],
  ["500", "interview"],
  ["600", "offer"],
  ["800", "hired"]
])

const statuses: ReadonlyMap<string, Forms["jobs"]["becomes"]> = new Map([
  ["active", "published"],
  ["upcoming", "draft"],
  ["lead", "draft"],
  ["onhold", "closed"],
  ["full", "closed"],
  ["closed", "closed"],
  ["canceled", "closed"]
])

const employments: ReadonlyMap<string, string> = new Map([["H", "full_time"], ["C", "contract"], ["FL", "contract"]])

/** Reads a MySQL time. The zero date and MySQL's first day mean none. */
const time = (record: Foreign, key: string): string | null => {
  const text = record.text(key)
  if (text === null || /^(?:0000-00-00|1000-01-01)/.test(text)) return null
  return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(?::\d{2})?$/.test(text) ? `${text.replace(" ", "T")}Z` : text
}

const id = (record: Foreign, key: string): string | null => {
  const text = record.text(key)
  return text === "0" || text === "-1" ? null : text
}

const isSet = (record: Foreign, key: string): boolean => record.text(key) === "1"

const addFields = (reader: Reader, extra: Extras, of: string): void => {
  for (const field of reader.all("extra_field", of)) {
    extra.add(field.text("field_name") ?? "?", field.text("value"))
    field.skip("extra_field_id", "data_item_id", "data_item_type", "import_id", "site_id")
  }
}

const addJobs = Effect.fnUntraced(function*(reader: Reader, pipeline: ReadonlyArray<readonly [string, string]>) {
  yield* reader.define("company", ({ company_id }) => textOf(company_id))
  yield* reader.each("company", ({ record }) => {
    const [key, name] = [record.text("company_id"), record.text("name")]
    record.skip(...record.fields.filter((field) => field !== "notes"))
    reader.emit("departments", { id: key, name })
  })
  yield* reader.each("joborder", ({ record }) => {
    const [key, status, company] = [record.text("joborder_id"), record.text("status"), id(record, "company_id")]
    const places = [record.text("city"), record.text("state"), record.text("country")]
    const place = places.filter((one) => one !== null).join(", ") || null
    const type = record.text("type")
    const [recruiter, owner] = [id(record, "recruiter"), id(record, "owner")]
    const extra = new Extras()
    for (const field of ["notes", "duration", "rate_max", "salary"]) extra.add(field, record.text(field))
    extra.add("openings", id(record, "openings"))
    extra.add("starts", time(record, "start_date"))
    addFields(reader, extra, `${ofJob} ${key}`)
    const isPublic = isSet(record, "public")
    record.skip("site_id", "entered_by", "is_hot", "company_department_id", "contact_id")
    record.skip("questionnaire_id", "import_id", "date_modified")
    if (place !== null) reader.emit("offices", { id: place, name: place })
    for (const [priority, [one, name]] of pipeline.entries()) {
      reader.emit("job_stages", {
        id: `${key} ${one}`,
        job_id: key,
        name,
        priority,
        active: !ended.has(one) && one !== "0",
        stage_type: types.get(one) ?? null
      })
    }
    reader.emit("jobs", {
      id: key,
      name: record.text("title"),
      status,
      becomes: statuses.get(status?.toLowerCase().replace(/\W/g, "") ?? "") ?? null,
      requisition_id: record.text("client_job_id"),
      confidential: isSet(record, "is_admin_hidden"),
      created_at: time(record, "date_created"),
      departments: company === null ? [] : [{ id: company }],
      offices: place === null ? [] : [{ id: place }],
      hiring_team: {
        recruiters: recruiter === null ? [] : [{ id: recruiter }],
        hiring_managers: owner === null || owner === recruiter ? [] : [{ id: owner }]
      },
      keyed_custom_fields: {
        ...extra.keyed_custom_fields,
        employment_type: { name: "Employment", value: type === null ? null : employments.get(type) ?? type }
      }
    })
    const content = record.text("description")
    if (content !== null)
      reader.emit("job_posts", {
        job_id: key,
        title: record.text("title"),
        content,
        location: { name: place },
        live: isPublic
      })
  })
})

const addCandidates = Effect.fnUntraced(function*(reader: Reader) {
  yield* reader.define("tag", ({ tag_id }) => textOf(tag_id))
  yield* reader.load("candidate_tag", ({ candidate_id }) => textOf(candidate_id))
  yield* reader.load("answers", ({ candidate_id }) => textOf(candidate_id))
  yield* reader.load(
    "attachment",
    ({ data_item_id, data_item_type }) => `${textOf(data_item_type)} ${textOf(data_item_id)}`
  )
  yield* reader.each("candidate", ({ record }) => {
    const key = record.text("candidate_id")
    const extra = new Extras()
    const middle = record.text("middle_name")
    const lines = [record.text("address"), record.text("address2")]
    const place = [record.text("city"), record.text("state"), record.text("zip"), record.text("country")]
    for (const field of ["notes", "desired_pay", "current_pay", "best_time_to_call"])
      extra.add(field.replaceAll("_", " "), record.text(field))
    const source = record.text("source")
    if (reader.one("pipelineOf", key) === undefined) extra.add("source", source)
    extra.add("available", time(record, "date_available"))
    extra.add("owner", userName(reader, id(record, "owner")))
    extra.add("can relocate", isSet(record, "can_relocate") ? "yes" : null)
    addFields(reader, extra, `${ofCandidate} ${key}`)
    for (const one of reader.all("answers", key)) {
      extra.add(one.text("question") ?? "?", one.text("answer"))
      one.skip("career_portal_questionnaire_history_id", "site_id", "candidate_id", "questionnaire_title")
      one.skip("questionnaire_description", "date")
    }
    extra.add("hot", isSet(record, "is_hot") ? "yes" : null)
    record.skip("site_id", "entered_by", "import_id", "is_active")
    for (const field of record.fields.filter((field) => field.startsWith("eeo_")))
      if (id(record, field) !== null) reader.left.add("Statements on gender, origin and disability: not taken")
    const phones = (["home", "cell", "work"] as const).flatMap((kind) =>
      valuesOf([record.text(`phone_${kind}`)], kind === "cell" ? "mobile" : kind)
    )
    const skills = record.text("key_skills")
    const tags = reader.all("candidate_tag", key).flatMap((one) => {
      one.skip("id", "site_id", "candidate_id")
      return textOf(reader.one("tag", one.text("tag_id"))?.["title"]) ?? []
    })
    reader.emit("candidates", {
      id: key,
      first_name: [record.text("first_name"), middle].filter((one) => one !== null).join(" ") || null,
      last_name: record.text("last_name"),
      company: record.text("current_employer"),
      created_at: time(record, "date_created"),
      updated_at: time(record, "date_modified"),
      is_private: isSet(record, "is_admin_hidden"),
      email_addresses: valuesOf([record.text("email1"), record.text("email2")]),
      phone_numbers: phones,
      addresses: valuesOf([
        [...lines, place.filter((one) => one !== null).join(" ")].filter(Boolean).join(", ") || null
      ]),
      website_addresses: valuesOf([record.text("web_site")], "website"),
      tags: [...tags, ...skills?.split(/[,;]/).map((one) => one.trim()).filter((one) => one !== "") ?? []],
      keyed_custom_fields: extra.keyed_custom_fields,
      attachments: reader.all("attachment", `${ofCandidate} ${key}`).map((file) => {
        const [folder, stored] = [file.text("directory_name"), file.text("stored_filename")]
        const isResume = isSet(file, "resume")
        file.skip(
          "data_item_id",
          "data_item_type",
          "site_id",
          "title",
          "content_type",
          "text",
          "date_modified",
          "md5_sum"
        )
        file.skip("profile_image", "file_size_kb", "md5_sum_text")
        return {
          id: file.text("attachment_id"),
          filename: file.text("original_filename") ?? stored,
          type: isResume ? "resume" : "other",
          created_at: time(file, "date_created"),
          path: stored === null
            ? null
            : ["attachments", folder?.replace(/^attachments\/|\/$/g, ""), stored].filter(Boolean).join("/")
        }
      })
    })
  })
})

const userName = (reader: Reader, key: string | null): string | null => {
  const user = reader.one("user", key)
  return user === undefined
    ? null
    : [textOf(user["first_name"]), textOf(user["last_name"])].filter(Boolean).join(" ") || null
}

const pairOf = (candidate: unknown, job: unknown): string => `${textOf(candidate)} ${textOf(job)}`

const addApplications = Effect.fnUntraced(
  function*(reader: Reader, pipeline: ReadonlyArray<readonly [string, string]>) {
    const nameOf = new Map(pipeline)
    yield* reader.load("history", ({ candidate_id, joborder_id }) => pairOf(candidate_id, joborder_id))
    yield* reader.each("pipeline", ({ record }) => {
      const [key, candidate, job] = [
        record.text("candidate_joborder_id"),
        record.text("candidate_id"),
        record.text("joborder_id")
      ]
      const status = record.text("status") ?? "0"
      const entries = reader.all("history", pairOf(candidate, job)).map((one) => {
        one.skip("candidate_joborder_status_history_id", "candidate_id", "joborder_id", "status_from", "site_id")
        return { at: time(one, "date"), to: one.text("status_to") ?? "0" }
      }).toSorted((one, other) => (one.at ?? "") < (other.at ?? "") ? -1 : 1)
      const isOut = ended.has(status)
      const inside = entries.filter(({ to }) => !ended.has(to) && to !== "0")
      for (const { at, to } of inside)
        reader.emit("moves", { application_id: key, stage_id: `${job} ${to}`, entered_at: at })
      const last = isOut ? inside.at(-1)?.to ?? "100" : status === "0" ? "100" : status
      const end = entries.findLast(({ to }) => to === status)?.at ?? time(record, "date_modified")
      const rating = id(record, "rating_value")
      const extra = new Extras().add("Rating", rating === null ? null : `${rating} of 5`)
      extra.add("Submitted", time(record, "date_submitted")).add("Added by", userName(reader, id(record, "added_by")))
      record.skip("site_id")
      reader.emit("applications", {
        id: key,
        candidate_id: candidate,
        job_id: job,
        status: status === placed ? "hired" : isOut ? "rejected" : "active",
        current_stage: { id: `${job} ${last}`, name: nameOf.get(last) ?? null },
        source: { public_name: textOf(reader.one("sourceOf", candidate)?.["source"]) },
        rejection_reason: isOut ? { name: nameOf.get(status) ?? status } : null,
        applied_at: time(record, "date_created"),
        rejected_at: isOut ? end : null,
        hired_at: status === placed ? end : null,
        last_activity_at: time(record, "date_modified"),
        keyed_custom_fields: extra.keyed_custom_fields
      })
    })
  }
)

const addRemarks = Effect.fnUntraced(function*(reader: Reader) {
  yield* reader.define("activity_type", ({ activity_type_id }) => textOf(activity_type_id))
  yield* reader.keep("pipeline", "applicationOf", ({ candidate_id, joborder_id }) => pairOf(candidate_id, joborder_id))
  const applicationOf = (candidate: string | null, job: string | null): string | null =>
    textOf(reader.one("applicationOf", pairOf(candidate, job))?.["candidate_joborder_id"])
  yield* reader.each("activity", ({ record }) => {
    const [key, item, kind] = [record.text("activity_id"), record.text("data_item_id"), record.text("type") ?? "400"]
    const [of, job] = [record.text("data_item_type"), id(record, "joborder_id")]
    const text = record.text("notes")
    const created_at = time(record, "date_occurred") ?? time(record, "date_created")
    record.skip("site_id", "date_created", "date_modified")
    const user = userOf(id(record, "entered_by"))
    if (of !== ofCandidate) return reader.left.add("activity of companies, contacts and jobs")
    const name = textOf(reader.one("activity_type", kind)?.["short_description"]) ?? kinds.get(kind) ?? kind
    reader.emit("activity_feed", {
      candidate_id: item,
      notes: [{
        id: key,
        body: [name === "Other" ? null : name, text].filter(Boolean).join(": ") || null,
        created_at,
        user,
        application_id: applicationOf(item, job)
      }]
    })
  })
  yield* reader.each("calendar_event", ({ record }) => {
    const [key, item, of] = [
      record.text("calendar_event_id"),
      record.text("data_item_id"),
      record.text("data_item_type")
    ]
    const [start, minutes] = [time(record, "date"), record.number("duration") ?? 60]
    const application = applicationOf(item, id(record, "joborder_id"))
    const [author, title] = [id(record, "entered_by"), record.text("title")]
    const isInterview = record.text("type") === "400"
    const [created_at, note] = [time(record, "date_created"), record.text("description")]
    record.skip("site_id", "all_day", "date_modified", "reminder_enabled", "reminder_email", "reminder_time", "public")
    if (of !== ofCandidate) return reader.left.add("calendar_event of companies, contacts, jobs and nobody")
    if (isInterview && application !== null && start !== null) {
      return reader.emit("scheduled_interviews", {
        id: key,
        application_id: application,
        interview: { name: title },
        status: "scheduled",
        start: { date_time: start },
        end: { date_time: new Date(Date.parse(start) + minutes * 60_000).toISOString() },
        note,
        organizer: userOf(author),
        interviewers: author === null ? [] : [{ id: author }],
        created_at
      })
    }
    reader.emit("activity_feed", {
      candidate_id: item,
      notes: [{
        id: `event ${key}`,
        body: [`${title ?? "Event"}, on ${start ?? "?"}`, note].filter(Boolean).join("\n\n"),
        created_at,
        user: userOf(author),
        application_id: application
      }]
    })
  })
})

const read = Effect.fnUntraced(function*(reader: Reader) {
  yield* reader.define("user", ({ user_id }) => textOf(user_id))
  yield* reader.each("user", ({ record }) => {
    const level = record.number("access_level") ?? 0
    const name = [record.text("first_name"), record.text("last_name")].filter((one) => one !== null).join(" ")
    const [email, login] = [record.text("email"), record.text("user_name")]
    record.skip(...record.fields.filter((field) => field !== "notes"))
    reader.emit("users", {
      id: record.text("user_id"),
      name: name || login,
      primary_email_address: email ?? login,
      disabled: level <= 0,
      site_admin: level >= 400
    })
  })
  const own: Array<readonly [string, string]> = []
  yield* reader.each("status", ({ record }) => {
    const [key, name] = [record.text("candidate_joborder_status_id"), record.text("short_description")]
    record.skip("can_be_scheduled", "triggers_email", "is_enabled")
    if (key !== null && name !== null) own.push([key, name])
  })
  const pipeline = own.length === 0 ? usual : own.toSorted(([one], [other]) => Number(one) - Number(other))
  yield* reader.load(
    "extra_field",
    ({ data_item_id, data_item_type }) => `${textOf(data_item_type)} ${textOf(data_item_id)}`
  )
  yield* reader.keep("pipeline", "pipelineOf", ({ candidate_id }) => textOf(candidate_id))
  yield* reader.keep("candidate", "sourceOf", ({ candidate_id }) => textOf(candidate_id))
  yield* addJobs(reader, pipeline)
  yield* addCandidates(reader)
  yield* addApplications(reader, pipeline)
  yield* addRemarks(reader)
  yield* Table.read(reader, "table")
})

export const opencats = system({ system: "opencats", title: "OpenCATS", layout: { names } }, read)
