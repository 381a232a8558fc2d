/** What a machine made of a candidate's LinkedIn profile. */
import { Schema } from "effect"
import { AiProfileStatus, aiProfileStatus } from "./AiProfileStatus.ts"
import type { DomainEvent } from "./Decision.ts"
import { AiProfileId, type CandidateId } from "./Id.ts"
import { Timestamp } from "./Timestamp.ts"

/** A profile as an application shows it (spec, part 2); both facts are null until it is completed. */
export const AiProfile = Schema.Struct({
  status: AiProfileStatus,
  summary: Schema.NullOr(Schema.String),
  extracted_json: Schema.NullOr(Schema.Record(Schema.String, Schema.Json))
}).annotate({ identifier: "AiProfile" })
export interface AiProfile extends Schema.Schema.Type<typeof AiProfile> {}

/** A profile that waits to be processed. */
export const RequestedProfile = Schema.Struct({
  id: AiProfileId,
  status: AiProfileStatus,
  linkedin_url: Schema.String,
  created_at: Timestamp
})
export interface RequestedProfile extends Schema.Schema.Type<typeof RequestedProfile> {}

/** A new profile, at the beginning of its processing. */
export const request = (linkedin_url: string, id: string, now: Timestamp): RequestedProfile => ({
  id: AiProfileId.make(id),
  status: aiProfileStatus.initial,
  linkedin_url,
  created_at: now
})

/** What is recorded when processing is asked for. */
export const requested = (profile: RequestedProfile, candidate_id: CandidateId): DomainEvent => ({
  type: "ai_profile.requested",
  subject_id: profile.id,
  data: { ...profile, candidate_id }
})
