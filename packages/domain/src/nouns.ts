/** All nouns, sorted by the subjects of their events. Whatever must know them all reads this list. */
import { noun as applicationAnswer } from "./application/ApplicationAnswer.ts"
import { noun as historyEntry } from "./application/ApplicationHistory.ts"
import { noun as attachment } from "./attachment/Attachment.ts"
import { noun as candidate } from "./candidate/Candidate.ts"
import { noun as feedback } from "./feedback/InterviewFeedback.ts"
import type { Privacy } from "./Noun.ts"
import { noun as note } from "./note/Note.ts"
import { noun as aiProfile } from "./profile/AiProfile.ts"
import { noun as rejectionReason } from "./rejection/RejectionReason.ts"

export const nouns = [aiProfile, applicationAnswer, attachment, candidate, historyEntry, feedback, note, rejectionReason] as const

type TypesOf<N> = N extends { readonly subject: infer S extends string; readonly events: infer H } ? `${S}.${string & keyof H}` : never

/** The types of the events of all nouns. */
export type NounEventType = TypesOf<(typeof nouns)[number]>

/** Returns the nouns whose rows belong to one, and are deleted with it. */
export const partsOf = (subject: string) => nouns.filter(({ partOf }) => partOf === subject)

/** Returns those of them whose rows are deleted when the person is anonymised. */
export const personalPartsOf = (subject: string) =>
  partsOf(subject).filter(({ fields }) => Object.values<{ readonly privacy: Privacy }>(fields).some(({ privacy }) => privacy === "removed"))
