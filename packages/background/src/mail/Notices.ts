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
import type { SpokenLanguage } from "@candor/domain/SpokenLanguage"
import { MailTransport } from "@candor/mail/MailTransport"
import { escaped, hidden } from "@candor/mail/Marks"
import { Effect } from "effect"
import * as KitUrls from "./KitUrls.ts"
import { type Words, wordsFor } from "./NoticeWords.ts"

type About = Notice["about"]

/** Says how such mails are turned off. */
const turnOff = (about: MailNotice, consoleUrl: string | null, words: Words): string =>
  consoleUrl === null ? words.choose : `[${words.turnOff}](${consoleUrl}/account?turn_off=${about})`

const text = (value: string): string => escaped(hidden(value))

/**
 * Returns subject and text of a notice as it is stored, in the language of the organization. `consoleUrl` is where the
 * console is; null where that is not known.
 */
export const noticeText = (about: About, by: string, consoleUrl: string | null, language: SpokenLanguage | null) => {
  const words = wordsFor(language)
  const subject = words.told[about](by)
  return {
    subject,
    body: `${text(subject)}.\n\n${consoleUrl === null ? words.toSee : `<${consoleUrl}>`}\n\n${
      turnOff(about, consoleUrl, words)
    }`
  }
}

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
  const { job, language, person, words: excerpt } = subject
  const words = wordsFor(language)
  const names = [person, job].filter((name) => name !== null)
  return {
    subject: `${stored.subject}: ${names.join(", ")}`,
    body: [
      `${text(stored.subject)}: **${text(person ?? job ?? "")}**${
        person === null || job === null ? "" : `, ${text(job)}`
      }.`,
      ...(excerpt === null ? [] : [`> ${text(excerpt.replaceAll(/\s+/g, " "))}`]),
      ...(kitUrl === null ? [] : [`[${words.kit}](${kitUrl})`]),
      consoleUrl === null
        ? words.toSee
        : `[${words.actions[reference.about]}](${consoleUrl}${pathOf(reference, subject)})`,
      turnOff(reference.about, consoleUrl, words)
    ].join("\n\n")
  }
}

const counted: ReadonlyArray<keyof DigestCounts> = [
  "replies",
  "new_applications",
  "feedback_requests",
  "mentions",
  "undelivered"
]

/** Returns the text of a digest in the language of the organization; null where nothing waits. */
export const digestText = (counts: DigestCounts, consoleUrl: string | null, language: SpokenLanguage | null) => {
  const words = wordsFor(language)
  const lines = counted.filter((name) => counts[name] > 0).map((name) => {
    const [one, many] = words.counts[name]
    return `- ${counts[name]} ${counts[name] === 1 ? one : many}`
  })
  if (lines.length === 0) return null
  const open = consoleUrl === null ? words.toSee : `[${words.openCandor}](${consoleUrl})`
  return { subject: words.digest, body: [lines.join("\n"), open, turnOff("digest", consoleUrl, words)].join("\n\n") }
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
