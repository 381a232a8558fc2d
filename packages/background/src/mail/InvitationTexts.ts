/** Texts of invitations to interviews, in the language of the job, or else of the organization. */
import { awaitsLink, type InterviewState } from "@candor/domain/interview/Interview"
import type { Recipient } from "@candor/domain/interview/Invitation"
import type { InvitedInterview } from "@candor/domain/interview/Invitations"
import { localTimeAt } from "@candor/domain/time/LocalTime"
import type { Zones } from "@candor/domain/time/Zones"
import { escaped, hidden } from "@candor/mail/Marks"
import { DateTime } from "effect"

/** The kind of an invitation. `kept` means that the time stays, although another one was proposed. */
export type InvitationKind = "new" | "changed" | "cancelled" | "kept"

type Begins<Kind extends string> = Readonly<Record<Kind, (who: string, job: string) => string>>

interface Words {
  readonly language: "en" | "de"
  readonly subjects: Readonly<Record<InvitationKind | "removed", (title: string) => string>>
  readonly hello: (name: string) => string
  /** `who` is the organization, or the member who made the change. */
  readonly begins: Begins<InvitationKind | "removed">
  /** To interviewers, about what the candidate did; `who` is the candidate. */
  readonly byCandidate: Begins<Exclude<InvitationKind, "kept">>
  /** To the candidate, about what the candidate did; `who` is the organization. */
  readonly asAsked: Begins<Exclude<InvitationKind, "kept">>
  readonly clock: (time: string) => string
  readonly location: string
  readonly link: string
  readonly follows: string
  readonly with: string
  readonly candidate: string
  readonly reason: string
  readonly moveReason: string
  readonly open: string
  readonly fill: string
  readonly ask: string
  readonly own: string
}

const english: Words = {
  language: "en",
  subjects: {
    new: (title) => `Interview: ${title}`,
    changed: (title) => `Interview changed: ${title}`,
    cancelled: (title) => `Interview canceled: ${title}`,
    kept: (title) => `Interview stays at its time: ${title}`,
    removed: (title) => `You no longer take part: ${title}`
  },
  hello: (name) => `Hello ${name},`,
  begins: {
    new: (organization, job) => `${organization} invites you to an interview for ${job}.`,
    changed: (organization, job) => `${organization} has changed your interview for ${job}.`,
    cancelled: (organization, job) => `${organization} has canceled your interview for ${job}.`,
    kept: (organization, job) =>
      `${organization} can't move your interview for ${job} to the time you proposed. It stays at its time.`,
    removed: (_, job) => `You no longer take part in the interview for ${job}.`
  },
  byCandidate: {
    new: (candidate, job) => `${candidate} has booked an interview for ${job} with you.`,
    changed: (candidate, job) => `${candidate} has moved the interview for ${job}.`,
    cancelled: (candidate, job) => `${candidate} has canceled the interview for ${job}.`
  },
  asAsked: {
    new: (organization, job) => `Your interview with ${organization} for ${job} is booked.`,
    changed: (organization, job) => `Your interview with ${organization} for ${job} is moved, as you asked.`,
    cancelled: (organization, job) => `Your interview with ${organization} for ${job} is canceled, as you asked.`
  },
  clock: (time) => time,
  location: "Location",
  link: "Link",
  follows: "The link to the video call will follow.",
  with: "You will meet",
  candidate: "Candidate",
  reason: "Reason",
  moveReason: "Reason for the last move",
  open: "Open in Candor",
  fill: "Open the résumé and your scorecard, without signing in",
  ask: "Please accept or decline in your calendar, or reply to this email.",
  own: "In your time zone"
}

