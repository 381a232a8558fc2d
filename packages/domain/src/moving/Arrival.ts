/**
 * Changes to a row when it arrives from another installation: whatever reaches out of the service is switched off until
 * an administrator enables it, and unfinished work is taken over or ended.
 */
import type { Schema } from "effect"
import { unknownHealth } from "../mail/MailServer.ts"
import { type Plan, publishLimits } from "../organization/Plan.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { Row } from "./Moves.ts"

interface Context {
  readonly now: Timestamp
  /** Returns a new secret of a webhook. */
  readonly nextSecret: () => string
}

const unfinished: ReadonlySet<unknown> = new Set(["pending", "processing"])

interface Arrival {
  /** The columns whose values differ from those that arrived. */
  readonly changes: ReadonlyArray<string>
  /** Their values, and those of columns that the format does not have. */
  readonly values: (row: Row, context: Context) => { readonly [column: string]: Schema.Json }
}

/** Statuses of mails that were not sent when they were exported. */
const unsent: ReadonlySet<unknown> = new Set(["queued", "sending"])

const arrivals: { readonly [part: string]: Arrival } = {
  // The organization gets its values when it is created.
  organization: {
    changes: [],
    values: ({ plan, retention_applies_from: from }, { now }) => ({
      publish_limit: publishLimits[plan as Plan],
      // A retention rule that is already due runs at once.
      retention_run_at: typeof from === "string" && from < now ? now : from ?? null
    })
  },
  // The mail is not sent from here: the old installation may have sent it, or its content may be outdated.
  message: {
    changes: ["status", "due_at"],
    values: ({ status }) => unsent.has(status) ? { status: "cancelled", due_at: null } : {}
  },
  webhook: {
    changes: ["status", "disabled_reason"],
    values: ({ disabled_reason, status }, { nextSecret }) => ({
      secret: nextSecret(),
      ...(status === "enabled"
        ? { status: "disabled", disabled_reason: "The organization was imported: give the receiver the new secret" }
        : { disabled_reason: disabled_reason ?? null })
    })
  },
  // `slug` changes if another organization of this installation has it.
  board: { changes: ["is_open", "slug"], values: () => ({ is_open: false }) },
  mail_account: {
    changes: [],
    values: () => ({ smtp_health: { ...unknownHealth }, imap_health: { ...unknownHealth } })
  },
  submission: { changes: [], values: () => ({ address_key: "" }) },
  // Profiles are made on request only, so that a model is not called thousands of times at once.
  ai_profile: {
    changes: ["status", "reason"],
    values: ({ status }) =>
      unfinished.has(status)
        ? { status: "failed", reason: "It was not finished when the organization was exported" }
        : {}
  }
}

/** Returns a row as it is stored. */
export const arrived = (part: string, row: Row, context: Context): Row => ({
  ...row,
  ...arrivals[part]?.values(row, context)
})

/** Returns the columns in which a stored row may differ from the one that arrived. */
export const changedOnArrival = (part: string): ReadonlyArray<string> => arrivals[part]?.changes ?? []
