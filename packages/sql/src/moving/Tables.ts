/**
 * What is exported of each table. A noun's table is exported with all columns, unless this file says otherwise. A test
 * compares this with the database's catalog, so that nobody forgets to decide about a new table or column.
 */

/** Why a table or a column is not in the format. */
export type Reason =
  /** It gives access. */
  | "secret"
  /** It is derived from exported data, and is recomputed. */
  | "counted"
  /** It belongs to this installation: the state of its work, a limit on its use, a record of its actions. */
  | "installation"

export interface Moving {
  /** The name of a row in the format, for a table that is no noun's. */
  readonly name?: string
  /** Columns that are not exported, besides those that count other rows. */
  readonly without?: { readonly [column: string]: Reason }
  /** A condition of the rows `t` that are exported. */
  readonly where?: string
}

const counted = (...columns: ReadonlyArray<string>) =>
  Object.fromEntries(columns.map((column) => [column, "counted" as const]))
const installation = (...columns: ReadonlyArray<string>) =>
  Object.fromEntries(columns.map((column) => [column, "installation" as const]))
const secret = (...columns: ReadonlyArray<string>) =>
  Object.fromEntries(columns.map((column) => [column, "secret" as const]))

/** Tables that are exported differently from a noun's table, or that are no noun's. */
export const moving: { readonly [table: string]: Moving } = {
  organizations: {
    name: "organization",
    // The limit of published jobs follows from the plan.
    without: {
      ...counted("publish_limit", "published_jobs"),
      ...installation("access_version", "app_policy", "retention_run_at")
    }
  },
  users: {
    without: { ...secret("calendar_secret", "calendar_made_at"), ...installation("bookings") }
  },
  holiday_calendars: {
    without: installation("read_at", "problem", "last_day", "read_source", "read_url", "due_at", "failures", "busy")
  },
  jobs: { without: installation("deleted_at") },
  stages: { without: installation("plan_version") },
  candidates: {
    without: {
      ...counted("text_bytes", "file_bytes"),
      ...installation("bookings")
    }
  },
  applications: {
    without: counted("text_bytes", "file_bytes")
  },
  sourcing_searches: { without: counted("text_bytes") },
  // Digests under a key of this installation, by which it limits submissions of strangers.
  submissions: { without: installation("key", "address_key", "network_key", "text_key", "proof") },
  mail_accounts: {
    without: {
      ...secret("smtp_secret", "imap_secret"),
      // Mail servers are useless without their passwords, and mails must not leave from two installations.
      ...installation(
        "sender_email",
        "smtp",
        "smtp_health",
        "smtp_retry_at",
        "imap",
        "imap_health",
        "connection",
        "events_cursor",
        "mails_cursor",
        "digested_on",
        // Columns of the previous version, which rules have replaced.
        "received_template_id",
        "rejected_template_id",
        "rejected_delay_hours"
      )
    }
  },
  webhook_endpoints: {
    without: {
      ...secret("secret", "previous_secret", "previous_secret_expires_at"),
      ...installation("cursor", "failing_since", "removed_at")
    },
    where: "t.removed_at IS NULL"
  },
  board_covers: { name: "board_cover" },
  board_logos: { name: "board_logo" },
  candidate_merges: { name: "candidate_merge" },
  interviewer_times: { name: "interviewer_time" }
}

/** Tables that are not exported, with the reason. */
export const staying: { readonly [table: string]: Reason } = {
  ...secret(
    "api_keys",
    "busy_calendars",
    "careers_secrets",
    "connected_apps",
    "connections",
    "identities",
    "passkey_challenges",
    "passkeys",
    "sign_ins"
  ),
  ...counted("board_slugs", "external_ids", "file_usage", "print_keys", "prints"),
  ...installation(
    "api_key_usage",
    "event_heads",
    "events",
    "extraction_usage",
    "idempotency_keys",
    "import_parts",
    "import_problems",
    "import_reports",
    "import_rows",
    "imported_rows",
    "imports",
    "mailboxes",
    "member_usage",
    "migrations",
    "people_imports",
    "queue",
    "queue_migrations",
    "removed_contents",
    "sequencing",
    "webhook_deliveries"
  )
}

/** Nouns that are stored as values in another noun's table. */
export const within: { readonly [subject: string]: string } = { rejection_reason: "organizations" }
