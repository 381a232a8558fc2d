/**
 * Reads data of Workable from saved responses of its API (https://workable.readme.io/reference): `{candidates, paging}`
 * in files named after resources. What belongs to a job or a candidate is in a file by its shortcode or id, such as
 * `stages/<shortcode>.json` and `activities/<candidate>.json`. A candidate there is an application here; those with the
 * same email address are one person. In a table that users export from its pages, each row is a person with an
 * application.
 */
import type { StageType } from "@candor/domain/job/StageType"
import { Effect } from "effect"
import type { Attachment, Forms } from "../common/Form.ts"
import * as Table from "../common/Table.ts"
import type { Foreign } from "../Foreign.ts"
import { Extras, ownerOf, type Reader, system, textOf, userOf, valuesOf } from "../Reader.ts"

const names = {
  members: ["members", "recruiters"],
  reasons: ["disqualification_reasons"],
  departments: ["departments"],
  jobs: ["jobs", "job"],
  stages: ["stages"],
  candidates: ["candidates", "candidate"],
  activities: ["activities"],
  files: ["files"],
  events: ["events"],
  offers: ["offers", "offer"]
} as const

const wrappers = [
  "members",
  "recruiters",
  "disqualification_reasons",
  "departments",
  "jobs",
  "job",
  "stages",
  "candidates",
  "candidate",
  "activities",
  "files",
  "events",
  "offers"
]

/** A `closed` job is in use, but not public. */
const states: ReadonlyMap<string | null, Forms["jobs"]["becomes"]> = new Map([
  ["published", "published"],
  ["draft", "draft"],
  ["closed", "draft"],
  ["archived", "closed"]
])

const kinds: ReadonlyMap<string | null, StageType> = new Map([
  ["applied", "applied"],
  ["shortlisted", "screen"],
  ["phone-screen", "screen"],
  ["assessment", "screen"],
  ["interview", "interview"],
  ["offer", "offer"],
  ["hired", "hired"]
])

const employments: ReadonlyMap<string, string> = new Map([
  ["full-time", "full_time"],
  ["part-time", "part_time"],
  ["contract", "contract"],
  ["temporary", "temporary"],
  ["internship", "internship"],
  ["other", "other"]
])

/** Stages are named by name or slug. */
const stageKey = (job: string | null, name: string | null): string => `${job} ${name?.toLowerCase() ?? ""}`

/** The stages of each shortcode, by name or slug in lower case. */
type Stages = Map<string, ReadonlyArray<{ readonly id: string; readonly names: ReadonlyArray<string> }>>

/** Describes where people work: at a place or remotely. */
const workplaceOf = (record: Foreign | null): string | null => {
  const isRemote = record?.is("telecommuting") === true
  return record?.text("workplace_type") ?? (isRemote ? "remote" : null)
}

/** Returns a place as one line, from its text or its parts; adds the workplace, unless the record has its own. */
const placeOf = (location: Foreign | null, extra: Extras, own: string | null = null): string | null => {
  const told = location?.text("location_str") ?? null
  const parts = ["city", "region", "country"].flatMap((key) => location?.text(key) ?? [])
  location?.skip("country_code", "region_code")
  const there = workplaceOf(location)
  const [workplace, place] = [own ?? there, told ?? (parts.join(", ") || null)]
  extra.add("Workplace", workplace)
  return place ?? (workplace === "remote" ? "Remote" : null)
}

