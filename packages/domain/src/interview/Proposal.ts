/** Proposals of other times for an interview, in responses from calendars (RFC 5546, section 3.2.7). */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { UserId } from "../Id.ts"
import { shown } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

export const commentLength = 500

export const Proposal = Schema.Struct({
  member_id: Schema.NullOr(UserId).pipe(
    described("The interviewer who proposes it; null for the candidate", null)
  ),
  starts_at: Timestamp.pipe(described("The proposed beginning", "2026-10-15T08:00:00.000Z")),
  ends_at: Timestamp.pipe(described("The proposed end", "2026-10-15T09:00:00.000Z")),
  comment: Schema.NullOr(shown(commentLength)).pipe(
    described("The message with the proposal; null if there is none", "I am in a train until 9.")
  ),
  proposed_at: Timestamp.pipe(described("When it came in", example.time.moved))
}).pipe(named("InterviewProposal", "Another time that somebody proposes for an interview"))
export interface Proposal extends Schema.Schema.Type<typeof Proposal> {}
