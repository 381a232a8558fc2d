/** The links of interviewers to kits, in mails: to whom, and nowhere else. */
import { invitationText } from "@candor/background/mail/InvitationTexts"
import { sentText } from "@candor/background/mail/Notices"
import { ApplicationId, CandidateId, InterviewId, JobId, ScorecardTemplateId, UserId } from "@candor/domain/Id"
import type { InterviewState } from "@candor/domain/interview/Interview"
import { packZones } from "@candor/domain/time/Zones"
import { Timestamp } from "@candor/domain/Timestamp"
import { expect, test } from "bun:test"

const id = "01a11b12-60d4-7e3f-95a8-c1740b2de693"
const [ada, blind] = [UserId.make(id), UserId.make(id.replace("01a1", "01a2"))]
const at = Timestamp.make("2026-10-14T14:00:00.000Z")
const kitUrl = "https://candor.example/interviews/candor_kit_x"
const consoleUrl = "https://candor.example/console"

const interview: InterviewState = {
  id: InterviewId.make(id),
  application_id: ApplicationId.make(id),
  stage_id: null,
  title: "Talk",
  kind: "video",
  status: "scheduled",
  minutes: 60,
  starts_at: at,
  ends_at: at,
  time_zone: null,
  local_start: null,
  location: null,
  link: null,
  candidate_instructions: null,
  interviewer_instructions: null,
  interviewers: [ada, blind].map((member_id) => ({ member_id, response: "needs_action" })),
  scorecard_template_id: ScorecardTemplateId.make(id),
  focus_attribute_ids: [],
  tells_candidate: true,
  candidate_response: "needs_action",
  proposals: [],
  decline_reasons: [],
  declined_proposals: [],
  declined_ids: [],
  candidate_time_zone: null,
  sequence: 0,
  override_reason: null,
  reschedule_reason: null,
  cancel_reason: null,
  changed_by: null,
  author_id: ada,
  external_ids: [],
  planned_interview_id: null,
  created_at: at,
  updated_at: at,
  version: 1
}

const invited = (changes: Partial<InterviewState> = {}) => ({
  interview: { ...interview, ...changes },
  invitations: {},
  candidate: { id: CandidateId.make(id), full_name: "Grace Hopper", email: "grace@example.com" },
  job: { id: JobId.make(id), title: "Admiral", language: null },
  members: [[ada, true], [blind, false]].map(([id, sees_job]) => ({
    id: UserId.make(String(id)),
    full_name: "A",
    email: "a@example.com",
    is_active: true,
    sees_job: sees_job === true,
    time_zone: null
  })),
  organization: "Acme"
})

test("an invitation has the link for an interviewer who is asked for a scorecard, and sees the job; no calendar and no stored mail has it", () => {
  const has = (
    text: ReturnType<typeof invitationText>
  ) => [text.body.includes(kitUrl), text.description.includes(kitUrl)]
  expect(has(invitationText(invited(), ada, "new", packZones, consoleUrl, kitUrl))).toEqual([true, false])
  const without = [
    invitationText(invited(), ada, "new", packZones, consoleUrl),
    invitationText(invited(), blind, "new", packZones, consoleUrl, kitUrl),
    invitationText(invited(), "candidate", "new", packZones, consoleUrl, kitUrl),
    invitationText(invited(), ada, "cancelled", packZones, consoleUrl, kitUrl),
    invitationText(invited({ scorecard_template_id: null }), ada, "new", packZones, consoleUrl, kitUrl)
  ]
  expect(without.map(has)).toEqual(without.map(() => [false, false]))
})

test("a reminder leads to the kit without signing in, and to the interview in the console", () => {
  const subject = {
    application_id: interview.application_id,
    candidate_id: CandidateId.make(id),
    job_id: JobId.make(id),
    person: "Grace Hopper",
    job: "Admiral",
    words: "Talk",
    language: null
  }
  const { body } = sentText(
    { subject: "Your scorecard is due" },
    { about: "scorecard", subject_id: id, member_id: ada },
    subject,
    consoleUrl,
    kitUrl
  )
  for (const part of [kitUrl, `${consoleUrl}/interviews/${id}`]) expect(body).toContain(part)
})