const addJobs = Effect.fnUntraced(function*(reader: Reader) {
  yield* reader.define("stages", (values, file) => textOf(values["shortcode"]) ?? ownerOf(file, names.stages) ?? "")
  const known: Stages = new Map()
  yield* reader.each("jobs", ({ record }) => {
    const [key, state, salary] = [record.text("shortcode"), record.text("state"), record.part("salary")]
    const [low, high, unit] = [
      salary?.number("salary_from") ?? null,
      salary?.number("salary_to") ?? null,
      salary?.text("salary_currency") ?? null
    ]
    const [department, location] = [record.text("department"), record.part("location")]
    const extra = new Extras()
    const place = placeOf(location, extra, workplaceOf(record))
    const own = reader.rows("stages", key)
    const stages = own.length > 0 ? own : reader.rows("stages", "")
    const ids = stages.map((stage, nth) => {
      const [name, slug, kind] = [textOf(stage["name"]), textOf(stage["slug"]), textOf(stage["kind"])]
      const id = stageKey(key, slug ?? name)
      reader.emit("job_stages", {
        id,
        job_id: key,
        name,
        priority: Number(textOf(stage["position"]) ?? nth),
        active: kind !== "sourced",
        stage_type: kinds.get(kind) ?? null
      })
      return { id, names: [name, slug].flatMap((one) => one === null ? [] : [one.toLowerCase()]) }
    })
    if (key !== null) known.set(key, ids)
    const description = record.text("full_description") ??
      ([record.text("description"), record.text("requirements"), record.text("benefits")].filter(Boolean).join("\n") ||
        null)
    const employment = record.text("employment_type")
    record.skip(
      "id",
      "full_title",
      "url",
      "application_url",
      "shortlink",
      "department_hierarchy"
    )
    record.skip("description", "requirements", "benefits")
    for (const field of ["industry", "function", "experience", "education"]) extra.add(field, record.text(field))
    if (department !== null) reader.emit("departments", { id: department, name: department })
    if (place !== null) reader.emit("offices", { id: place, name: place })
    reader.emit("jobs", {
      id: key,
      name: record.text("title"),
      status: state,
      becomes: states.get(state) ?? null,
      requisition_id: record.text("code"),
      confidential: record.is("confidential"),
      created_at: record.text("created_at"),
      updated_at: record.text("updated_at"),
      departments: department === null ? [] : [{ id: department }],
      offices: place === null ? [] : [{ id: place }],
      keyed_custom_fields: {
        ...extra.keyed_custom_fields,
        employment_type: {
          name: "Employment",
          value: employment === null ? null : employments.get(employment.toLowerCase()) ?? employment
        },
        salary_range: {
          name: "Salary",
          value: unit === null ? null : { min_value: low, max_value: high, unit: unit.toUpperCase() }
        }
      }
    })
    if (description !== null)
      reader.emit("job_posts", {
        job_id: key,
        title: record.text("title"),
        content: description,
        location: { name: place },
        live: state === "published"
      })
  })
  return known
})

const choiceOf = (choice: Foreign): string | null => {
  choice.skip("id")
  return choice.text("body")
}

const answersOf = (record: Foreign) =>
  record.parts("answers").map((one) => {
    const [question, answer] = [one.part("question"), one.part("answer")]
    const said = answer === null
      ? null
      : answer.text("body") ?? answer.text("date") ?? answer.text("number") ??
        (answer.texts("choices").join(", ") || answer.parts("choices").map(choiceOf).join(", ") ||
          null) ??
        (answer.take("checked") === undefined ? null : answer.is("checked") ? "Yes" : "No") ?? answer.text("url")
    question?.skip("id", "type", "key", "choices", "required", "single_answer")
    answer?.skip("id", "key")
    const key = one.text("question_key")
    return { question: question?.text("body") ?? key, answer: said }
  }).filter(({ answer }) => answer !== null)

const filesOf = (reader: Reader, key: string | null, record: Foreign): ReadonlyArray<Attachment> => {
  const listed = reader.all("files", key).map((file) => {
    const kind = file.text("kind")
    file.skip("source", "candidate_id")
    return { id: null, filename: file.text("name"), type: kind ?? "other", url: file.text("preview_url") }
  })
  const metadata = record.part("resume_metadata")
  const resume = metadata === null ? null : {
    filename: metadata.text("filename"),
    type: "resume",
    created_at: metadata.text("created_at"),
    url: record.text("resume_url")
  }
  metadata?.skip("filetype", "updated_at")
  if (metadata === null && listed.length > 0) record.skip("resume_url")
  return resume === null || listed.some(({ filename }) => filename === resume.filename) ? listed : [resume, ...listed]
}

/** Returns the rating of an activity, on the scale that it may name. */
const ratingOf = (rating: Foreign | null): string | null => {
  const [grade, scale] = [rating?.number("grade") ?? rating?.number("score") ?? null, rating?.text("scale") ?? null]
  if (grade === null) return null
  // Thumbs: 0 is no, 1 is yes, 2 is definitely yes. Other scales are numbers up to 10, and stars up to 5.
  return scale === "thumbs"
    ? ["no", "yes", "definitely yes"][grade] ?? String(grade)
    : scale === "numbers"
    ? `${grade} of 10`
    : `${grade} of 5`
}

