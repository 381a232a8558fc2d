/** The port to signals. Each method works within one organization. */
import { Context, type Effect } from "effect"
import type { Worker } from "../access/Actor.ts"
import type { ApplicationNotFound } from "../application/Application.ts"
import type { ApplicationId, OrganizationId, SubmissionId } from "../Id.ts"
import type { SubmissionNotFound } from "../submission/Submission.ts"
import type { CheckedFacts, Finding, OtherPrint, Prints } from "./Checking.ts"
import type { Signal } from "../signal/Signal.ts"

/** The subject of a check: an application, or a quarantined submission. */
export type Checked = { readonly application_id: ApplicationId } | { readonly submission_id: SubmissionId }

/** How many days fingerprints are stored: a flood is over by then. */
export const printDays = 90

export class Signals extends Context.Service<Signals, {
  /** Returns the enabled signals of an application, with the others that the viewer sees. */
  readonly ofApplication: (
    organization: OrganizationId,
    id: ApplicationId
  ) => Effect.Effect<ReadonlyArray<Signal>, ApplicationNotFound>
  readonly ofSubmission: (
    organization: OrganizationId,
    id: SubmissionId
  ) => Effect.Effect<ReadonlyArray<Signal>, SubmissionNotFound>
  /**
   * Stores the fingerprints of an application or submission, and the signals that `find` returns, also for the others
   * that share them. Does nothing if it no longer exists, was imported or anonymised, or is no longer in quarantine.
   */
  readonly check: (
    worker: Worker,
    checked: Checked,
    find: (
      facts: CheckedFacts,
      prints: Prints,
      others: ReadonlyArray<OtherPrint>,
      own: { readonly id: string; readonly group_id: string | null }
    ) => ReadonlyArray<Finding>
  ) => Effect.Effect<void>
}>()("@candor/domain/Signals") {}
