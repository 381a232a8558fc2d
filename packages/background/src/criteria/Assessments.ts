/** Takes applications to assess from the queue, and queues those that have changed. Without a model it does neither. */
import { Assessments } from "@candor/domain/screening/Assessments"
import { now } from "@candor/domain/Timestamp"
import * as AssessmentWork from "@candor/sql/queue/AssessmentWork"
import { Effect, Layer } from "effect"
import { Model } from "../model/Model.ts"
import { consume } from "../queue/Consumer.ts"
import { repeating } from "../Repeating.ts"
import { maxAttempts, process } from "./Assessing.ts"

/** Queues the due applications of all organizations. */
export const queueDue = Effect.gen(function*() {
  const assessments = yield* Assessments
  const day = (yield* now).slice(0, 10)
  for (const organization of yield* assessments.organizations) yield* assessments.queueDue(organization, day)
})

const work = Effect.gen(function*() {
  const { about } = yield* Model
  if (about === null) return Layer.empty
  const consumer = Layer.effectDiscard(consume({
    queue: AssessmentWork.queue,
    element: AssessmentWork.Element,
    concurrency: 2,
    maxAttempts,
    handle: process
  }))
  const due = Layer.unwrap(Effect.map(
    Effect.context<Assessments>(),
    (context) =>
      repeating("1 minute", "Applications to assess could not be found", Effect.provideContext(queueDue, context))
  ))
  return Layer.merge(consumer, due)
})

export const layer = Layer.unwrap(work)
