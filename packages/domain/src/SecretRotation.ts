/**
 * Rotations of secrets: the old secret is valid beside the new one for some hours, so that its users can change over.
 */
import { Schema } from "effect"
import { described, named } from "./Described.ts"
import { later, type Timestamp } from "./Timestamp.ts"

/** The overlap by default, in hours. */
const defaultOverlap = 24

/** A request for a new secret. The old one stays valid for `overlap_hours`; with 0 it ends at once. */
export const SecretRotation = Schema.Struct({
  overlap_hours: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 168 }, { expected: "an integer from 0 to 168" }))
  ).pipe(
    described(
      `The number of hours for which the old secret stays valid, ${defaultOverlap} by default; 0 ends it immediately`,
      24
    )
  )
}).pipe(named("SecretRotation", "A request for a new secret"))
export interface SecretRotation extends Schema.Schema.Type<typeof SecretRotation> {}

/** Returns when the old secret ends; null if it ends at once. */
export const overlapEnd = ({ overlap_hours = defaultOverlap }: SecretRotation, now: Timestamp): Timestamp | null =>
  overlap_hours === 0 ? null : later(now, overlap_hours * 3_600_000)
