/** Texts about imports. */
import type { Import, ImportRow } from "@candor/client"
import { type Marked, msg } from "../../language/text.tsx"
import type { Tone } from "../../parts/Page.tsx"
import { spelled } from "../../parts/Status.tsx"

/** The fields to which a column can be mapped. */
export const targetNames: Readonly<Record<Import["mapping"][number]["to"], Marked>> = {
  full_name: msg("Full name"),
  given_name: msg("Given name"),
  family_name: msg("Family name"),
  email: msg("Email"),
  phone: msg("Phone"),
  location: msg("Location"),
  linkedin_url: msg("LinkedIn"),
  github_url: msg("GitHub"),
  website_url: msg("Website"),
  university: msg("University"),
  years_experience: msg("Years of experience"),
  tags: msg("Tags"),
  note: msg("Note"),
  job: msg("Job"),
  stage: msg("Stage"),
  status: msg("Status"),
  applied_at: msg("Application date"),
  closed_at: msg("Date of decision"),
  source_type: msg("Source"),
  external_id: msg("ID in the old system")
}

const statusHeader =
  /(?:^|[^\p{L}])(?:(?:bewerbungs)?status|bewerbungsstand|stand|ergebnis|entscheidung|state|outcome|decision|disposition)(?:[^\p{L}]|$)/iu

const statusValue =
  /^(?:abgelehnt|absage|abgesagt|eingestellt|zurückgezogen|rejected|declined|hired|withdrawn|archived|archiviert)$/i

/** Returns the column of applications' statuses that is not imported, by its header or examples; -1 if there is none. */
export const leftOutStatus = (
  { column_examples, column_names }: Pick<Import, "column_examples" | "column_names">,
  isImported: (column: number) => boolean
): number =>
  column_names.findIndex((name, at) =>
    !isImported(at) &&
    (statusHeader.test(name) || (column_examples[at] ?? []).some((example) => statusValue.test(example.trim())))
  )

export const stateNames: Readonly<Record<Import["state"], readonly [name: Marked, tone: Tone]>> = {
  uploading: [msg("Uploading"), "warning"],
  uploaded: [msg("Reading"), "accent"],
  mapping: [msg("Not imported yet"), "warning"],
  validating: [msg("Checking"), "accent"],
  ready: [msg("Ready to import"), "warning"],
  running: [msg("Importing"), "accent"],
  interrupted: [msg("Interrupted"), "warning"],
  completed: [msg("Completed"), "good"],
  failed: [msg("Failed"), "bad"],
  cancelled: [msg("Canceled"), "neutral"],
  undoing: [msg("Undoing"), "accent"],
  undone: [msg("Undone"), "neutral"],
  deleted: [msg("Deleted"), "neutral"]
}

type Failure = NonNullable<Import["failure"]>

const failureWords: Readonly<Record<Failure, Marked>> = {
  damaged: msg("The file is damaged, or isn't a CSV or Excel file. Save it again as CSV or XLSX, then upload it."),
  encrypted: msg(
    "A password protects the file, or it is in Excel's old format. Save it as XLSX without a password, then upload it."
  ),
  not_a_table: msg("The file isn't a table. Save it as CSV or XLSX, then upload it."),
  empty: msg("The file has no rows below the header."),
  too_large: msg("The file is too large. Split it into several files."),
  too_many_rows: msg("The file has more than 100,000 rows. Split it into several files."),
  too_many_columns: msg("The file has more than 200 columns. Remove those that you don't need."),
  cell_too_large: msg("A cell has more than 100,000 characters. A quotation mark may be missing in the file."),
  timed_out: msg("The file took too long to read. Split it into several files."),
  crashed: msg("The file couldn't be read. Save it again as CSV or XLSX, then upload it."),
  not_stored: msg("The file is no longer stored. Upload it again."),
  interrupted: msg(
    "A problem on the server stopped it. Try again. If it stops again, tell the people who run the server."
  ),
  not_an_export: msg(
    "The file isn't a whole export of Candor. Choose “Export all data” in the other organization again."
  ),
  has_problems: msg("It stopped, because rows have problems."),
  touched: msg("Someone has worked with what was imported, so it wasn't removed."),
  too_many_files: msg(
    "The archive has more than 200,000 files. Unpack it, and ask the people who run the server to import the folder with “candor import”."
  ),
  expired: msg("The rows were removed because nobody imported them for 30 days. Upload the file again.")
}

/** Texts that differ for an organization's archive. */
const archiveWords: Readonly<Partial<Record<Failure, Marked>>> = {
  damaged: msg("The archive is damaged, or isn't whole. Export the data again, then upload it."),
  encrypted: msg("A password protects the archive. Export the data again, then upload it."),
  too_large: msg("The archive is larger than it can be when it is unpacked."),
  timed_out: msg("The archive took too long to read. Try again."),
  crashed: msg("The archive couldn't be read. Export the data again, then upload it."),
  expired: msg("The archive was removed because nobody imported it for 7 days. Upload it again.")
}

/** Returns why an import failed, worded for its kind. */
export const failureWordsOf = (kind: Import["kind"], failure: Failure): Marked =>
  (kind === "organization" ? archiveWords[failure] : undefined) ?? failureWords[failure]

export const outcomeNames: Readonly<Record<NonNullable<ImportRow["outcome"]>, Marked>> = {
  new: msg("New"),
  known: msg("Already here"),
  unchanged: msg("Nothing new"),
  problem: msg("Problem"),
  undone: msg("Undone"),
  kept: msg("Kept"),
  not_reached: msg("Not imported")
}

export const matchNames: Readonly<Record<NonNullable<ImportRow["match"]>, Marked>> = {
  external_id: msg("Same ID in the old system"),
  email: msg("Same email"),
  linkedin_url: msg("Same LinkedIn profile"),
  name_and_phone: msg("Same name and phone number"),
  earlier_import: msg("Imported before"),
  same_file: msg("Same person as in an earlier line")
}

export const issueWords: Readonly<Record<ImportRow["issues"][number]["reason"], Marked>> = {
  name: msg("Enter a name."),
  too_long: msg("The text is too long."),
  email: msg("Enter an email address, for example anna@example.com."),
  date: msg("Enter a day in the past, for example 2026-11-30."),
  date_order: msg("Choose under Columns whether the day or the month comes first."),
  job: msg("No job has this title. Choose one below the columns."),
  job_closed: msg("The job is closed: only applications that have ended can be imported into it."),
  job_not_unique: msg("Several jobs have this title. Choose one below the columns."),
  stage: msg("No stage of the job, and no status. Choose one below the columns."),
  status: msg("No single status, and no stage of the job. Choose one below the columns."),
  refused: msg("This person can't be changed."),
  left_out: msg("Not imported: Candor doesn't understand it."),
  differs: msg("Not imported: Candor has another value."),
  too_many: msg("Not imported: there are too many values."),
  more: msg("more problems, which aren't listed")
}

/** The statuses that a cell may name, which are shown in the person's language. */
const statuses: ReadonlySet<string> = new Set(["active", "rejected", "withdrawn", "hired"])

/** Returns accepted values as a person reads them. */
export const acceptedWords = (accepted: ReadonlyArray<string>): string =>
  [...new Set(accepted.map((one) => statuses.has(one) ? spelled(one) : one))].join(", ")

/** Returns whether a worker is processing the import, so that it changes without the person. */
export const isAtWork = ({ state }: Pick<Import, "state">): boolean =>
  state === "uploaded" || state === "validating" || state === "running" || state === "undoing"
