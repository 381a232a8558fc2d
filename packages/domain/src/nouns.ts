/** All nouns, sorted by the subjects of their events. Whatever must know them all reads this list. */
import { noun as attachment } from "./attachment/Attachment.ts"
import { noun as candidate } from "./candidate/Candidate.ts"
import { noun as feedback } from "./feedback/InterviewFeedback.ts"
import { noun as note } from "./note/Note.ts"
import { noun as aiProfile } from "./profile/AiProfile.ts"
import { noun as rejectionReason } from "./rejection/RejectionReason.ts"

export const nouns = [aiProfile, attachment, candidate, feedback, note, rejectionReason] as const

type TypesOf<N> = N extends { readonly subject: infer S extends string; readonly events: infer H } ? `${S}.${string & keyof H}` : never

/** The types of the events of all nouns. */
export type NounEventType = TypesOf<(typeof nouns)[number]>
