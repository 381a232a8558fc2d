/**
 * Reads data of Lever from saved responses of its API (https://hire.lever.co/developer/documentation): `{data,
 * hasNext}` in files named after resources. What belongs to an opportunity is in a file by its id, such as
 * `notes/<opportunity>.json`. Tables that users export from its pages are read as well: each row is a person with an
 * application (common/Table.ts).
 */
import type { Row } from "@candor/domain/moving/Moves"
import { Effect } from "effect"
import type { Attachment, Forms } from "../common/Form.ts"
import * as Table from "../common/Table.ts"
import type { Foreign } from "../Foreign.ts"
import { Extras, ownerOf, type Reader, system, textOf, timeOf, userOf, valuesOf } from "../Reader.ts"

const names = {
  users: ["users"],
  stages: ["stages"],
  archive_reasons: ["archive_reasons"],
  sources: ["sources"],
  postings: ["postings"],
  opportunities: ["opportunities"],
  applications: ["applications"],
  notes: ["notes"],
  feedback: ["feedback", "feedbacks"],
  interviews: ["interviews"],
  resumes: ["resumes"],
  files: ["files"],
  offers: ["offers"]
} as const

const statuses: ReadonlyMap<string | null, Forms["jobs"]["becomes"]> = new Map([
  ["published", "published"],
  ["internal", "published"],
  ["draft", "draft"],
  ["pending", "draft"],
  ["rejected", "draft"],
  ["closed", "closed"]
])

const commitments: ReadonlyArray<readonly [said: RegExp, type: string]> = [
  [/full/i, "full_time"],
  [
    /part/i,
    "part_time"
  ],
  [/contract|freelance/i, "contract"],
  [/temp/i, "temporary"],
  [/intern/i, "internship"]
]

const ofOpportunity = (list: keyof typeof names) => (values: Row, file: string): string | null =>
  textOf(values["opportunityId"]) ?? textOf(values["opportunity_id"]) ?? ownerOf(file, names[list])

/** Reads a field that is an id, or a record with an id if it was expanded. */
const idOf = (record: Foreign, key: string): string | null => {
  const value = record.take(key)
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? textOf((value as Row)["id"])
    : textOf(value)
}

const time = (record: Foreign, key: string): string | null => timeOf(record.number(key))

/** Reads the questions and answers of a form's fields. */
const fieldsOf = (record: Foreign) =>
  record.parts("fields").map((field) => {
    const [type, text, value] = [field.text("type"), field.text("text"), field.take("value") ?? null]
    const number = typeof value === "number" && (type === "date" || type === "datetime") ? timeOf(value) : null
    const answer = number ?? textOf(value) ??
      (value === null ? null : Array.isArray(value) ? value.map(textOf).join(", ") : JSON.stringify(value))
    field.skip("id", "description", "required", "prompt", "options", "scores", "createdAt", "score", "stage", "user")
    field.skip("identifier", "currency", "conditionalFields")
    return { type, question: text ?? "?", answer }
  })

const fileOf = (record: Foreign, type: string): Attachment => {
  const inside = record.part("file") ?? record
  const [name, ext, uploaded] = [inside.text("name"), inside.text("ext"), time(inside, "uploadedAt")]
  inside.skip("status", "size")
  record.skip("parsedData", "opportunityId")
  const isWhole = ext === null || name?.toLowerCase().endsWith(ext.toLowerCase().replace(/^\.?/, ".")) === true
  return {
    id: record.text("id"),
    filename: isWhole ? name : `${name}.${ext!.replace(/^\./, "")}`,
    type,
    created_at: time(record, "createdAt") ?? uploaded,
    url: inside.text("downloadUrl")
  }
}

