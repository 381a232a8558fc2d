/** Records answers to invitations that arrive as mails from calendars (RFC 5546, RFC 6047). */
import type { Worker } from "@candor/domain/access/Actor"
import type { ApplicationId } from "@candor/domain/Id"
import { interviewIdOf, type Recipient } from "@candor/domain/interview/Invitation"
import { type InvitedInterview, Invitations } from "@candor/domain/interview/Invitations"
import * as Scheduling from "@candor/domain/interview/Scheduling"
import { quotedLines } from "@candor/domain/mail/QuotedText"
import type { ReceivedMail } from "@candor/domain/mail/ReceivedMail"
import { respondOrPass } from "@candor/domain/scheduling/Replacement"
import { Replacements } from "@candor/domain/scheduling/Replacements"
import { CurrentZones } from "@candor/domain/time/Zones"
import type { CalendarAnswer } from "@candor/mail/calendar/CalendarAnswer"
import { calendarText } from "@candor/mail/parsing/OtherTexts"
import { Effect } from "effect"
import type { CalendarReading } from "../calendar/CalendarReading.ts"

/** The result of a mailed answer, with its application. */
export interface RecordedAnswer {
  readonly application_id: ApplicationId
  readonly isOfCandidate: boolean
  /** What the sender wrote in addition, in the comment or the mail. */
  readonly words: string
  /** The comment; null if there is none. */
  readonly comment: string | null
  /**
   * Why the answer is not recorded, as a text for people; null if it is recorded, or is about an earlier time of the
   * interview.
   */
  readonly refusal: string | null
}

type Mail = Pick<ReceivedMail, "body" | "sender" | "sender_check" | "subject">

const sameEmail = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase()

/** Text that Google's calendar adds to an answer. The sender's comment is in the answer itself. */
const isOfProgram = /\bcalendar\.google\.com\/|\bGoogle (?:Calendar|Kalender)\b/i

/** Returns what the sender wrote: the comment, and the text of the mail unless a program wrote it. */
export const wordsOf = (
  { body, subject }: Pick<Mail, "body" | "subject">,
  comment: string | null,
  calendar: string
): string => {
  const quoted = quotedLines({ body, subject, isReply: true, letter: null })
  const own = body.split("\n").filter((_, at) =>
    !quoted.some(({ first_line, last_line }) => at + 1 >= first_line && at < last_line)
  ).join("\n").trim()
  const written = own === calendarText(calendar).trim() || isOfProgram.test(own) ? "" : own
  return comment === null || written.includes(comment) ? written : [comment, written].join("\n\n").trim()
}

/** Returns the invited person who answers. The sender's address has to be the one that the answer names. */
const answering = (
  { candidate, interview, members }: InvitedInterview,
  { attendees }: CalendarAnswer,
  from: string
) => {
  const attendee = attendees.find(({ email }) => sameEmail(email, from))
  if (attendee === undefined) return null
  const member = members.find(({ email, id }) =>
    sameEmail(email, from) && interview.interviewers.some(({ member_id }) => member_id === id)
  )
  const who: Recipient | null = member?.id ?? (sameEmail(candidate.email, from) ? "candidate" : null)
  return who === null ? null : { who, response: attendee.response }
}

/**
 * Whether an answer is about the interview's present time: it names its present state, or an earlier one with the same
 * time, as most answers do.
 */
const isOfTime = (
  { sequence, time }: CalendarAnswer,
  { ends_at, sequence: present, starts_at }: InvitedInterview["interview"],
  told: number
): boolean =>
  sequence === present || (time === null ? sequence >= told : time.starts_at === starts_at && time.ends_at === ends_at)

/** The reasons why an answer is not recorded, in words. */
const refusals = {
  unverified: "the server of mail does not confirm whom it is from",
  unreadable: "the time that it proposes could not be read",
  refused: "the interview is over, was changed, or its time is taken"
} as const

/**
 * Makes the function that records the answer in a mail. It returns null if the mail has no answer, or one that cannot
 * be trusted: such a mail is treated as any other. `refresh` reads the calendars of members who may replace one who
 * declines.
 */
export const make = Effect.fnUntraced(function*(refresh: CalendarReading["Service"]["refresh"]) {
  const replacements = yield* Replacements
  const invitations = yield* Invitations
  const zones = yield* CurrentZones

  const recorded = Effect.fnUntraced(
    function*(by: Worker, invited: InvitedInterview, answer: CalendarAnswer, mail: Mail, words: string) {
      const { interview } = invited
      const found = answering(invited, answer, mail.sender.email)
      // An answer from somebody who was sent no such invitation is forged.
      const last = found === null ? undefined : invited.invitations[found.who]
      if (found === null || last === undefined || last.method !== "REQUEST" || answer.sequence > interview.sequence)
        return null
      const member_id = found.who === "candidate" ? null : found.who
      const result = (refusal: keyof typeof refusals | null): RecordedAnswer => ({
        application_id: interview.application_id,
        isOfCandidate: member_id === null,
        words,
        comment: answer.comment,
        refusal: refusal === null
          ? null
          : `[This mail answers the invitation to ${interview.title}: ${found.response}. It was not recorded: ${
            refusals[refusal]
          }.]`
      })
      // A candidate's answer concerns only the candidate. Other people rely on a member's answer, so its sender has to
      // be verified.
      if (member_id !== null && mail.sender_check !== "passed") return result("unverified")
      const { method, time } = answer
      if (method === "COUNTER" && time === null) return result("unreadable")
      if (method === "REPLY" && !isOfTime(answer, interview, last.sequence)) return result(null)
      const isDeclined = method === "REPLY" && found.response === "declined"
      return yield* Effect.when(
        Effect.flatMap(
          replacements.pool(by.organization_id, interview.id),
          ({ next }) => refresh(by.organization_id, next)
        ),
        Effect.succeed(isDeclined)
      ).pipe(
        Effect.andThen(
          replacements.replace(
            by,
            interview.id,
            (pooled, availability, context) =>
              method === "COUNTER" && time !== null
                ? Scheduling.propose(pooled.interview, {
                  member_id,
                  ...time,
                  comment: answer.comment,
                  proposed_at: context.now
                }, context)
                : respondOrPass(pooled, member_id, { response: found.response }, availability, zones, context)
          )
        ),
        Effect.as(result(null)),
        Effect.catch((failure) =>
          Effect.as(
            Effect.logInfo("An answer to an invitation could not be recorded", {
              interview: interview.id,
              failure: failure._tag
            }),
            result("refused")
          )
        )
      )
    }
  )

  return Effect.fnUntraced(function*(by: Worker, mail: ReceivedMail) {
    const { calendar, sender_check } = mail
    if (calendar === undefined || sender_check === "failed") return null
    const { answerIn } = yield* Effect.promise(() => import("@candor/mail/calendar/CalendarAnswer"))
    const answer = answerIn(calendar, zones)
    const id = answer === null ? null : interviewIdOf(answer.uid)
    const invited = id === null ? null : yield* invitations.get(by.organization_id, id)
    if (answer === null || invited === null) return null
    return yield* recorded(by, invited, answer, mail, wordsOf(mail, answer.comment, calendar))
  })
})