/** Actions that the candidate's own record already tells. */
const told: ReadonlySet<string> = new Set(["applied", "uploaded", "sourced", "disqualified", "withdrew"])

const addActivities = (
  reader: Reader,
  { candidate, key, stages }: {
    readonly key: string | null
    readonly candidate: string | null
    readonly stages: (name: string | null) => string
  }
): { readonly hired: string | null } => {
  let hired: string | null = null
  for (const activity of reader.all("activities", key)) {
    const [action, created_at, member] = [activity.text("action"), activity.text("created_at"), activity.part("member")]
    const user = member === null ? null : { id: member.text("id"), name: member.text("name") }
    const [id, body] = [activity.text("id") ?? `${key} ${action} ${created_at}`, activity.text("body")]
    const target = activity.part("target_stage")
    const stage = target?.text("name") ?? activity.text("stage_name")
    const recommendation = ratingOf(activity.part("rating"))
    const roles = activity.texts("visibility_roles")
    activity.skip("updated_at", "action_stage", "candidate_id", "stage_name")
    target?.skip("id")
    if (action === "moved" || action === "hired") {
      reader.emit("moves", { application_id: key, stage_id: stages(stage), entered_at: created_at, user })
      if (action === "hired" || /^hired$/i.test(stage ?? "")) hired = created_at
    } else if (action === "rating" || action === "evaluation" || recommendation !== null) {
      reader.emit("scorecards", {
        id,
        application_id: key,
        interview: stage ?? "Evaluation",
        interviewer: user,
        submitted_at: created_at,
        created_at,
        overall_recommendation: recommendation,
        questions: body === null ? [] : [{ question: "Comment", answer: body }]
      })
    } else if (action === "message" || action === "email" || action === "replied") {
      reader.emit("activity_feed", { candidate_id: candidate, emails: [{ id, body, created_at, user }] })
    } else if (body !== null) {
      const text = action === "comment" ? body : `${action}: ${body}`
      reader.emit("activity_feed", {
        candidate_id: candidate,
        notes: [{ id, body: text, created_at, user, private: roles.length > 0, application_id: key }]
      })
    } else if (!told.has(action ?? "")) reader.left.add(`activities of the action ${action}, without a text`)
  }
  return { hired }
}

const personOf = (id: string | null, email: string | null): string | null => email?.toLowerCase() ?? id

const addCandidates = Effect.fnUntraced(function*(reader: Reader, known: Stages) {
  for (const list of ["activities", "files"] as const)
    yield* reader.load(list, (values, file) => textOf(values["candidate_id"]) ?? ownerOf(file, names[list]))
  const made = new Set<string>()
  yield* reader.each("candidates", ({ record }) => {
    const [key, email, job] = [record.text("id"), record.text("email"), record.part("job")]
    const [shortcode, person] = [job?.text("shortcode") ?? null, personOf(key, email)]
    job?.skip("title")
    const at = record.text("created_at")
    const [stage, kind] = [record.text("stage"), record.text("stage_kind")]
    const stages = (name: string | null) =>
      (shortcode === null ? undefined : known.get(shortcode))?.find(({ names }) =>
        names.includes(name?.toLowerCase() ?? "")
      )?.id ??
        stageKey(shortcode, name)
    const files = filesOf(reader, key, record)
    const extra = new Extras()
    const location = record.part("location")
    const found = placeOf(location, extra)
    const place = record.text("address") ?? found
    extra.add("Headline", record.text("headline")).add("Summary", record.text("summary"))
    extra.add("Skills", record.parts("skills").map((one) => one.text("name")).join(", "))
    if (person !== null && !made.has(person)) {
      made.add(person)
      reader.emit("candidates", {
        id: person,
        name: record.text("name"),
        first_name: record.text("firstname"),
        last_name: record.text("lastname"),
        created_at: at,
        updated_at: record.text("updated_at"),
        email_addresses: valuesOf([email]),
        phone_numbers: valuesOf([record.text("phone")]),
        addresses: valuesOf([place]),
        website_addresses: record.parts("social_profiles").map((one) => {
          one.skip("name", "username")
          return { value: one.text("url"), type: one.text("type") }
        }),
        tags: record.texts("tags"),
        educations: record.parts("education_entries").map((one) => {
          one.skip("id")
          return {
            school_name: one.text("school"),
            degree: one.text("degree"),
            discipline: one.text("field_of_study"),
            start_date: one.text("start_date"),
            end_date: one.text("end_date")
          }
        }),
        employments: record.parts("experience_entries").map((one) => {
          extra.add("Experience", one.text("summary"))
          one.skip("id", "industry", "current")
          return {
            title: one.text("title"),
            company_name: one.text("company"),
            start_date: one.text("start_date"),
            end_date: one.text("end_date")
          }
        }),
        keyed_custom_fields: shortcode === null ? extra.keyed_custom_fields : {}
      })
    }
    const { hired } = addActivities(reader, { key, candidate: person, stages })
    const letter = record.text("cover_letter")
    const reason = record.text("disqualification_reason")
    const isHired = record.text("hired_at") !== null || kind === "hired" || /^hired$/i.test(stage ?? "")
    const withdrew = record.is("withdrew")
    const isOut = record.is("disqualified") || withdrew
    const domain = record.text("domain")
    record.skip("account", "image_url", "outbound_mailbox", "name", "firstname", "lastname", "phone", "social_profiles")
    record.skip("tags", "education_entries", "experience_entries", "originating_candidate_id", "sourced")
    reader.emit("applications", {
      id: key,
      candidate_id: person,
      job_id: shortcode,
      prospect: shortcode === null || kind === "sourced",
      status: isOut ? withdrew ? "withdrawn" : "rejected" : isHired ? "hired" : "active",
      current_stage: stage === null ? null : { id: stages(stage), name: stage },
      source: { public_name: domain },
      rejection_reason: reason === null ? null : { name: reason },
      applied_at: at,
      rejected_at: record.text("disqualified_at"),
      hired_at: record.text("hired_at") ?? hired,
      last_activity_at: record.text("updated_at"),
      credited_to: userOf(record.text("uploader_id")),
      answers: [...letter === null ? [] : [{ question: "Cover letter", answer: letter }], ...answersOf(record)],
      attachments: files,
      keyed_custom_fields: extra.keyed_custom_fields
    })
  })
})