const addJobs = Effect.fnUntraced(function*(reader: Reader) {
  const stages: Array<{ readonly id: string; readonly name: string | null }> = []
  yield* reader.each("stages", ({ record }) => {
    const id = record.text("id")
    if (id !== null) stages.push({ id, name: record.text("text") })
  })
  yield* reader.define("stages", ({ id }) => textOf(id))
  yield* reader.each("postings", ({ record }) => {
    const [id, state, categories] = [record.text("id"), record.text("state"), record.part("categories")]
    const [content, commitment] = [record.part("content"), categories?.text("commitment") ?? null]
    const [team, location] = [
      categories?.text("team") ?? categories?.text("department") ?? null,
      categories?.text("location") ?? null
    ]
    const lists = content?.parts("lists") ?? []
    const text = [
      content?.text("descriptionHtml") ?? content?.text("description") ?? null,
      ...lists.map((list) => {
        const [head, items] = [list.text("text"), list.text("content")]
        return `<h3>${head ?? ""}</h3><ul>${items ?? ""}</ul>`
      }),
      content?.text("closingHtml") ?? content?.text("closing") ?? null
    ].filter((part) => part !== null).join("\n")
    content?.skip("description", "closing")
    categories?.skip("department", "commitment")
    const [owner, manager] = [idOf(record, "owner"), idOf(record, "hiringManager")]
    const kind = commitments.find(([said]) => said.test(commitment ?? ""))?.[1] ?? null
    // All jobs of an account share its stages. Stages of leads are added to a job only if somebody is in them.
    for (const [priority, stage] of stages.entries()) {
      const name = stage.name
      reader.emit("job_stages", { id: `${id} ${stage.id}`, job_id: id, name, priority, active: !isLead(stage.id) })
    }
    record.skip(
      "urls",
      "user",
      "reqCode",
      "requisitionCodes",
      "distributionChannels"
    )
    for (const [place, value] of [["departments", team], ["offices", location]] as const)
      if (value !== null) reader.emit(place, { id: value, name: value })
    reader.emit("jobs", {
      id,
      name: record.text("text"),
      status: state,
      becomes: statuses.get(state) ?? null,
      confidential: record.text("confidentiality") === "confidential",
      requisition_id: record.text("reqCode"),
      created_at: time(record, "createdAt"),
      updated_at: time(record, "updatedAt"),
      departments: team === null ? [] : [{ id: team }],
      offices: location === null ? [] : [{ id: location }],
      hiring_team: {
        recruiters: owner === null ? [] : [{ id: owner }],
        hiring_managers: manager === null ? [] : [{ id: manager }]
      },
      keyed_custom_fields: { employment_type: { name: "Commitment", value: kind ?? commitment } }
    })
    if (text !== "")
      reader.emit("job_posts", {
        job_id: id,
        title: record.text("text"),
        content: text,
        location: { name: location },
        live: state === "published"
      })
  })
})

const isLead = (stage: string | null): boolean => stage?.startsWith("lead-") ?? false

/** Adds the opportunities of one contact as one candidate. */
const addCandidate = (reader: Reader, contact: string, first: Foreign): void => {
  const all = reader.all("contacts", contact)
  const facts = [first, ...all]
  const union = (key: string) => [...new Set(facts.flatMap((one) => one.texts(key)))]
  const extra = new Extras()
  const told = (key: string) => [...new Set(facts.flatMap((one) => one.text(key) ?? []))]
  const [name = null, ...names] = told("name")
  extra.add("Headline", told("headline").join("; ")).add("Other names", names.join(", "))
  const phones = facts.flatMap((one) => one.parts("phones")).map((one) => ({
    value: one.text("value"),
    type: one.text("type")
  }))
  const [locations, times] = [facts.map((one) => one.text("location")), facts.map((one) => time(one, "createdAt"))]
  const updated = facts.map((one) => time(one, "updatedAt"))
  const isConfidential = facts.some((one) => one.text("confidentiality") === "confidential")
  reader.emit("candidates", {
    id: contact,
    name,
    created_at: times.filter((one) => one !== null).toSorted()[0] ?? null,
    updated_at: updated.filter((one) => one !== null).toSorted().at(-1) ?? null,
    email_addresses: valuesOf(union("emails")),
    phone_numbers: [...new Map(phones.map((one) => [one.value, one])).values()],
    addresses: valuesOf([...new Set(locations)]),
    website_addresses: valuesOf(union("links"), "link"),
    tags: union("tags"),
    is_private: isConfidential,
    keyed_custom_fields: extra.keyed_custom_fields
  })
  // Each one is also read as an opportunity, which counts the unread fields.
  all.forEach((one) => one.drop())
}

