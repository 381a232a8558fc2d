/** All nouns, sorted by the subjects of their events. Whatever must know them all reads this list. */
import { noun as apiKey } from "./access/ApiKey.ts"
import { noun as candidate } from "./candidate/Candidate.ts"
import { noun as feedback } from "./feedback/InterviewFeedback.ts"
import { noun as job } from "./job/Job.ts"
import { noun as stage } from "./job/Stage.ts"
import { noun as member } from "./organization/Member.ts"
import { noun as note } from "./note/Note.ts"
import { noun as organization } from "./organization/Organization.ts"
import { noun as rejectionReason } from "./rejection/RejectionReason.ts"
import { noun as prospect } from "./sourcing/Prospect.ts"
import { noun as sourcingSearch } from "./sourcing/SourcingSearch.ts"
import { noun as webhook } from "./webhook/Webhook.ts"

export const nouns = [
  apiKey, candidate, feedback, job, member, note, organization, prospect, rejectionReason, sourcingSearch, stage, webhook
] as const

type TypesOf<N> = N extends { readonly subject: infer S extends string; readonly events: infer H } ? `${S}.${string & keyof H}` : never

/** The types of the events of all nouns. */
export type NounEventType = TypesOf<(typeof nouns)[number]>
