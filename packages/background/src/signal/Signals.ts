/**
 * Checks applications, and quarantined submissions, for signals: when they arrive, and when one of their files has been
 * read.
 */
import { findingsOf } from "@candor/domain/screening/Checking"
import { Signals } from "@candor/domain/screening/Signals"
import { Element, queue } from "@candor/sql/queue/SignalWork"
import { disposableEmailBlocklistSet } from "disposable-email-domains-js"
import { Effect, Layer } from "effect"
import { consume } from "../queue/Consumer.ts"

/** Loaded at the first check: 10,000 domains. */
let throwaway: ReadonlySet<string> | undefined

const isThrowaway = (domain: string): boolean => (throwaway ??= disposableEmailBlocklistSet()).has(domain)

export const process = Effect.fn("Signals.process")(
  function*({ application_id, organization_id, request_id, submission_id }: Element) {
    const checked = application_id !== undefined
      ? { application_id }
      : submission_id !== undefined
      ? { submission_id }
      : null
    if (checked === null) return
    yield* (yield* Signals).check(
      { organization_id, worker: queue, request_id },
      checked,
      (facts, prints, others, own) => findingsOf(facts, prints, others, own, isThrowaway)
    )
  },
  (effect, { request_id }) => effect.pipe(Effect.annotateLogs({ request_id }))
)

/** Takes checks from the queue, one at a time, as they are not urgent. */
export const layer = Layer.effectDiscard(
  consume({ queue, element: Element, concurrency: 1, maxAttempts: 100, handle: process })
)
