import { type InvitationKind, invitationText } from "@candor/background/mail/InvitationTexts"
import { ApplicationId, CandidateId, InterviewId, JobId, UserId } from "@candor/domain/Id"
import type { InterviewState } from "@candor/domain/interview/Interview"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { packZones } from "@candor/domain/time/Zones"
import { Timestamp } from "@candor/domain/Timestamp"
import { expect, test } from "bun:test"

const id = "01a11b10-3f80-7b26-8c4d-9a5e0f1d6b72"
const [ada, mary] = [UserId.make(id), UserId.make(id.replace(/^./, "1"))]
const [starts_at, ends_at] = ["2026-10-14T14:00:00.000Z", "2026-10-14T15:00:00.000Z"].map((time) =>
  Timestamp.make(time)
) as [Timestamp, Timestamp]

interface Told {
  readonly kind?: InvitationKind
  readonly changes?: Partial<InterviewState>
  readonly sees_job?: boolean
}

/** The text about an interview at 16:00 in Berlin, as a reader in a zone gets it. */
const textFor = (
  recipient: "ada" | "candidate",
  time_zone: string | null,
  language: string,
  { changes = {}, kind = "new", sees_job = true }: Told = {}
) => {
  const zone = time_zone === null ? null : ZoneName.make(time_zone)
  const interview: InterviewState = {
    id: InterviewId.make(id),
    application_id: ApplicationId.make(id),
    stage_id: null,
    planned_interview_id: null,
    title: "Talk",
    kind: "video",
    status: "scheduled",
    minutes: 60,
    starts_at,
    ends_at,
    time_zone: ZoneName.make("Europe/Berlin"),
    local_start: "2026-10-14T16:00",
    location: null,
    link: null,
    candidate_instructions: null,
    interviewer_instructions: null,
    interviewers: [{ member_id: ada, response: "accepted" }],
    scorecard_template_id: null,
    focus_attribute_ids: [],
    external_ids: [],
    tells_candidate: true,
    candidate_response: "accepted",
    proposals: [],
    decline_reasons: [],
    candidate_time_zone: zone,
    declined_proposals: [],
    declined_ids: [],
    sequence: 0,
    override_reason: null,
    reschedule_reason: null,
    cancel_reason: null,
    changed_by: null,
    author_id: ada,
    created_at: starts_at,
    updated_at: starts_at,
    version: 1,
    ...changes
  }
  return invitationText(
    {
      interview,
      invitations: {},
      candidate: { id: CandidateId.make(id), full_name: "Grace Hopper", email: "grace@example.com" },
      job: { id: JobId.make(id), title: "Engineer", language },
      members: [[ada, "Ada"] as const, [mary, "Mary"] as const].map(([id, full_name]) => ({
        id,
        full_name,
        email: `${full_name}@example.com`,
        is_active: true,
        sees_job,
        time_zone: zone
      })),
      organization: "Acme"
    },
    recipient === "ada" ? ada : recipient,
    kind,
    packZones,
    null
  ).body
}

test.each<readonly [recipient: "ada" | "candidate", zone: string | null, language: string, own: string | undefined]>([
  [
    "ada",
    "America/New_York",
    "en",
    "In your time zone: Wednesday, October 14, 2026, 10:00 AM – 11:00 AM (UTC−04:00, America/New York)"
  ],
  [
    "candidate",
    "Asia/Kolkata",
    "de",
    "In Ihrer Zeitzone: Mittwoch, 14. Oktober 2026, 19:30 – 20:30 Uhr (UTC+05:30, Asia/Kolkata)"
  ],
  [
    "candidate",
    "Pacific/Auckland",
    "en",
    "In your time zone: Thursday, October 15, 2026, 3:00 AM – 4:00 AM (UTC+13:00, Pacific/Auckland)"
  ],
  ["ada", "Europe/Paris", "en", undefined],
  ["ada", null, "en", undefined]
])(
  "A mail to %s in %p says in %s when it is on their clocks, where these show another time",
  (recipient, zone, language, own) => {
    const lines = textFor(recipient, zone, language).replaceAll(" ", " ").split("\n").map((line) =>
      line.replaceAll("\\", "")
    )
    expect(lines.some((line) =>
      line.includes(
        language === "de"
          ? "16:00 – 17:00 Uhr (UTC+02:00, Europe/Berlin)"
          : "4:00 PM – 5:00 PM (UTC+02:00, Europe/Berlin)"
      )
    )).toBe(true)
    expect(lines.find((line) => /^In (?:your|Ihrer) /.test(line))).toBe(own)
  }
)

