/**
 * Reads data of Ashby from saved responses of its API (https://developers.ashbyhq.com/reference): `{success, results}`
 * of `….list` and `….info`, saved as `candidate.list.json` or `candidates.json`. Responses about a single record are in
 * a file by its id, such as `application.listHistory/<application>.json`.
 */
import type { StageType } from "@candor/domain/job/StageType"
import { Effect } from "effect"
import type { Attachment, Person, Reason, Value } from "../common/Form.ts"
import type { Foreign } from "../Foreign.ts"
import { Extras, ownerOf, type Reader, system, textOf, userOf } from "../Reader.ts"

const names = {
  users: ["users", "user.list"],
  departments: ["departments", "department.list"],
  locations: ["locations", "location.list"],
  archive_reasons: ["archive_reasons", "archivereason.list"],
  sources: ["sources", "source.list"],
  stages: ["interview_stages", "interviewstage.list"],
  jobs: ["jobs", "job.list", "job.info"],
  postings: ["job_postings", "jobposting.list", "jobposting.info"],
  candidates: ["candidates", "candidate.list", "candidate.info"],
  notes: ["candidate_notes", "notes", "candidate.listnotes"],
  applications: ["applications", "application.list", "application.info"],
  history: ["application_history", "application.listhistory"],
  feedback: ["application_feedback", "applicationfeedback.list"],
  interviews: ["interviews", "interview.list", "interview.info"],
  schedules: ["interview_schedules", "interviewschedule.list"],
  offers: ["offers", "offer.list", "offer.info"]
} as const

/** Whether a stage is for people who are not applicants yet, or no longer. */
const isOutside = (type: string | null): boolean => type === "Lead" || type === "Archived"
const types: ReadonlyMap<string | null, StageType> = new Map([["PreInterviewScreen", "applied"], ["Offer", "offer"], [
  "Hired",
  "hired"
]])
const employments: ReadonlyMap<string | null, string> = new Map([
  ["FullTime", "full_time"],
  ["PartTime", "part_time"],
  ["Contract", "contract"],
  ["Temporary", "temporary"],
  ["Intern", "internship"]
])

const personOf = (user: Foreign | null): Person | null => {
  if (user === null) return null
  const name = [user.text("firstName"), user.text("lastName")].filter((one) => one !== null).join(" ")
  user.skip("globalRole", "isEnabled", "updatedAt", "managerId")
  return { id: user.text("id"), name: name || null, email: user.text("email") }
}

const addFields = (extra: Extras, record: Foreign): Extras => {
  for (const field of record.parts("customFields")) {
    field.skip("id", "isPrivate")
    const [title, label, value] = [field.text("title"), field.text("valueLabel"), field.take("value")]
    extra.add(title ?? "?", label ?? (typeof value === "object" ? JSON.stringify(value) : textOf(String(value ?? ""))))
  }
  return extra
}

const contactsOf = (record: Foreign, all: string, primary: string): ReadonlyArray<Value> => {
  const first = record.part(primary)
  const given = [...record.parts(all), ...first === null ? [] : [first]].map((one) => ({
    value: one.text("value"),
    type: one.text("type")?.toLowerCase() ?? null,
    isPrimary: one.is("isPrimary")
  }))
  const unique = [...new Map(given.map((one) => [one.value, one])).values()]
  return unique.toSorted((one, other) => Number(other.isPrimary) - Number(one.isPrimary)).map(({ type, value }) => ({
    value,
    type
  }))
}

const filesOf = (record: Foreign): ReadonlyArray<Attachment> => {
  const fileOf = (file: Foreign, type: string): Attachment => {
    file.skip("handle")
    return { id: file.text("id"), filename: file.text("name"), type }
  }
  const resume = record.part("resumeFileHandle")
  const first = resume === null ? [] : [fileOf(resume, "resume")]
  const others = record.parts("fileHandles").map((file) => fileOf(file, "other"))
  return [...first, ...others.filter(({ id }) => id !== first[0]?.id)]
}

const reasonOf = (reason: Foreign | null): Reason | null => {
  if (reason === null) return null
  const type = reason.text("reasonType")
  reason.skip("isArchived", "customFields")
  return {
    id: reason.text("id"),
    name: reason.text("text"),
    type: type === null || type === "Other"
      ? null
      : { name: type === "RejectedByCandidate" ? "They rejected us" : "We rejected them" }
  }
}

