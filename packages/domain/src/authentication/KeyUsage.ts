/** A key's use of its rate limit in the latest hours. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { Timestamp } from "../Timestamp.ts"

/** The clock hours with a count each: the present one and those before it. */
export const hoursKept = 24

/** The requests of a clock hour. */
export const HourOfUse = Schema.Struct({
  hour: Timestamp.pipe(described("The beginning of the clock hour", example.time.keyUsed)),
  requests: Schema.Int.pipe(
    described("Requests that counted towards the limit; those refused with 429 do not count", 412)
  )
}).pipe(named("HourOfUse", "The number of a key's requests in a clock hour"))
export interface HourOfUse extends Schema.Schema.Type<typeof HourOfUse> {}

/** A key's use of its rate limit in each of the latest hours. */
export const KeyUsage = Schema.Struct({
  limit: Schema.Int.pipe(described("The key's current limit of requests per hour", 1_000)),
  hours: Schema.Array(HourOfUse).pipe(described("The latest 24 clock hours, the present one last"))
}).pipe(named("KeyUsage", "The use of a key's limit in the latest 24 clock hours"))
export interface KeyUsage extends Schema.Schema.Type<typeof KeyUsage> {}
