/**
 * Texts of mails to members. A stored text only names who did something, and nothing that the member might not be
 * allowed to see. The person, the job and quoted texts are added when it is sent, according to the member's access at
 * that time. So no data of candidates is stored with mails.
 */
import { InterviewId, type OrganizationId } from "@candor/domain/Id"
import {
  type DigestCounts,
  type MailNotice,
  type Notice,
  type NoticeReference,
  type NoticeSubject,
  referenceOf
} from "@candor/domain/mail/AutomaticMail"
import { AutomaticMails } from "@candor/domain/mail/AutomaticMails"
import type { MessageState } from "@candor/domain/mail/Message"
import { MailTransport } from "@candor/mail/MailTransport"
import { escaped, hidden } from "@candor/mail/Marks"
import { Effect } from "effect"
import * as KitUrls from "./KitUrls.ts"

type About = Notice["about"]

const told: Readonly<Record<About, (by: string) => string>> = {
  mention: (by) => `${by} mentioned you in a note`,
  feedback_request: (by) => `${by} asks for your feedback`,
  team: (by) => `${by} added you to a hiring team`,
  reply: () => "A candidate replied",
  scorecard: () => "Your scorecard is due",
  missing_scorecard: () => "A scorecard is missing",
  declined_interview: () => "An interviewer declined"
}

/** Says how to turn off such mails. */
const turnOff = (about: MailNotice, consoleUrl: string | null): string =>
  consoleUrl === null
    ? "Choose which emails you get in your account."
    : `[Turn off emails like this](${consoleUrl}/account?turn_off=${about})`

const text = (value: string): string => escaped(hidden(value))

/** Returns the subject and text of a notice as they are stored. `consoleUrl` is null if it is unknown. */
export const noticeText = (about: About, by: string, consoleUrl: string | null) => ({
  subject: told[about](by),
  body: `${text(told[about](by))}.\n\n${consoleUrl === null ? "Open Candor to see it." : `<${consoleUrl}>`}\n\n${
    turnOff(about, consoleUrl)
  }`
})

const pathOf = (
  { about, subject_id }: NoticeReference,
  { application_id, candidate_id, job_id }: NoticeSubject
): string => {
  switch (about) {
    case "feedback_request":
      return `/applications/${application_id}?open=feedback`
    case "scorecard":
      return `/interviews/${subject_id}`
    case "missing_scorecard":
    case "declined_interview":
      return `/applications/${application_id}#${subject_id}`
    case "reply":
      return `/applications/${application_id}?reply=${subject_id}`
    case "team":
      return `/jobs/${job_id}`
    case "mention":
      return application_id === null
        ? `/candidates/${candidate_id}#${subject_id}`
        : `/applications/${application_id}#${subject_id}`
  }
}

const actions: Readonly<Record<About, string>> = {
  mention: "Open the note",
  feedback_request: "Give feedback",
  team: "Open the job",
  reply: "Reply",
  scorecard: "Fill in the scorecard",
  missing_scorecard: "Open the interview",
  declined_interview: "Open the interview"
}

/**
 * Returns the subject and text of a notice as they are sent. `kitUrl` opens the kit of the scorecard's interview
 * without signing in.
 */
export const sentText = (
  stored: { readonly subject: string },
  reference: NoticeReference,
  subject: NoticeSubject,
  consoleUrl: string | null,
  kitUrl: string | null = null
) => {
  const { job, person, words } = subject
  const names = [person, job].filter((name) => name !== null)
  return {
    subject: `${stored.subject}: ${names.join(", ")}`,
    body: [
      `${text(stored.subject)}: **${text(person ?? job ?? "")}**${
        person === null || job === null ? "" : `, ${text(job)}`
      }.`,
      ...(words === null ? [] : [`> ${text(words.replaceAll(/\s+/g, " "))}`]),
      ...(kitUrl === null ? [] : [`[Open the résumé and your scorecard, without signing in](${kitUrl})`]),
      consoleUrl === null
        ? "Open Candor to see it."
        : `[${actions[reference.about]}](${consoleUrl}${pathOf(reference, subject)})`,
      turnOff(reference.about, consoleUrl)
    ].join("\n\n")
  }
}

const counted = (count: number, one: string, many: string): ReadonlyArray<string> =>
  count === 0 ? [] : [`- ${count} ${count === 1 ? one : many}`]

/** Returns the text of a digest; null if nothing waits. */
export const digestText = (counts: DigestCounts, consoleUrl: string | null) => {
  const lines = [
    ...counted(counts.replies, "reply to answer", "replies to answer"),
    ...counted(counts.new_applications, "new applicant since yesterday", "new applicants since yesterday"),
    ...counted(counts.feedback_requests, "feedback request", "feedback requests"),
    ...counted(counts.mentions, "note that mentions you", "notes that mention you"),
    ...counted(counts.undelivered, "email that didn't arrive", "emails that didn't arrive")
  ]
  if (lines.length === 0) return null
  const open = consoleUrl === null ? "Open Candor to see it." : `[Open Candor](${consoleUrl})`
  return { subject: "Your day in Candor", body: `${lines.join("\n")}\n\n${open}\n\n${turnOff("digest", consoleUrl)}` }
}

/** Returns the URL of a server's console; null if the public URL is unknown. */
export const consoleOf = (publicUrl: string | null): string | null =>
  publicUrl === null ? null : new URL("/console", publicUrl).href

/**
 * Makes the function that returns the text of a mail to a member at the moment of sending, from what the member may see
 * then; null if nothing is left to say.
 */
export const make = Effect.gen(function*() {
  const automatic = yield* AutomaticMails
  const consoleUrl = consoleOf((yield* MailTransport).publicUrl)
  const kitUrl = yield* KitUrls.make

  return Effect.fnUntraced(function*(organization_id: OrganizationId, { body, key, subject }: MessageState) {
    const reference = referenceOf(key ?? "")
    // Digests are sent as stored.
    if (reference === null) return { subject, body }
    const seen = yield* automatic.subject(organization_id, reference)
    if (seen === null) return null
    const kit = reference.about === "scorecard"
      ? yield* kitUrl({
        organization_id,
        interview_id: InterviewId.make(reference.subject_id),
        member_id: reference.member_id
      })
      : null
    return sentText({ subject }, reference, seen, consoleUrl, kit)
  })
})