/** Reads the questions and answers of a feedback form. Choices are shown by their labels. */
const answersOf = (record: Foreign) => {
  const values = record.part("submittedValues")
  const sections = record.part("formDefinition")?.parts("sections") ?? []
  return sections.flatMap((section) => {
    section.skip("title", "descriptionHtml", "descriptionPlain", "isHidden")
    return section.parts("fields").map((one) => {
      const field = one.part("field")
      one.skip("isRequired", "descriptionHtml", "descriptionPlain", "id")
      const [path, title] = [field?.text("path") ?? "", field?.text("title") ?? null]
      const labels = new Map(
        field?.parts("selectableValues").map((value) => [value.text("value"), value.text("label")])
      )
      field?.skip(
        "id",
        "type",
        "humanReadablePath",
        "isNullable",
        "isPrivate",
        "isMany",
        "options",
        "__autoSerializationID"
      )
      const given = values?.take(path) ?? null
      const list = Array.isArray(given) ? given : [given]
      const text = list.flatMap((value) => {
        const one = textOf(value) ?? (typeof value === "boolean" ? String(value) : null)
        return one !== null
          ? [labels.get(one) ?? one]
          : value === null
          ? []
          : [textOf((value as { readonly [key: string]: unknown })["value"]) ?? JSON.stringify(value)]
      })
      return { path, question: title ?? path, answer: text.join(", ") || null }
    })
  })
}

const addJobs = Effect.fnUntraced(function*(reader: Reader) {
  yield* reader.load("stages", ({ interviewPlanId }) => textOf(interviewPlanId))
  const emitStages = (job: string, plan: string): void => {
    for (const stage of reader.all("stages", plan)) {
      const [id, type] = [stage.text("id"), stage.text("type")]
      reader.emit("job_stages", {
        id: `${job} ${id}`,
        job_id: job,
        name: stage.text("title"),
        priority: stage.number("orderInInterviewPlan") ?? 0,
        active: !isOutside(type) && !stage.is("isArchived"),
        stage_type: types.get(type) ?? null
      })
      stage.skip("interviewStageGroupId", "interviewPlanId")
    }
  }
  yield* reader.each("jobs", ({ record }) => {
    const [id, status, team] = [record.text("id"), record.text("status"), record.parts("hiringTeam")]
    const plan = record.text("defaultInterviewPlanId")
    const plans = [...new Set([...plan === null ? [] : [plan], ...record.texts("interviewPlanIds")])]
    if (plans.length > 1) reader.left.add("Interview plans of a job beside its first", plans.length - 1)
    if (id !== null && plans[0] !== undefined) emitStages(id, plans[0])
    const members = team.map((one) => ({
      role: one.text("role"),
      person: { ...personOf(one), id: one.text("userId") }
    }))
    const having = (said: RegExp) => members.filter(({ role }) => said.test(role ?? "")).map(({ person }) => person)
    const [department, office] = [record.text("departmentId"), record.text("locationId")]
    record.skip("location", "jobPostingIds")
    const extra = addFields(new Extras(), record).keyed_custom_fields
    const employment = employments.get(record.text("employmentType")) ?? null
    reader.emit("jobs", {
      id,
      name: record.text("title"),
      status: status?.toLowerCase() ?? null,
      becomes: status === "Open" ? "published" : status === "Draft" ? "draft" : "closed",
      confidential: record.is("confidential"),
      requisition_id: record.text("customRequisitionId"),
      created_at: record.text("createdAt"),
      opened_at: record.text("openedAt"),
      updated_at: record.text("updatedAt"),
      departments: department === null ? [] : [{ id: department }],
      offices: office === null ? [] : [{ id: office }],
      hiring_team: {
        hiring_managers: having(/manager/i),
        recruiters: having(/recruiter/i),
        coordinators: having(/coordinator/i),
        sourcers: having(/sourcer/i)
      },
      keyed_custom_fields: { ...extra, employment_type: { name: "Employment", value: employment } }
    })
  })
  yield* reader.each("postings", ({ record }) => {
    const parts = record.part("descriptionParts")
    parts?.skip("descriptionOpening", "descriptionBody", "descriptionClosing")
    record.skip("id", "departmentName", "teamName", "employmentType", "locationIds", "updatedAt")
    record.skip("descriptionPlain", "linkedData", "applyLink", "externalLink", "teamNameHierarchy")
    reader.emit("job_posts", {
      job_id: record.text("jobId"),
      title: record.text("title"),
      content: record.text("descriptionHtml"),
      location: { name: record.text("locationName") },
      live: record.is("isListed")
    })
  })
})

