/**
 * Converts records of version 3 of Harvest (https://harvestdocs.greenhouse.io), which name others only by id, to the
 * nested form of versions 1 and 2. Records that already have that form stay unchanged.
 */
import type { Row } from "@candor/domain/moving/Moves"
import { Effect, Schema, Stream } from "effect"
import { damaged } from "../Damaged.ts"
import type { Folder } from "../Folder.ts"
import type { Left } from "../Left.ts"
import * as Lookup from "../Lookup.ts"
import { names, tables } from "./Names.ts"

type Table = keyof typeof tables
type Json = Schema.Json

/** The field by which each table is looked up. */
const keys: { readonly [T in Table]: string } = {
  users: "id",
  sources: "id",
  rejection_reasons: "id",
  referrers: "id",
  interview_kits: "id",
  job_interviews: "id",
  rejection_details: "application_id",
  attachments: "application_id",
  application_stages: "application_id",
  interviewers: "interview_id",
  job_hiring_managers: "job_id",
  job_owners: "job_id",
  openings: "job_id",
  candidate_employments: "candidate_id"
}

/** Removes fields that are converted separately, or that the parent row implies. */
const without = (row: Row, ...fields: ReadonlyArray<string>): Row =>
  Object.fromEntries(Object.entries(row).filter(([field]) => !fields.includes(field)))

const visibilities: { readonly [value: string]: string } = {
  publicly_visible: "public",
  privately_visible: "private",
  admin_only_visible: "admin_only"
}