const german: Words = {
  language: "de",
  subjects: {
    new: (title) => `Gespräch: ${title}`,
    changed: (title) => `Gespräch geändert: ${title}`,
    cancelled: (title) => `Gespräch abgesagt: ${title}`,
    kept: (title) => `Gesprächstermin bleibt bestehen: ${title}`,
    removed: (title) => `Sie nehmen nicht mehr teil: ${title}`
  },
  hello: (name) => `Guten Tag ${name},`,
  begins: {
    new: (organization, job) => `${organization} lädt Sie zu einem Gespräch für ${job} ein.`,
    changed: (organization, job) => `${organization} hat Ihr Gespräch für ${job} geändert.`,
    cancelled: (organization, job) => `${organization} hat Ihr Gespräch für ${job} abgesagt.`,
    kept: (organization, job) =>
      `${organization} kann Ihr Gespräch für ${job} nicht auf die vorgeschlagene Zeit verlegen. Der bisherige Termin bleibt bestehen.`,
    removed: (_, job) => `Sie nehmen am Gespräch für ${job} nicht mehr teil.`
  },
  byCandidate: {
    new: (candidate, job) => `${candidate} hat ein Gespräch für ${job} mit Ihnen gebucht.`,
    changed: (candidate, job) => `${candidate} hat das Gespräch für ${job} verlegt.`,
    cancelled: (candidate, job) => `${candidate} hat das Gespräch für ${job} abgesagt.`
  },
  asAsked: {
    new: (organization, job) => `Ihr Gespräch mit ${organization} für ${job} ist gebucht.`,
    changed: (organization, job) => `Ihr Gespräch mit ${organization} für ${job} ist wie gewünscht verlegt.`,
    cancelled: (organization, job) => `Ihr Gespräch mit ${organization} für ${job} ist wie gewünscht abgesagt.`
  },
  clock: (time) => `${time} Uhr`,
  location: "Ort",
  link: "Link",
  follows: "Der Link zum Videogespräch folgt.",
  with: "Sie sprechen mit",
  candidate: "Bewerbung",
  reason: "Grund",
  moveReason: "Grund der letzten Verlegung",
  open: "In Candor öffnen",
  fill: "Lebenslauf und Bewertungsbogen ohne Anmeldung öffnen",
  ask: "Bitte sagen Sie in Ihrem Kalender zu oder ab, oder antworten Sie auf diese E-Mail.",
  own: "In Ihrer Zeitzone"
}

const wordsFor = (language: string | null): Words => language?.slice(0, 2).toLowerCase() === "de" ? german : english

const millisOf = (time: string): number => DateTime.toEpochMillis(DateTime.makeUnsafe(time))

/**
 * Formats the time of an interview in the zone in which it was agreed on, with the zone and its offset. The runtime's
 * own time zone data is not used.
 */