const addApplications = Effect.fnUntraced(function*(reader: Reader) {
  yield* reader.load("history", (values, file) => textOf(values["applicationId"]) ?? ownerOf(file, names.history))
  yield* reader.each("applications", ({ record }) => {
    const [id, job, candidate] = [record.text("id"), record.part("job"), record.part("candidate")]
    const key = job?.text("id") ?? null
    job?.skip("title", "locationId", "departmentId")
    candidate?.skip("name", "primaryEmailAddress", "primaryPhoneNumber")
    const stage = record.part("currentInterviewStage")
    const [stageId, type] = [stage?.text("id") ?? null, stage?.text("type") ?? null]
    const title = stage?.text("title") ?? null
    stage?.skip("orderInInterviewPlan", "interviewPlanId", "interviewStageGroupId")
    const entries = [...reader.all("history", id), ...record.parts("applicationHistory")].map((entry) => ({
      stage: entry.text("stageId"),
      title: entry.text("title"),
      at: entry.text("enteredStageAt"),
      user: entry.text("actorId"),
      rest: entry.skip("id", "applicationId", "leftStageAt", "stageNumber", "allowedActions")
    })).toSorted((one, other) => (one.at ?? "") < (other.at ?? "") ? -1 : 1)
    // The stage of an archived application says only that it is archived.
    const inside = entries.filter(({ stage, title }) => title !== "Archived" && !(isOutside(type) && stage === stageId))
    const last = isOutside(type) ? inside.at(-1) : { stage: stageId, title }
    for (const { at, stage, user } of inside) {
      reader.emit("moves", { application_id: id, stage_id: `${key} ${stage}`, entered_at: at, user: userOf(user) })
    }
    const [status, reason] = [record.text("status"), reasonOf(record.part("archiveReason"))]
    const [archived, source] = [record.text("archivedAt"), record.part("source")]
    source?.skip("id", "isArchived")
    const kind = source?.part("sourceType")
    kind?.skip("id", "isArchived", "title")
    if (status !== null && !["Active", "Archived", "Hired", "Lead"].includes(status))
      reader.left.add(`Applications with the status ${status}: they are active`)
    record.parts("hiringTeam").forEach((one) => one.skip("userId", "firstName", "lastName", "email", "role"))
    const forms = record.parts("applicationFormSubmissions").flatMap((form) => {
      form.skip("id")
      return answersOf(form)
    })
    record.skip("appliedViaJobPostingId", "submitterClientIp", "submitterUserAgent")
    const hired = entries.find(({ title }) => title === "Hired")?.at ?? null
    reader.emit("applications", {
      keyed_custom_fields: addFields(new Extras(), record).keyed_custom_fields,
      id,
      candidate_id: candidate?.text("id") ?? record.text("candidateId"),
      job_id: key,
      prospect: status === "Lead",
      status: status === "Hired" ? "hired" : status === "Archived" ? "rejected" : "active",
      current_stage: last?.stage === null || last === undefined
        ? null
        : { id: `${key} ${last.stage}`, name: last.title },
      source: { public_name: source?.text("title") ?? null },
      rejection_reason: reason,
      applied_at: record.text("createdAt"),
      rejected_at: archived,
      hired_at: hired,
      last_activity_at: record.text("updatedAt"),
      credited_to: personOf(record.part("creditedToUser")),
      answers: forms.filter(({ answer }) => answer !== null).map(({ answer, question }) => ({ question, answer })),
      attachments: filesOf(record)
    })
  })
  yield* reader.each("feedback", ({ record }) => {
    const [answers, submitted] = [answersOf(record), record.text("submittedAt")]
    const isOverall = ({ path, question }: (typeof answers)[number]) =>
      path.includes("overall_recommendation") || /overall recommendation/i.test(question)
    const overall = answers.find(isOverall)?.answer ?? null
    const interview = textOf(reader.one("interviews", record.text("interviewId"))?.["title"])
    record.skip("feedbackFormDefinitionId", "applicationHistoryId", "interviewEventId")
    reader.emit("scorecards", {
      id: record.text("id"),
      application_id: record.text("applicationId"),
      interview,
      interviewer: personOf(record.part("submittedByUser")),
      submitted_at: submitted,
      created_at: submitted,
      // Ashby's scale has four steps.
      overall_recommendation: overall !== null && /^[1-4]$/.test(overall) ? `${overall} of 4` : overall,
      questions: answers.filter((one) => !isOverall(one)).map(({ answer, question }) => ({ question, answer }))
    })
    record.part("creditedToUser")?.skip("id", "firstName", "lastName", "email", "globalRole", "isEnabled", "updatedAt")
  })
})

