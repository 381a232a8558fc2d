/**
 * The common form, to which the records of all systems are converted before they become rows of an export. It is that
 * of Greenhouse's Harvest API, versions 1 and 2, the richest documented one
 * (https://developers.greenhouse.io/harvest.html), with additions for other systems. Each system's own file converts
 * its records to it.
 */
import type { Rating } from "@candor/domain/feedback/Rating"
import type { JobStatus } from "@candor/domain/job/JobStatus"
import type { StageType } from "@candor/domain/job/StageType"
import type { Schema } from "effect"

type Text = string | null

/** A user that a record names. */
export interface Person {
  readonly id?: Text
  readonly name?: Text
  readonly email?: Text
}

/** Fields without a counterpart here, by any key: they become lines of a note. */
export interface Extra {
  readonly keyed_custom_fields?: { readonly [key: string]: { readonly name: Text; readonly value: Schema.Json } }
}

export interface Value {
  readonly value: Text
  readonly type?: Text
}

export interface Attachment {
  readonly id?: Text
  readonly filename: Text
  readonly type?: Text
  readonly created_at?: Text
  readonly url?: Text
  /** Its path in the folder, if it cannot be found by the candidate, application or id. */
  readonly path?: Text
}

export interface Reason {
  readonly id?: Text
  readonly name: Text
  /** `They rejected us` for decisions of candidates. If undefined, it is guessed from the name. */
  readonly type?: { readonly name: "We rejected them" | "They rejected us" } | null
}

export interface Forms {
  readonly users: {
    readonly id: Text
    readonly name?: Text
    readonly first_name?: Text
    readonly last_name?: Text
    readonly primary_email_address?: Text
    readonly created_at?: Text
    readonly disabled?: boolean
    readonly site_admin?: boolean
  }
  readonly departments: { readonly id: Text; readonly name: Text; readonly parent_id?: Text }
  readonly offices: { readonly id: Text; readonly name: Text; readonly location?: { readonly name: Text } }
  readonly rejection_reasons: Reason
  readonly sources: { readonly name: Text }
  readonly job_stages: {
    readonly id: Text
    readonly job_id: Text
    readonly name: Text
    readonly priority: number
    /** Whether the job still has the stage, even without applications in it. */
    readonly active?: boolean
    readonly stage_type?: StageType | null
  }
  readonly jobs: Extra & {
    readonly id: Text
    readonly name: Text
    readonly status: Text
    /** The status here, unless the mapping file says otherwise. */
    readonly becomes?: JobStatus | null
    readonly requisition_id?: Text
    readonly confidential?: boolean
    readonly created_at?: Text
    readonly opened_at?: Text
    readonly updated_at?: Text
    readonly departments?: ReadonlyArray<{ readonly id?: Text; readonly name?: Text }>
    readonly offices?: ReadonlyArray<{ readonly id?: Text; readonly name?: Text }>
    readonly hiring_team?: {
      readonly [role in "hiring_managers" | "recruiters" | "coordinators" | "sourcers"]?: ReadonlyArray<Person>
    }
    /** `employment_type`, and `salary_range` as `{min_value, max_value, unit}`; others are counted. */
    readonly custom_fields?: { readonly [key: string]: Schema.Json }
  }
  readonly job_posts: {
    readonly job_id: Text
    readonly title?: Text
    readonly content?: Text
    readonly location?: { readonly name: Text }
    readonly live?: boolean
    readonly internal?: boolean
  }
  readonly candidates: Extra & {
    readonly id: Text
    /** The full name, for systems that do not split it. */
    readonly name?: Text
    readonly first_name?: Text
    readonly last_name?: Text
    readonly title?: Text
    readonly company?: Text
    readonly created_at?: Text
    readonly updated_at?: Text
    readonly can_email?: boolean
    readonly is_private?: boolean
    readonly email_addresses?: ReadonlyArray<Value>
    readonly phone_numbers?: ReadonlyArray<Value>
    readonly addresses?: ReadonlyArray<Value>
    readonly website_addresses?: ReadonlyArray<Value>
    readonly tags?: ReadonlyArray<string>
    readonly educations?: ReadonlyArray<
      {
        readonly school_name?: Text
        readonly degree?: Text
        readonly discipline?: Text
        readonly start_date?: Text
        readonly end_date?: Text
      }
    >
    readonly employments?: ReadonlyArray<
      {
        readonly company_name?: Text
        readonly title?: Text
        readonly start_date?: Text
        readonly end_date?: Text
      }
    >
    readonly recruiter?: Person | null
    readonly attachments?: ReadonlyArray<Attachment>
  }
  readonly applications: Extra & {
    readonly id: Text
    readonly candidate_id: Text
    /** Null, or any job of a `prospect`, which becomes a note on the candidate. */
    readonly job_id: Text
    readonly prospect?: boolean
    readonly status: "active" | "hired" | "rejected" | "withdrawn"
    readonly current_stage?: { readonly id: Text; readonly name?: Text } | null
    readonly source?: { readonly public_name: Text } | null
    readonly rejection_reason?: Reason | null
    readonly applied_at?: Text
    readonly rejected_at?: Text
    readonly hired_at?: Text
    readonly last_activity_at?: Text
    readonly credited_to?: Person | null
    readonly recruiter?: Person | null
    readonly answers?: ReadonlyArray<{ readonly question: Text; readonly answer: Text }>
    readonly attachments?: ReadonlyArray<Attachment>
  }
  /** The stages that applications have entered. */
  readonly moves: {
    readonly application_id: Text
    readonly stage_id: Text
    readonly entered_at: Text
    readonly user?: Person | null
  }
  readonly scorecards: {
    readonly id: Text
    readonly application_id: Text
    readonly interview?: Text
    readonly interviewer?: Person | null
    readonly submitted_at?: Text
    readonly created_at?: Text
    /** The recommendation in any words, or on a scale: `3 of 4`. */
    readonly overall_recommendation: Text | Rating
    readonly questions?: ReadonlyArray<{ readonly question: Text; readonly answer: Text }>
  }
  readonly scheduled_interviews: {
    readonly id: Text
    readonly application_id: Text
    readonly interview?: { readonly name: Text }
    readonly status: "cancelled" | "complete" | "scheduled"
    readonly start: { readonly date_time: Text }
    readonly end: { readonly date_time: Text }
    readonly location?: Text
    readonly video_conferencing_url?: Text
    readonly note?: Text
    readonly organizer?: Person | null
    readonly interviewers?: ReadonlyArray<Person & { readonly response_status?: Text }>
    readonly created_at?: Text
  }
  readonly offers: Extra & {
    readonly id: Text
    readonly application_id: Text
    readonly status?: Text
    readonly version?: Text
    readonly created_at?: Text
    readonly sent_at?: Text
    readonly resolved_at?: Text
    readonly starts_at?: Text
  }
  /** Notes on a candidate, or on an application if they name one, and mails. */
  readonly activity_feed: {
    readonly candidate_id: Text
    readonly notes?: ReadonlyArray<{
      readonly id: Text
      readonly body: Text
      readonly created_at: Text
      readonly user?: Person | null
      readonly private?: boolean
      readonly application_id?: Text
    }>
    readonly emails?: ReadonlyArray<{
      readonly id: Text
      readonly body: Text
      readonly created_at: Text
      readonly user?: Person | null
      readonly subject?: Text
      readonly from?: Text
      readonly to?: Text
    }>
  }
}
export type Form = keyof Forms