const whenOf = (
  { ends_at, local_start, starts_at, time_zone }: Pick<
    InterviewState,
    "ends_at" | "local_start" | "starts_at" | "time_zone"
  >,
  { clock, language }: Words
): string => {
  if (starts_at === null || ends_at === null || local_start === null || time_zone === null) return ""
  const offset = millisOf(`${local_start}:00Z`) - millisOf(starts_at)
  const at = (time: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(millisOf(time) + offset)
  const [begin, end] = [at(starts_at, { timeStyle: "short" }), at(ends_at, { timeStyle: "short" })]
  const ahead = new Date(Math.abs(offset)).toISOString().slice(11, 16)
  return `${at(starts_at, { dateStyle: "full" })}, ${clock(`${begin} – ${end}`)} (UTC${
    offset < 0 ? "−" : "+"
  }${ahead}, ${time_zone.replaceAll("_", " ")})`
}

/**
 * The same in the reader's own zone: that of the member's hours, or the one in which the candidate booked. Null if
 * clocks there show the same time.
 */
const ownTime = (
  { interview, members }: Pick<InvitedInterview, "interview" | "members">,
  recipient: Recipient,
  words: Words,
  zones: Zones
): string | null => {
  const { local_start, starts_at } = interview
  const name = recipient === "candidate"
    ? interview.candidate_time_zone
    : members.find(({ id }) => id === recipient)?.time_zone ?? null
  if (name === null || starts_at === null) return null
  const own = localTimeAt(zones.zone(name), starts_at)
  return own === local_start ? null : whenOf({ ...interview, local_start: own, time_zone: name }, words)
}

/** The same in a language, such as `de`. */
export const interviewTime = (
  interview: Pick<InterviewState, "ends_at" | "local_start" | "starts_at" | "time_zone">,
  language: string
): string => whenOf(interview, wordsFor(language))

export interface InvitationText {
  readonly subject: string
  /** In Markdown. */
  readonly body: string
  /** The title and the description of the event in calendars. */
  readonly summary: string
  readonly description: string
}

const text = (value: string): string => escaped(hidden(value))

const shown = (value: string | null): string | null => value === null ? null : text(value)

const inLines = (...parts: ReadonlyArray<string | null>): string =>
  parts.filter((part) => part !== null && part !== "").join("\n")

const line = (label: string, value: string | null): string | null =>
  value === null || value === "" ? null : `${label}: ${value}`

/** Returns the names of the interviewers, except the reader's own. */
export const interviewerNames = (
  { interview, members }: Pick<InvitedInterview, "interview" | "members">,
  reader?: Recipient
): ReadonlyArray<string> =>
  interview.interviewers.flatMap(({ member_id, response }) =>
    response === "declined" || member_id === reader
      ? []
      : members.filter(({ id }) => id === member_id).map(({ full_name }) => full_name)
  )

/** Returns the first sentence: who did what. A candidate does not learn which member did something. */
const beginOf = (
  words: Words,
  { candidate, interview: { changed_by }, job, members, organization }: Omit<InvitedInterview, "sender">,
  recipient: Recipient,
  kind: InvitationKind | "removed",
  isNamed: boolean
): string => {
  const [company, title] = [text(organization), text(job.title)]
  if (recipient === "candidate")
    return kind === "kept" || kind === "removed" || changed_by?.member_id !== null
      ? words.begins[kind](company, title)
      : words.asAsked[kind](company, title)
  if (kind === "kept" || kind === "removed" || changed_by === null || !isNamed)
    return words.begins[kind](company, title)
  const member = members.find(({ id }) => id === changed_by.member_id)
  return changed_by.member_id === null
    ? words.byCandidate[kind](text(candidate.full_name), title)
    : words.begins[kind](member === undefined ? company : text(member.full_name), title)
}

/**
 * Returns the text for a recipient. Candidates get only the instructions for candidates, and no reason for a
 * cancellation. An interviewer who may not see the job does not learn the candidate's name.
 */
export const invitationText = (
  invited: Omit<InvitedInterview, "sender">,
  recipient: Recipient,
  kind: InvitationKind,
  zones: Zones,
  consoleUrl: string | null,
  kitUrl: string | null = null
): InvitationText => {
  const { candidate, interview, job, members, organization } = invited
  const words = wordsFor(job.language)
  const {
    cancel_reason,
    candidate_instructions,
    interviewer_instructions,
    link,
    location,
    reschedule_reason,
    title
  } = interview
  const member = members.find(({ id }) => id === recipient)
  const isCandidate = recipient === "candidate"
  const sees = isCandidate || member?.sees_job === true
  const named = sees && !isCandidate ? `${title}, ${candidate.full_name}` : title
  const people = interviewerNames({ interview, members }, recipient)
  const isOn = kind !== "cancelled"
  const own = ownTime({ interview, members }, recipient, words, zones)
  const facts = [
    line(words.own, own === null ? null : text(own)),
    line(words.location, location === null || !sees ? null : text(location)),
    line(words.link, link === null || !sees || !isOn ? null : `<${link}>`),
    isCandidate && isOn && awaitsLink(interview) ? words.follows : null,
    isCandidate || !sees ? null : line(words.candidate, `${text(candidate.full_name)}, ${text(job.title)}`),
    isCandidate && isOn ? line(words.with, text(people.join(", "))) : null,
    isCandidate || !sees || kind === "new" || kind === "kept"
      ? null
      : kind === "cancelled"
      ? line(words.reason, shown(cancel_reason))
      : line(words.moveReason, shown(reschedule_reason))
  ]
  const instructions = isOn && sees ? isCandidate ? candidate_instructions : interviewer_instructions : null
  const told = !isCandidate && kind === "cancelled" && interview.status !== "cancelled" ? "removed" : kind
  const begin = beginOf(words, sees ? invited : { ...invited, job: { ...job, title } }, recipient, told, sees)
  // A candidate who books an interview need not accept it.
  const asks = isOn && !(isCandidate && interview.changed_by?.member_id === null)
  const open = isCandidate || !sees || consoleUrl === null
    ? null
    : `[${words.open}](${consoleUrl}/interviews/${interview.id})`
  // The link is in the mail only, not in the calendar, which others may see.
  const fill = isCandidate || !sees || !isOn || interview.scorecard_template_id === null || kitUrl === null
    ? null
    : `[${words.fill}](${kitUrl})`
  return {
    subject: words.subjects[told](named),
    body: [
      text(words.hello(isCandidate ? candidate.full_name : member?.full_name ?? "")),
      begin,
      inLines(`**${text(title)}**`, text(whenOf(interview, words)), ...facts),
      instructions === null ? null : text(instructions),
      asks ? words.ask : null,
      fill,
      open
    ].filter((part) => part !== null).join("\n\n"),
    summary: isCandidate ? `${title}, ${organization}` : named,
    description: [
      sees && !isCandidate ? line(words.candidate, `${candidate.full_name}, ${job.title}`) : null,
      isCandidate && isOn ? line(words.with, people.join(", ")) : null,
      isOn && sees ? line(words.link, link) : null,
      instructions
    ].filter((part) => part !== null).join("\n\n")
  }
}