const read = Effect.fnUntraced(function*(reader: Reader) {
  yield* reader.define("interviews", ({ id }) => textOf(id))
  yield* reader.each("users", ({ record }) => {
    const person = personOf(record)!
    reader.emit("users", {
      id: person.id ?? null,
      name: person.name ?? null,
      primary_email_address: person.email ?? null,
      disabled: record.take("isEnabled") === false,
      site_admin: /admin/i.test(record.text("globalRole") ?? "")
    })
  })
  yield* reader.each("departments", ({ record }) => {
    record.skip("isArchived", "createdAt", "updatedAt")
    reader.emit("departments", { id: record.text("id"), name: record.text("name"), parent_id: record.text("parentId") })
  })
  yield* reader.each("locations", ({ record }) => {
    record.skip("isArchived", "type")
    reader.emit("offices", { id: record.text("id"), name: record.text("name") })
  })
  yield* reader.each("archive_reasons", ({ record }) => {
    const reason = reasonOf(record)
    if (reason !== null) reader.emit("rejection_reasons", reason)
  })
  yield* reader.each("sources", ({ record }) => {
    record.skip("id", "isArchived", "sourceType")
    reader.emit("sources", { name: record.text("title") })
  })
  yield* addJobs(reader)
  yield* reader.each("candidates", ({ record }) => {
    const extra = addFields(new Extras(), record)
    const school = record.text("school")
    const location = record.part("location")
    location?.skip("id", "locationComponents")
    const source = record.part("source")
    source?.skip("id", "isArchived", "sourceType")
    extra.add("Source", source?.text("title") ?? null).add("Time zone", record.text("timezone"))
    const credited = personOf(record.part("creditedToUser"))
    extra.add("Credited to", credited?.name ?? null)
    record.skip("profileUrl", "applicationIds")
    reader.emit("candidates", {
      id: record.text("id"),
      name: record.text("name"),
      title: record.text("position"),
      company: record.text("company"),
      created_at: record.text("createdAt"),
      updated_at: record.text("updatedAt"),
      email_addresses: contactsOf(record, "emailAddresses", "primaryEmailAddress"),
      phone_numbers: contactsOf(record, "phoneNumbers", "primaryPhoneNumber"),
      addresses: [{ value: location?.text("locationSummary") ?? null }],
      website_addresses: record.parts("socialLinks").map((link) => ({
        value: link.text("url"),
        type: link.text("type")
      })),
      tags: record.parts("tags").flatMap((tag) => {
        tag.skip("id", "isArchived")
        return tag.text("title") ?? []
      }),
      educations: school === null ? [] : [{ school_name: school }],
      attachments: filesOf(record),
      keyed_custom_fields: extra.keyed_custom_fields
    })
  })
  yield* addApplications(reader)
  yield* reader.each("notes", ({ file, record }) => {
    const [id, body, created_at] = [record.text("id"), record.text("content"), record.text("createdAt")]
    reader.emit("activity_feed", {
      candidate_id: record.text("candidateId") ?? ownerOf(file, names.notes),
      notes: [{ id, body, created_at, user: personOf(record.part("author")), private: record.is("isPrivate") }]
    })
  })
  yield* reader.each("schedules", ({ record }) => {
    const [application, status] = [record.text("applicationId"), record.text("status")]
    record.skip("id", "interviewStageId", "candidateId", "createdAt", "updatedAt")
    for (const event of record.parts("interviewEvents")) {
      const interview = event.part("interview")
      const title = interview?.text("title") ??
        textOf(reader.one("interviews", event.text("interviewId"))?.["title"]) ??
        "Interview"
      event.skip("interview", "interviewId", "interviewScheduleId", "feedbackLink", "hasSubmittedFeedback", "updatedAt")
      const named = event.parts("interviewers").flatMap((one) => personOf(one) ?? [])
      reader.emit("scheduled_interviews", {
        id: event.text("id"),
        application_id: application,
        interview: { name: title },
        status: status === "Cancelled" ? "cancelled" : status === "Complete" ? "complete" : "scheduled",
        start: { date_time: event.text("startTime") },
        end: { date_time: event.text("endTime") },
        location: event.text("location"),
        video_conferencing_url: event.text("meetingLink"),
        interviewers: named.length > 0 ? named : event.texts("interviewerUserIds").map((id) => ({ id })),
        created_at: event.text("createdAt")
      })
    }
  })
  yield* reader.each("offers", ({ record }) => {
    const version = record.part("latestVersion")
    const salary = version?.part("salary")
    const extra = addFields(new Extras(), version ?? record)
    extra.add("Salary", [salary?.text("value"), salary?.text("currencyCode")].filter(Boolean).join(" "))
    version?.skip("id", "openingId")
    reader.emit("offers", {
      id: record.text("id"),
      application_id: record.text("applicationId"),
      status: [record.text("offerStatus"), record.text("acceptanceStatus")].filter(Boolean).join(", ") || null,
      created_at: version?.text("createdAt") ?? null,
      resolved_at: record.text("decidedAt"),
      starts_at: version?.text("startDate") ?? null,
      keyed_custom_fields: extra.keyed_custom_fields
    })
  })
})

export const ashby = system({ system: "ashby", title: "Ashby", layout: { names, wrappers: ["results"] } }, read)