const addOpportunities = Effect.fnUntraced(function*(reader: Reader) {
  for (const list of ["applications", "resumes", "files"] as const) yield* reader.load(list, ofOpportunity(list))
  yield* reader.define("archive_reasons", ({ id }) => textOf(id))
  yield* reader.keep(
    "opportunities",
    "contacts",
    ({ contact, id }) => textOf(contact) ?? textOf((contact as Row | undefined)?.["id"]) ?? textOf(id)
  )
  const made = new Set<string>()
  yield* reader.each("opportunities", ({ record }) => {
    const id = record.text("id")
    const contact = idOf(record, "contact") ?? id
    if (contact !== null && !made.has(contact)) {
      made.add(contact)
      addCandidate(reader, contact, record)
    }
    const stage = idOf(record, "stage")
    const forms = reader.all("applications", id).map((form) => {
      const answers = form.parts("customQuestions").flatMap((one) => {
        one.skip("id", "text", "type", "accountId", "baseTemplateId", "instructions", "user", "stage", "createdAt")
        one.skip("completedAt", "deletedAt")
        return fieldsOf(one)
      })
      const comments = { question: "Comments", answer: form.text("comments") }
      form.skip("id", "candidateId", "opportunityId", "postingHiringManager", "postingOwner", "name", "email", "phone")
      form.skip("links", "archived", "requisitionForHire", "user")
      return {
        job: idOf(form, "posting"),
        type: form.text("type"),
        at: time(form, "createdAt"),
        answers: [...answers, comments].filter(({ answer }) => answer !== null)
      }
    }).toSorted((one, other) => (one.at ?? "") < (other.at ?? "") ? 1 : -1)
    const job = forms.find(({ job }) => job !== null)?.job ?? null
    const archived = record.part("archived")
    const [reason, at] = [
      archived === null ? null : idOf(archived, "reason"),
      archived === null ? null : time(archived, "archivedAt")
    ]
    const known = reader.one("archive_reasons", reason)
    const name = textOf(known?.["text"]) ?? reason
    const isHired = archived !== null && (textOf(known?.["type"]) === "hired" || /^hired$/i.test(name ?? ""))
    for (const change of record.parts("stageChanges")) {
      change.skip("toStageIndex")
      reader.emit("moves", {
        application_id: id,
        stage_id: `${job} ${change.text("toStageId")}`,
        entered_at: time(change, "updatedAt"),
        user: userOf(change.text("userId"))
      })
    }
    const [first, ...rest] = record.texts("sources")
    const extra = new Extras()
    extra.add("Further sources", rest.join(", "))
    const origin = record.text("origin")
    extra.add("Origin", first === undefined || origin === "applied" ? null : origin)
    record.skip("emails", "phones", "links", "tags", "headline", "location", "name", "confidentiality", "resume")
    record.skip("applications", "urls", "lastInteractionAt", "isAnonymized", "dataProtection", "opportunityLocation")
    reader.emit("applications", {
      id,
      candidate_id: contact,
      job_id: job,
      prospect: job === null,
      status: isHired ? "hired" : archived === null ? "active" : "rejected",
      current_stage: stage === null
        ? null
        : { id: `${job} ${stage}`, name: textOf(reader.one("stages", stage)?.["text"]) },
      source: { public_name: first ?? origin },
      rejection_reason: isHired || name === null ? null : { id: reason, name },
      applied_at: forms.at(-1)?.at ?? time(record, "createdAt"),
      rejected_at: at,
      hired_at: isHired ? at : null,
      last_activity_at: time(record, "lastAdvancedAt") ?? time(record, "updatedAt"),
      recruiter: userOf(idOf(record, "owner")),
      credited_to: userOf(idOf(record, "sourcedBy")),
      answers: forms.flatMap(({ answers }) => answers).map(({ answer, question }) => ({ question, answer })),
      attachments: [
        ...reader.all("resumes", id).map((one) => fileOf(one, "resume")),
        ...reader.all("files", id).map((one) => fileOf(one, "other"))
      ],
      keyed_custom_fields: extra.keyed_custom_fields
    })
    record.skip("createdAt", "updatedAt", "lastAdvancedAt")
  })
})