/** Loads the tables that records of version 3 refer to. */
export const load = Effect.fnUntraced(function*(folder: Folder, left: Left) {
  const loaded = yield* Lookup.make
  for (const [table, key] of Object.entries(keys) as Array<[Table, string]>) {
    yield* Stream.runForEach(folder.read(table), ({ place, record }) =>
      Effect.sync(() => {
        const value = String(record?.[key] ?? "")
        if (record !== undefined && value !== "") loaded.add(table, value, record)
        // Records of kinds with a form of their own are read again later, and reported then.
        else if (record !== undefined) left.add(`${place}: it has no ${key}`)
        else if (!(table in names)) left.add(damaged(place))
      }))
  }
  const all = (table: Table, key: Json | undefined): ReadonlyArray<Row> => loaded.all(table, String(key ?? ""))
  const one = (table: Table, key: Json | undefined): Row | undefined => all(table, key)[0]
  const user = (id: Json | undefined): Json =>
    id === null || id === undefined ? null : { id, name: one("users", id)?.["name"] ?? null }
  const users = (rows: ReadonlyArray<Row>): ReadonlyArray<Json> => rows.map(({ user_id }) => user(user_id))

  const nesting: { readonly [name: string]: (record: Row) => Row } = {
    jobs: (record) =>
      "office_ids" in record || "department_id" in record
        ? {
          ...without(record, "office_ids"),
          offices: Array.isArray(record["office_ids"]) ? record["office_ids"].map((id: Json) => ({ id })) : [],
          hiring_team: {
            hiring_managers: users(all("job_hiring_managers", record["id"])),
            ...Object.fromEntries(["recruiter", "coordinator", "sourcer"].map((type) => [
              `${type}s`,
              users(all("job_owners", record["id"]).filter((row) => row["type"] === type))
            ]))
          },
          openings: all("openings", record["id"])
        }
        : record,
    candidates: (record) => {
      const employments = all("candidate_employments", record["id"])
      return employments.length === 0
        ? record
        : {
          ...record,
          employments: employments.map((row) => without(row, "candidate_id", "created_at", "updated_at", "latest"))
        }
    },
    applications: (record) => {
      if ("jobs" in record) return record
      const { job_id = null, prospective_job_ids } = record
      const stages = all("application_stages", record["id"])
      const last = stages.find(({ current }) => current === true) ??
        stages.toSorted((a, b) => String(a["entered_at"]) < String(b["entered_at"]) ? -1 : 1).at(-1)
      const stage = record["job_interview_stage_id"] ?? last?.["job_interview_stage_id"] ?? null
      const details = one("rejection_details", record["id"])
      const source = one("sources", record["source_id"])
      return {
        ...without(
          record,
          "job_id",
          "prospective_job_ids",
          "stage_id",
          "stage_name",
          "job_interview_stage_id",
          "source_id",
          "rejection_reason_id",
          "referrer_id",
          "recruiter_id",
          "coordinator_id",
          "location_address",
          "updated_at",
          "needs_decision"
        ),
        jobs: job_id === null
          ? (Array.isArray(prospective_job_ids) ? prospective_job_ids : []).map((id: Json) => ({ id }))
          : [{ id: job_id }],
        current_stage: stage === null ? null : { id: stage, name: record["stage_name"] ?? null },
        source: source === undefined ? null : { public_name: source["name"] ?? null },
        rejection_reason: one("rejection_reasons", record["rejection_reason_id"]) ?? null,
        rejection_details: details === undefined ? null : { custom_fields: details["question_custom_fields"] ?? null },
        credited_to: record["referrer_id"] === null
          ? null
          : { name: one("referrers", record["referrer_id"])?.["name"] ?? null },
        recruiter: user(record["recruiter_id"]),
        coordinator: user(record["coordinator_id"]),
        location: { address: record["location_address"] ?? null },
        attachments: all("attachments", record["id"])
      }
    },
    scorecards: (record) => {
      if (!("candidate_rating" in record)) return record
      const interview = one("job_interviews", one("interview_kits", record["interview_kit_id"])?.["job_interview_id"])
      const texts: ReadonlyArray<readonly [string, string]> = [
        ["Key Take-Aways", "notes"],
        ["Note to other interviewers", "public_notes"],
        ["Private Notes", "private_notes"]
      ]
      return {
        ...without(
          record,
          "candidate_rating",
          "interviewer_id",
          "submitter_id",
          "interview_kit_id",
          "status",
          "notes",
          "notes_with_tags",
          "public_notes",
          "public_notes_with_tags",
          "private_notes",
          "private_notes_with_tags"
        ),
        interview: interview?.["name"] ?? null,
        interviewer: user(record["interviewer_id"]),
        submitted_by: user(record["submitter_id"]),
        overall_recommendation: record["candidate_rating"] === "strong_no"
          ? "definitely_not"
          : record["candidate_rating"] ?? null,
        questions: texts.map(([question, field]) => ({ question, answer: record[field] ?? null }))
      }
    },
    scheduled_interviews: (record) =>
      "start" in record || !("starts_at" in record)
        ? record
        : {
          ...without(
            record,
            "starts_at",
            "ends_at",
            "all_day_start_on",
            "all_day_end_on",
            "job_id",
            "job_interview_id",
            "organizer_id",
            "scheduled_at",
            "availability_received_at"
          ),
          start: { date_time: record["starts_at"] ?? null, date: record["all_day_start_on"] ?? null },
          end: { date_time: record["ends_at"] ?? null, date: record["all_day_end_on"] ?? null },
          interview: { name: one("job_interviews", record["job_interview_id"])?.["name"] ?? null },
          organizer: user(record["organizer_id"]),
          interviewers: all("interviewers", record["id"]).map((row) => ({
            id: row["user_id"] ?? null,
            email: row["email"] ?? null,
            name: one("users", row["user_id"])?.["name"] ?? row["email"] ?? null,
            response_status: row["response_status"] ?? null
          }))
        },
    offers: (record) =>
      "sent_on" in record || "starts_on" in record
        ? {
          ...without(record, "sent_on", "starts_on", "opening_id"),
          sent_at: record["sent_on"] ?? null,
          starts_at: record["starts_on"] ?? null
        }
        : record,
    moves: ({ application_id, entered_at, job_interview_stage_id }) => ({
      application_id: application_id ?? null,
      stage_id: job_interview_stage_id ?? null,
      entered_at: entered_at ?? null
    }),
    /** A note of any type becomes a part of its candidate's feed. */
    notes: (record) => {
      const { body, candidate_id, created_at, id, subject, type, user_id, visibility } = record
      const told = { id: id ?? null, body: body ?? null, created_at: created_at ?? null, user: user(user_id) }
      const cc = record["email_cc"]
      const mail = {
        subject: subject ?? null,
        from: record["email_from"] ?? null,
        to: record["email_to"] ?? null,
        cc: Array.isArray(cc) ? cc.join(", ") : cc ?? null
      }
      return {
        candidate_id: candidate_id ?? null,
        ...type === "ACTIVITY"
          ? { activities: [told] }
          : type === "EMAIL"
          ? { emails: [{ ...told, ...mail }] }
          : { notes: [{ ...told, visibility: visibilities[String(visibility)] ?? "private" }] }
      }
    }
  }

  return {
    /** Returns a record with its related records nested in it. */
    nested: (name: string, record: Row): Row => nesting[name]?.(record) ?? record
  }
})
