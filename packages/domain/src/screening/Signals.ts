/** The port to signals. Each method works within one organization. */
import { Context, type Effect } from "effect"
import type { Worker } from "../access/Actor.ts"
import type { ApplicationNotFound } from "../application/Application.ts"
import type { ApplicationId, OrganizationId, SubmissionId } from "../Id.ts"
import type { SubmissionNotFound } from "../submission/Submission.ts"
import type { CheckedFacts, Finding, OtherPrint, Prints } from "./Checking.ts"
import type { Signal } from "../signal/Signal.ts"

/** What is checked: an application, or a submission in the quarantine. */
export type Checked = { readonly application_id: ApplicationId } | { readonly submission_id: SubmissionId }

/** Days for which prints are kept: a flood is over by then. */
export const printDays = 90

export class Signals extends Context.Service<Signals, {
  /** The signals of an application that are not turned off, with the others that the viewer sees. */
  readonly ofApplication: (
    organization: OrganizationId,
    id: ApplicationId
  ) => Effect.Effect<ReadonlyArray<Signal>, ApplicationNotFound>
  readonly ofSubmission: (
    organization: OrganizationId,
    id: SubmissionId
  ) => Effect.Effect<ReadonlyArray<Signal>, SubmissionNotFound>
  /**
   * Keeps the prints of an application or a submission, and stores the signals that `find` returns, also for those
   * others that share them. Does nothing where it is not there any more, was imported or anonymised, or waits no more.
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