const addRemarks = Effect.fnUntraced(function*(reader: Reader) {
  const contactOf = (opportunity: string | null): string | null => {
    const found = reader.one("byId", opportunity)
    return found === undefined
      ? null
      : textOf(found["contact"]) ?? textOf((found["contact"] as Row | undefined)?.["id"]) ?? opportunity
  }
  yield* reader.each("notes", ({ file, record, values }) => {
    const [id, opportunity] = [record.text("id"), ofOpportunity("notes")(values, file)]
    const fields = fieldsOf(record)
    const title = record.text("text")
    const said = fields.filter(({ answer }) => answer !== null).map(({ answer, question }) =>
      fields.length === 1 || question === "?" ? answer : `**${question}**\n\n${answer}`
    ).join("\n\n")
    record.skip("completedAt", "opportunityId", "opportunity_id")
    if (record.number("deletedAt") !== null) {
      record.drop()
      return reader.left.add("Notes that were deleted there")
    }
    reader.emit("activity_feed", {
      candidate_id: contactOf(opportunity),
      notes: [{
        id,
        body: said || title,
        created_at: time(record, "createdAt"),
        user: userOf(idOf(record, "user")),
        private: record.is("secret"),
        application_id: opportunity
      }]
    })
  })
  yield* reader.each("feedback", ({ file, record, values }) => {
    const fields = fieldsOf(record)
    const score = fields.find(({ type }) => type === "score-system")
    const [completed, created] = [time(record, "completedAt"), time(record, "createdAt")]
    record.skip(
      "type",
      "instructions",
      "baseTemplateId",
      "panel",
      "interview",
      "updatedAt",
      "opportunityId",
      "opportunity_id"
    )
    if (record.number("deletedAt") !== null) {
      record.drop()
      return reader.left.add("Feedback that was deleted there")
    }
    reader.emit("scorecards", {
      id: record.text("id"),
      application_id: ofOpportunity("feedback")(values, file),
      interview: record.text("text"),
      interviewer: userOf(idOf(record, "user") ?? record.text("user_id")),
      submitted_at: completed ?? created,
      created_at: created,
      overall_recommendation: recommendationOf(score?.answer ?? null),
      questions: fields.filter((one) => one !== score).map(({ answer, question }) => ({ question, answer }))
    })
  })
  yield* reader.each("interviews", ({ file, record, values }) => {
    const [start, minutes] = [record.number("date"), record.number("duration") ?? 60]
    const location = record.text("location")
    const isLink = /^https?:\/\//i.test(location ?? "")
    const isCanceled = record.number("canceledAt") !== null
    record.skip("panel", "timezone", "feedbackTemplate", "feedbackForms", "feedbackReminder", "stage", "postings")
    record.skip("gcalEventUrl", "opportunityId", "opportunity_id")
    reader.emit("scheduled_interviews", {
      id: record.text("id"),
      application_id: ofOpportunity("interviews")(values, file),
      interview: { name: record.text("subject") },
      status: isCanceled ? "cancelled" : "scheduled",
      start: { date_time: timeOf(start) },
      end: { date_time: start === null ? null : timeOf(start + minutes * 60_000) },
      location: isLink ? null : location,
      video_conferencing_url: isLink ? location : null,
      note: record.text("note"),
      organizer: userOf(idOf(record, "user")),
      interviewers: record.parts("interviewers").map((one) => {
        one.skip("feedbackTemplate")
        return { id: one.text("id"), name: one.text("name"), email: one.text("email") }
      }),
      created_at: time(record, "createdAt")
    })
  })
  yield* reader.each("offers", ({ file, record, values }) => {
    const extra = new Extras()
    fieldsOf(record).forEach(({ answer, question }) => extra.add(question, answer))
    record.skip("posting", "creator", "approved", "opportunityId")
    extra.add("Approved", time(record, "approvedAt"))
    reader.emit("offers", {
      id: record.text("id"),
      application_id: ofOpportunity("offers")(values, file),
      status: record.text("status"),
      created_at: time(record, "createdAt"),
      sent_at: time(record, "sentAt"),
      keyed_custom_fields: extra.keyed_custom_fields
    })
  })
})

/** Converts Lever's scale of four steps: `4 - Strong Hire`. */
const recommendationOf = (score: string | null): string | null =>
  score !== null && /^[1-4]$/.test(score) ? `${score} of 4` : score

const read = Effect.fnUntraced(function*(reader: Reader) {
  yield* reader.each("users", ({ record }) => {
    record.skip("username", "photo", "externalDirectoryId", "linkedContactIds")
    reader.emit("users", {
      id: record.text("id"),
      name: record.text("name"),
      primary_email_address: record.text("email"),
      created_at: time(record, "createdAt"),
      disabled: record.number("deactivatedAt") !== null,
      site_admin: /admin/i.test(record.text("accessRole") ?? "")
    })
  })
  yield* reader.each("sources", ({ record }) => {
    record.skip("count")
    reader.emit("sources", { name: record.text("text") })
  })
  yield* addJobs(reader)
  yield* reader.keep("opportunities", "byId", ({ id }) => textOf(id))
  yield* addOpportunities(reader)
  yield* addRemarks(reader)
  yield* Table.read(reader, "table")
})

export const lever = system(
  { system: "lever", title: "Lever", layout: { names, tables: "table", wrappers: ["data"] } },
  read
)
