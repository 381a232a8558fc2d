/** Expressions that several queries for applications share. */
import { noun as application } from "@candor/domain/application/Application"
import { noun as answer } from "@candor/domain/application/ApplicationAnswer"
import { noun as attachment } from "@candor/domain/attachment/Attachment"
import { noun as feedback } from "@candor/domain/feedback/InterviewFeedback"
import { noun as candidate } from "@candor/domain/candidate/Candidate"
import { noun as job } from "@candor/domain/job/Job"
import { noun as stage } from "@candor/domain/job/Stage"
import { noun as note } from "@candor/domain/note/Note"
import { columns, jsonColumns, namedColumns, object, shownOf } from "../../statements/Nouns.ts"
import { columnsOf } from "../../statements/Rows.ts"
import { profileShown } from "../profile/AiProfileRows.ts"

/**
 * The type of a stage in the table with this alias. The previous version, which may still add stages, derives the type
 * from the name.
 */
export const stageType = (alias: string): string =>
  `coalesce(${alias}.type, CASE
  WHEN lower(btrim(${alias}.name)) = 'hired' THEN 'hired' WHEN ${alias}.order_index = 0 THEN 'applied' ELSE 'screen' END)`

/** The columns of a stage in the table with this alias, in the form of all responses. */
export const stageColumns = (alias: string): string => columns(stage, alias, "listed", { type: stageType(alias) })

/** A stage `s` as JSON, with its job. */
export const stageOfJob = object(`${stageColumns("s")}, s.job_id`)

/** Selects the columns of the candidate or job with this alias that an application embeds in one of its forms. */
const namedIn = (form: "row" | "json" | "listed", name: "candidate" | "job", alias: string): string =>
  namedColumns({ candidate, job }[name], alias, Object.keys(application[form].fields[name].fields))

/** A job `j` as JSON, with its status, which a new application depends on. */
export const jobWithStatus = object(`${namedIn("json", "job", "j")}, j.status`)

/** A user in the table with this alias as the author of notes and feedback. */
export const authorOf = (alias: string): string => object(`${alias}.id, ${alias}.full_name`)

/** The author of a note or feedback in the table with this alias. */
export const author = (alias: string): string =>
  `(SELECT ${authorOf("u")} FROM users u WHERE u.organization_id = $organization AND u.id = ${alias}.author_id)`

/** A note in the table with this alias as JSON. */
export const noteShown = (alias: string): string => shownOf(note, alias, { author: author(alias) })

/** Interview feedback in the table with this alias as JSON. */
export const feedbackShown = (alias: string): string => shownOf(feedback, alias, { author: author(alias) })

/** A JSON list of rows that belong to the application `a`; empty if there are none. */
const listOf = (table: string, shown: string, order: string, owner = "x.application_id = a.id"): string =>
  `(SELECT coalesce(json_agg(${shown} ORDER BY ${order}), '[]')
    FROM ${table} x WHERE x.organization_id = $organization AND ${owner})`

/** The stage `s` of an application as JSON. */
const stageShown = object(stageColumns("s"))

/** The fields of an application `a` that are stored in other tables. */
const joined = {
  candidate: object(namedIn("json", "candidate", "c")),
  stage: stageShown,
  job: object(namedIn("json", "job", "j")),
  ai_profiles: listOf(
    "ai_profiles",
    profileShown("x"),
    "x.created_at DESC, x.id DESC",
    "x.candidate_id = a.candidate_id"
  ),
  notes: listOf("$notes", noteShown("x"), "x.created_at DESC, x.id DESC"),
  interview_feedback: listOf("$told_interview_feedback", feedbackShown("x"), "x.created_at DESC, x.id DESC"),
  attachments: listOf("attachments", object(jsonColumns(attachment, "x", "listed")), "x.created_at DESC, x.id DESC"),
  application_answers: listOf("application_answers", shownOf(answer, "x"), "x.order_index")
}

/** The columns of the detail of an application `a`. */
export const applicationDetail = jsonColumns(application, "a", "json", joined)

/** The columns of an application `a` that decisions see. */
export const applicationState = jsonColumns(application, "a", "row", {
  candidate: object(namedIn("row", "candidate", "c")),
  stage: stageShown,
  job: object(namedIn("row", "job", "j"))
})

const { stage: _stage, ...others } = joined

/** Parts of an application `a` that changes do not affect and decisions do not need, each as the bytes of its JSON. */
const unchanged = { ...others, unapplied: "a.unapplied" }
export const unchangedNames = Object.keys(unchanged) as ReadonlyArray<keyof typeof unchanged>
export const unchangedBytes = unchangedNames.map((name) =>
  `convert_to(${unchanged[name]}::text, 'UTF8') AS shown_${name}`
).join(",\n  ")

/** The stages of an application `a`'s job, in order. */
export const stagesOfJob = `(
  SELECT json_agg(${object(stageColumns("x"))} ORDER BY x.order_index)
  FROM stages x WHERE x.organization_id = $organization AND x.job_id = a.job_id
)`

const { ai_profiles: _profiles, attachments: _attachments, candidate: _candidate, ...exported } = application.fields

/** The columns of an application `a` in the export of its candidate, without its files. */
export const exportedApplication = jsonColumns({ fields: exported }, "a", "json", joined)

const { candidate: _person, ...besides } = application.fields

/** The columns of an application `a` in an event, without the candidate. */
export const applicationTold = jsonColumns({ fields: besides }, "a", "event", {
  stage: object(columnsOf("s", ["id", "name"])),
  job: object(namedIn("row", "job", "j"))
})

/** The columns of an application `a` in a list: candidate, job and stage are looked up for each row. */
export const applicationListed = jsonColumns(application, "a", "listed", {
  candidate: object(`${namedIn("listed", "candidate", "c")} FROM candidates c
    WHERE c.organization_id = $organization AND c.id = a.candidate_id`),
  stage: object(`${stageColumns("s")} FROM stages s
    WHERE s.organization_id = $organization AND s.job_id = a.job_id AND s.id = a.stage_id`),
  job: object(
    `${namedIn("listed", "job", "j")} FROM jobs j WHERE j.organization_id = $organization AND j.id = a.job_id`
  )
})

/** A source for FROM: applications `a` out of `rows`, joined with candidate, job and stage. Leaves out deleted jobs. */
export const applicationsNamed = (rows: string): string => `
  FROM ${rows} a
  JOIN candidates c ON c.organization_id = $organization AND c.id = a.candidate_id
  JOIN stages s ON s.organization_id = $organization AND s.job_id = a.job_id AND s.id = a.stage_id
  JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id AND j.deleted_at IS NULL`

/** The same for the stored applications that the viewer sees. */
export const applicationSource = applicationsNamed("$applications")
