/** Records what people answer to invitations by their calendars: in mails that came in (RFC 5546, RFC 6047). */
import type { Worker } from "@candor/domain/access/Actor"
import type { ApplicationId } from "@candor/domain/Id"
import { interviewIdOf, type Recipient } from "@candor/domain/interview/Invitation"
import { type InvitedInterview, Invitations } from "@candor/domain/interview/Invitations"
import { Interviews } from "@candor/domain/interview/Interviews"
import { timeIn } from "@candor/domain/interview/InterviewTime"
import * as Scheduling from "@candor/domain/interview/Scheduling"
import type { ReceivedMail } from "@candor/domain/mail/ReceivedMail"
import { CurrentZones } from "@candor/domain/time/Zones"
import type { CalendarAnswer } from "@candor/mail/calendar/CalendarAnswer"
import { Effect } from "effect"

/** What an answer by mail is: whose, and of which application. */
export interface RecordedAnswer {
  readonly application_id: ApplicationId
  readonly isOfCandidate: boolean
  /** Whether it says something besides, for somebody to read. */
  readonly hasComment: boolean
}

const sameEmail = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase()

/** Returns who answers: somebody who was invited, by the address that the mail is from and that the answer names. */
const answering = ({ candidate, interview, members }: InvitedInterview, { attendees }: CalendarAnswer, from: string) => {
  const attendee = attendees.find(({ email }) => sameEmail(email, from))
  if (attendee === undefined) return null
  const member = members.find(({ email, id }) => sameEmail(email, from) && interview.interviewers.some(({ member_id }) => member_id === id))
  const who: Recipient | null = member?.id ?? (sameEmail(candidate.email, from) ? "candidate" : null)
  return who === null ? null : { who, response: attendee.response }
}

/** Makes the function that records the answer of a mail. It returns null where the mail is none, or is not to be believed: it is a mail as any other. */
export const make = Effect.gen(function*() {
  const interviews = yield* Interviews
  const invitations = yield* Invitations
  const zones = yield* CurrentZones

  const recorded = Effect.fnUntraced(function*(by: Worker, invited: InvitedInterview, answer: CalendarAnswer, from: string) {
    const { interview } = invited
    const found = answering(invited, answer, from)
    // Whoever was told of no such state has made it up; an older one was answered too late.
    const last = found === null ? undefined : invited.invitations[found.who]
    if (found === null || last === undefined || last.method !== "REQUEST" || answer.sequence > interview.sequence) return null
    const isOld = answer.sequence < last.sequence
    const member_id = found.who === "candidate" ? null : found.who
    const requested = (state: typeof interview) => ({ members: state.interviewers.map((one) => one.member_id), time: timeIn(state) })
    const result: RecordedAnswer = { application_id: interview.application_id, isOfCandidate: member_id === null, hasComment: answer.comment !== null }
    if (isOld || (answer.method === "COUNTER" && answer.time === null)) return isOld ? result : null
    yield* interviews.modify(by, interview.id, requested, (state, availability, context) =>
      answer.method === "COUNTER" && answer.time !== null
        ? Scheduling.propose(state, { member_id, ...answer.time, comment: answer.comment, proposed_at: context.now }, context)
        : Scheduling.respond(state, member_id, { response: found.response }, availability, context))
    return result
  })

  return Effect.fnUntraced(function*(by: Worker, { calendar, sender, sender_check }: ReceivedMail) {
    if (calendar === undefined || sender_check === "failed") return null
    const { answerIn } = yield* Effect.promise(() => import("@candor/mail/calendar/CalendarAnswer"))
    const answer = answerIn(calendar, zones)
    const id = answer === null ? null : interviewIdOf(answer.uid)
    const invited = id === null ? null : yield* invitations.get(by.organization_id, id)
    if (answer === null || invited === null) return null
    return yield* recorded(by, invited, answer, sender.email).pipe(
      // Over by now, or the time was given away: somebody reads the mail.
      Effect.catch((failure) => Effect.as(Effect.logInfo("An answer to an invitation could not be recorded", { interview: id, failure: failure._tag }), null))
    )
  })
})
