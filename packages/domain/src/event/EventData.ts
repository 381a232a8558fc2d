/** The data of what is told of no noun: an erasure in the audit log, and a test of a webhook. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { Uuid } from "../Id.ts"

export const ErasureData = Schema.Struct({
  subject_id: Uuid.pipe(described("The id of the entity whose events lost their data", example.id.candidate)),
  sequences: Schema.Array(Schema.Int).pipe(described("The sequence numbers of these events", [4_652, 4_653]))
}).pipe(named("ErasureEventData", "The events whose data was erased"))

export const TestData = Schema.Struct({
  message: Schema.String.pipe(described("A text for people", "This webhook can be reached."))
}).pipe(named("TestEventData", "A test message"))