const read = Effect.fnUntraced(function*(reader: Reader) {
  yield* reader.each("members", ({ record }) => {
    record.skip("collaboration_rules")
    reader.emit("users", {
      id: record.text("id"),
      name: record.text("name"),
      primary_email_address: record.text("email"),
      disabled: record.take("active") === false,
      site_admin: record.texts("roles").includes("admin") || record.text("role") === "admin"
    })
  })
  yield* reader.each("reasons", ({ record }) => {
    record.skip("id")
    reader.emit("rejection_reasons", { name: record.text("name") ?? record.text("body") })
  })
  yield* reader.each("departments", ({ record }) => {
    record.skip("sample", "id", "parent_id")
    const name = record.text("name")
    reader.emit("departments", { id: name, name })
  })
  const stages = yield* addJobs(reader)
  yield* addCandidates(reader, stages)
  yield* reader.each("events", ({ record }) => {
    const [candidate, conference] = [record.part("candidate"), record.part("conference")]
    candidate?.skip("name")
    conference?.skip("id", "type")
    record.skip("job")
    reader.emit("scheduled_interviews", {
      id: record.text("id"),
      application_id: candidate?.text("id") ?? null,
      interview: { name: record.text("title") ?? record.text("type") },
      status: record.is("cancelled") ? "cancelled" : "scheduled",
      start: { date_time: record.text("starts_at") },
      end: { date_time: record.text("ends_at") },
      video_conferencing_url: conference?.text("url") ?? null,
      note: record.text("description"),
      interviewers: record.parts("members").map((one) => ({
        id: one.text("id"),
        name: one.text("name"),
        response_status: one.text("status")
      }))
    })
    record.skip("type")
  })
  yield* reader.each("offers", ({ file, record }) => {
    const candidate = record.part("candidate")
    const key = candidate?.text("id") ?? ownerOf(file, names.offers)
    candidate?.skip("name")
    const extra = new Extras()
    for (const one of record.parts("document_variables")) {
      one.skip("key")
      extra.add(one.text("label") ?? one.text("name") ?? "?", one.text("value"))
    }
    reader.emit("offers", {
      id: `${key}`,
      application_id: key,
      status: record.text("state"),
      created_at: record.text("created_at"),
      keyed_custom_fields: extra.keyed_custom_fields
    })
  })
  yield* Table.read(reader, "table")
})

export const workable = system(
  { system: "workable", title: "Workable", layout: { names, tables: "table", wrappers } },
  read
)