const byCandidate = { changed_by: { member_id: null } }
const byMary = { changed_by: { member_id: mary } }
const cancelled = { status: "cancelled" } as const

test.each<readonly [to: "ada" | "candidate", language: string, told: Told, first: string]>([
  ["candidate", "en", { changes: byCandidate }, "Your interview with Acme for Engineer is booked."],
  [
    "candidate",
    "en",
    { kind: "changed", changes: byCandidate },
    "Your interview with Acme for Engineer is moved, as you asked."
  ],
  [
    "candidate",
    "de",
    { kind: "cancelled", changes: { ...byCandidate, ...cancelled } },
    "Ihr Gespräch mit Acme für Engineer ist wie gewünscht abgesagt."
  ],
  ["candidate", "en", { changes: byMary }, "Acme invites you to an interview for Engineer."],
  [
    "candidate",
    "en",
    { kind: "cancelled", changes: { ...byMary, ...cancelled } },
    "Acme has canceled your interview for Engineer."
  ],
  ["ada", "en", { changes: byCandidate }, "Grace Hopper has booked an interview for Engineer with you."],
  ["ada", "de", { kind: "changed", changes: byCandidate }, "Grace Hopper hat das Gespräch für Engineer verlegt."],
  [
    "ada",
    "en",
    { kind: "cancelled", changes: { ...byCandidate, ...cancelled } },
    "Grace Hopper has canceled the interview for Engineer."
  ],
  [
    "ada",
    "en",
    { kind: "cancelled", changes: { ...byMary, ...cancelled } },
    "Mary has canceled your interview for Engineer."
  ],
  // The interview takes place, without Ada.
  ["ada", "en", { kind: "cancelled", changes: byMary }, "You no longer take part in the interview for Engineer."],
  // A member who does not see the job learns no names.
  [
    "ada",
    "en",
    { kind: "cancelled", changes: { ...byCandidate, ...cancelled }, sees_job: false },
    "Acme has canceled your interview for Talk."
  ],
  // Interviews of before it was recorded who changes them.
  ["ada", "en", { kind: "changed" }, "Acme has changed your interview for Engineer."]
])(
  "A mail to %s in %s about %j begins with who did it",
  (to, language, told, first) =>
    expect(textFor(to, null, language, told).replaceAll("\\", "").split("\n")[2]).toBe(first)
)

test("A candidate who booked an interview is not asked to accept it", () => {
  const asks = "Please accept or decline"
  expect(textFor("candidate", null, "en")).toContain(asks)
  expect(textFor("candidate", null, "en", { changes: byCandidate })).not.toContain(asks)
  expect(textFor("ada", null, "en", { changes: byCandidate })).toContain(asks)
})

test.each<readonly [string, "ada" | "candidate", Told, boolean]>([
  ["a video call without a link", "candidate", {}, true],
  ["a canceled one", "candidate", { kind: "cancelled", changes: cancelled }, false],
  ["one with a link", "candidate", { changes: { link: "https://meet.example.com/maya" } }, false],
  ["one whose link is in the instructions", "candidate", {
    changes: { candidate_instructions: "Join at https://meet.example.com/maya" }
  }, false],
  ["a call by phone", "candidate", { changes: { kind: "phone" } }, false],
  ["a video call without a link", "ada", {}, false]
])(
  "Whether the link will follow, about %s to %s: %j, %p",
  (_, to, told, follows) =>
    expect(textFor(to, null, "en", told).includes("The link to the video call will follow")).toBe(follows)
)
