/** The words of mails to members, in the language of the organization. */
import type { DigestCounts, Notice } from "@candor/domain/mail/AutomaticMail"
import type { SpokenLanguage } from "@candor/domain/SpokenLanguage"

type About = Notice["about"]

export interface Words {
  /** What happened, with the actor. */
  readonly told: Readonly<Record<About, (by: string) => string>>
  /** The text of the link to it. */
  readonly actions: Readonly<Record<About, string>>
  readonly kit: string
  readonly openCandor: string
  readonly toSee: string
  readonly turnOff: string
  readonly choose: string
  readonly digest: string
  /** The open tasks: singular and plural. */
  readonly counts: Readonly<Record<keyof DigestCounts, readonly [one: string, many: string]>>
}

const english: Words = {
  told: {
    mention: (by) => `${by} mentioned you in a note`,
    feedback_request: (by) => `${by} asks for your feedback`,
    team: (by) => `${by} added you to a hiring team`,
    reply: () => "A candidate replied",
    scorecard: () => "Your scorecard is due",
    missing_scorecard: () => "A scorecard is missing",
    declined_interview: () => "An interviewer declined"
  },
  actions: {
    mention: "Open the note",
    feedback_request: "Give feedback",
    team: "Open the job",
    reply: "Reply",
    scorecard: "Fill in the scorecard",
    missing_scorecard: "Open the interview",
    declined_interview: "Open the interview"
  },
  kit: "Open the résumé and your scorecard, without signing in",
  openCandor: "Open Candor",
  toSee: "Open Candor to see it.",
  turnOff: "Turn off emails like this",
  choose: "Choose which emails you get in your account.",
  digest: "Your day in Candor",
  counts: {
    replies: ["reply to answer", "replies to answer"],
    new_applications: ["new applicant since yesterday", "new applicants since yesterday"],
    feedback_requests: ["feedback request", "feedback requests"],
    mentions: ["note that mentions you", "notes that mention you"],
    undelivered: ["email that didn't arrive", "emails that didn't arrive"]
  }
}

const german: Words = {
  told: {
    mention: (by) => `${by} hat Sie in einer Notiz erwähnt`,
    feedback_request: (by) => `${by} bittet um Ihr Feedback`,
    team: (by) => `${by} hat Sie in ein Hiring-Team aufgenommen`,
    reply: () => "Neue Antwort",
    scorecard: () => "Ihr Bewertungsbogen ist fällig",
    missing_scorecard: () => "Ein Bewertungsbogen fehlt",
    declined_interview: () => "Absage aus dem Interviewteam"
  },
  actions: {
    mention: "Notiz öffnen",
    feedback_request: "Feedback geben",
    team: "Stelle öffnen",
    reply: "Antworten",
    scorecard: "Bewertungsbogen ausfüllen",
    missing_scorecard: "Interview öffnen",
    declined_interview: "Interview öffnen"
  },
  kit: "Lebenslauf und Bewertungsbogen ohne Anmeldung öffnen",
  openCandor: "Candor öffnen",
  toSee: "Öffnen Sie Candor, um es zu sehen.",
  turnOff: "Solche E-Mails abschalten",
  choose: "Wählen Sie in Ihrem Konto, welche E-Mails Sie erhalten.",
  digest: "Ihr Tag in Candor",
  counts: {
    replies: ["Antwort wartet", "Antworten warten"],
    new_applications: ["neue Bewerbung seit gestern", "neue Bewerbungen seit gestern"],
    feedback_requests: ["Feedback-Anfrage", "Feedback-Anfragen"],
    mentions: ["Notiz erwähnt Sie", "Notizen erwähnen Sie"],
    undelivered: ["E-Mail ist nicht angekommen", "E-Mails sind nicht angekommen"]
  }
}

/** Returns the words of an organization's language. */
export const wordsFor = (language: SpokenLanguage | null): Words => language === "de" ? german : english
