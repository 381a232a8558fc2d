/** The parts of the queries for applications that several of them have. */
import { noun as answer } from "@candor/domain/application/ApplicationAnswer"
import { noun as attachment } from "@candor/domain/attachment/Attachment"
import { noun as candidate } from "@candor/domain/candidate/Candidate"
import { noun as feedback } from "@candor/domain/feedback/InterviewFeedback"
import { noun as note } from "@candor/domain/note/Note"
import { iso } from "../../database/Types.ts"
import { jsonColumns, object, shownOf } from "../../statements/Nouns.ts"
import { profileShown } from "../profile/AiProfileRows.ts"

/** The type of a stage of the table with this alias. The version before, which may still add stages, knows it by the name. */
const typeOf = (alias: string): string => `coalesce(${alias}.type, CASE
  WHEN lower(btrim(${alias}.name)) = 'hired' THEN 'hired' WHEN ${alias}.order_index = 0 THEN 'applied' ELSE 'screen' END)`

/** The columns of a stage of the table with this alias, as every answer shows it. */
export const stageColumns = (alias: string): string =>
  `${alias}.id, ${alias}.name, ${typeOf(alias)} AS type, ${alias}.order_index`

/** A stage `s` as JSON, with its job. */
export const stageOfJob = object(`${stageColumns("s")}, s.job_id`)

const jobColumns = "j.id, j.title, j.department, j.location"

/** A job `j` as an application shows it. */
const jobShown = object(jobColumns)

/** A job `j` with the status that a new application depends on. */
export const jobWithStatus = object(`${jobColumns}, j.status`)

/** A candidate `c`. */
const candidateShown = object(jsonColumns(candidate, "c", "listed"))

/** A user of the table with this alias as the author of notes and feedback. */
export const authorOf = (alias: string): string => object(`${alias}.id, ${alias}.full_name`)

/** The author of a part of the table with this alias. */
const author = (alias: string): string =>
  `(SELECT ${authorOf("u")} FROM users u WHERE u.organization_id = ${alias}.organization_id AND u.id = ${alias}.author_id)`

/** A note of the table with this alias. */
export const noteShown = (alias: string): string => shownOf(note, alias, { author: author(alias) })

/** Interview feedback of the table with this alias. */
export const feedbackShown = (alias: string): string => shownOf(feedback, alias, { author: author(alias) })

/** A list of JSON objects, of rows that belong to the application `a`; empty where there are none. */
const listOf = (table: string, shown: string, order: string, owner = "x.application_id = a.id"): string =>
  `(SELECT coalesce(json_agg(${shown} ORDER BY ${order}), '[]')
    FROM ${table} x WHERE x.organization_id = a.organization_id AND ${owner})`

/** The own columns of an application `a`, with its times as texts. */
export const applicationSelf = `a.id, a.stage_id, a.source_type, a.status, a.rejection_reason, ${
  ["created_at", "updated_at", "closed_at"].map((column) => `${iso(`a.${column}`)} AS ${column}`).join(", ")
}, a.duplicate_of`

/** The stage of an application, as the application shows it. */
export const stageShown = object(stageColumns("s"))

/** The fields of an application `a` that no change of it concerns, as JSON. */
const unchanged = {
  candidate: candidateShown,
  job: jobShown,
  prospect_id: "coalesce(to_json(a.prospect_id), 'null')",
  ai_profiles: listOf(
    "ai_profiles",
    profileShown("x"),
    "x.created_at DESC, x.id DESC",
    "x.candidate_id = a.candidate_id"
  ),
  notes: listOf("notes", noteShown("x"), "x.created_at DESC, x.id DESC"),
  interview_feedback: listOf("interview_feedback", feedbackShown("x"), "x.created_at DESC, x.id DESC"),
  candidate_match: "coalesce(to_json(a.candidate_match), 'null')",
  unapplied: "a.unapplied",
  attachments: listOf("attachments", object(jsonColumns(attachment, "x", "listed")), "x.created_at DESC, x.id DESC"),
  application_answers: listOf("application_answers", shownOf(answer, "x"), "x.order_index")
}

/** Columns of these parts, each as `form` makes it. */
const columnsOf = (parts: { readonly [name: string]: string }, form = (part: string) => part): string =>
  Object.entries(parts).map(([name, part]) => `${form(part)} AS ${name}`).join(",\n  ")

const { candidate: ofCandidate, ...afterStage } = unchanged
const { ai_profiles: _profiles, attachments: _attachments, ...exported } = afterStage

/** The further columns of the detail of an application `a`. */
export const applicationParts = columnsOf({ candidate: ofCandidate, stage: stageShown, ...afterStage })

/** The same without the stage, each column as the bytes of its JSON. */
export const unchangedBytes = columnsOf(unchanged, (part) => `convert_to(${part}::text, 'UTF8')`)

/** The stages of the job of an application `a`, in their order. */
export const stagesOfJob = `(
  SELECT json_agg(${object(stageColumns("x"))} ORDER BY x.order_index)
  FROM stages x WHERE x.organization_id = a.organization_id AND x.job_id = a.job_id
)`

/** The further columns of an application `a` in the export of its candidate, without its files. */
export const exportedParts = columnsOf({ stage: stageShown, ...exported })

/** An application `a` with what it names; the caller adds the condition. */
export const applicationSource = `
  FROM applications a
  JOIN candidates c ON c.organization_id = a.organization_id AND c.id = a.candidate_id
  JOIN stages s ON s.organization_id = a.organization_id AND s.job_id = a.job_id AND s.id = a.stage_id
  JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id AND j.deleted_at IS NULL`
