/**
 * Operations with a tool of their own: those of a recruiter's day. `call_operation` offers all others, and all
 * arguments of these.
 */

export interface EverydayTool {
  readonly name: string
  readonly operation: string
  /** What a model needs to know beside the operation's summary. */
  readonly description: string
  /** The arguments that `tools/list` shows, as a selection. */
  readonly takes: string
  /** The fields of the answer that are shown to the model, as a selection. */
  readonly gives: string
  /** Whether it sends a mail. */
  readonly isSent?: boolean
}

/** Results per page if the model requests no other number. */
export const pageSize = 20

const subject = "application{id candidate{id full_name} job{id title}}"

const standing = "application{id status rejection_reason candidate{id full_name} job{id title} stage{id name}}"

const letter = `message_id subject excerpt failure created_at ${subject}`

const arrival = "id candidate{id full_name} job{id title} stage{id name} entered_at"

const interview =
  `id title kind status starts_at local_start time_zone minutes location link candidate_response interviewers ${subject}`

export const everydayTools: ReadonlyArray<EverydayTool> = [
  {
    name: "what_waits",
    operation: "Overviews.waiting",
    description: "Replies, new applicants, requests for feedback, mentions, and applications without an answer.",
    takes: "days",
    gives:
      `replies{${letter}} new_applications{${arrival}} undelivered{${letter}} feedback_requests{id message ${subject}} ` +
      `unanswered{${arrival}} erasure_requests mentions{note_id excerpt author{full_name} candidate{id full_name} application{id job{id title}}}`
  },
  {
    name: "search_candidates",
    operation: "Candidates.search",
    description:
      "Finds people by words in their names, addresses, tags, notes, answers and files, and with typing errors. The best come first.",
    takes: "q job_id stage_id status location tag years_min limit cursor",
    gives: "results{candidate{id full_name primary_email location years_experience university tags} match} next_cursor"
  },
  {
    name: "get_candidate",
    operation: "Candidates.get",
    description:
      "`list_applications` with `candidate_id` says where they applied. `CandidateAttachments.list` and `.text` have files without an application.",
    takes: "candidateId",
    gives:
      "candidate{id full_name primary_email email_addresses{address} phone_numbers{number} linkedin_url website_url github_url location " +
      "years_experience university tags erasure_request anonymised_at created_at}"
  },
  {
    name: "list_jobs",
    operation: "Jobs.list",
    description: "Newest first, each with its stages in their order.",
    takes: "status department limit cursor",
    gives: "jobs{id title status department location is_confidential stages{id name}} next_cursor"
  },
  {
    name: "list_applications",
    operation: "Applications.list",
    description: "Who applied, newest first.",
    takes: "job_id stage_id candidate_id status created_after limit cursor",
    gives:
      "applications{id status rejection_reason source_type created_at candidate{id full_name primary_email} job{id title} " +
      "stage{id name}} next_cursor"
  },
  {
    name: "get_application",
    operation: "Applications.get",
    description:
      "Candidate, job, stage, AI profiles, notes, feedback, files and answers. `Attachments.text` has the text of a file, such as a CV.",
    takes: "id",
    gives:
      "application{id status rejection_reason source_type created_at closed_at candidate{id full_name primary_email linkedin_url " +
      "years_experience university} job{id title} stage{id name} ai_profiles{status summary is_current} notes{id body visibility " +
      "author{full_name} created_at} interview_feedback{id interview_type rating body author{full_name} submitted_at} " +
      "attachments{id file_type original_filename} application_answers{question_text answer_text} unapplied}"
  },
  {
    name: "list_interviews",
    operation: "Interviews.list",
    description: "In their order. `Me.get` has the user's own id.",
    takes: "from to member_id application_id limit cursor",
    gives: `interviews{${interview}} next_cursor`
  },
  {
    name: "create_application",
    operation: "Applications.create",
    description:
      "Puts a stored candidate (`candidate_id`) or a new one (`candidate`) into a job. `primary_email` is null if unknown.",
    takes: "job_id candidate_id candidate{full_name primary_email linkedin_url} stage_id source_type",
    gives: standing.replace("id status", "id status candidate_match unapplied")
  },
  {
    name: "move_application",
    operation: "Applications.move",
    description: "In the stage Hired it is hired. A closed one needs `Applications.reopen` first.",
    takes: "id stage_id",
    gives: standing
  },
  {
    name: "reject_application",
    operation: "Applications.reject",
    description: "Ends it. `RejectionReasons.list` has the reasons.",
    takes: "id reason note mail_template_id",
    gives: standing
  },
  {
    name: "add_note",
    operation: "Notes.create",
    description: "On behalf of the user.",
    takes: "id note visibility",
    gives: "note{id body visibility author{full_name} created_at}"
  },
  {
    name: "write_to_candidate",
    operation: "Messages.write",
    description: "Sends a mail. Give a text, or a template.",
    isSent: true,
    takes: "id subject body template_id reply_to_id send_at",
    gives: "message{id status recipients{email} subject body send_at}"
  },
  {
    name: "schedule_interview",
    operation: "Interviews.create",
    description: "Without a time it is planned, and `Interviews.reschedule` gives it one.",
    isSent: true,
    takes: "id title kind minutes local_start time_zone location link interviewers{member_id} candidate_instructions " +
      "tells_candidate override_reason",
    gives: `interview{${interview}}`
  },
  {
    name: "give_feedback",
    operation: "Feedback.create",
    description: "On behalf of the user, after an interview.",
    takes: "id interview_type rating body",
    gives: "interview_feedback{id interview_type rating body author{full_name} submitted_at}"
  }
]
