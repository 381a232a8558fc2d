/** Imports a row of a table: by the decisions of the operations on candidates, applications and notes. */
import type { Actor } from "@candor/domain/access/Actor"
import { recognise } from "@candor/domain/application/Applicant"
import { Applications } from "@candor/domain/application/Applications"
import { submit } from "@candor/domain/application/Submission"
import type { ApplicationDraft } from "@candor/domain/application/Application"
import * as Candidate from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { comparable } from "@candor/domain/Comparison"
import type { ApplicationId, CandidateId } from "@candor/domain/Id"
import type { StoredImport } from "@candor/domain/import/Import"
import { isUnreadable, personKeyOf, readRow, type ReadRow, type IssueReason, type RowIssue, shownValue } from "@candor/domain/import/ImportedRow"
import { Imports, type NamedJob, type Recognized, type RowResult } from "@candor/domain/import/Imports"
import type { TableRow } from "@candor/domain/import/Proposal"
import { write } from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import type { Owner } from "@candor/domain/part/Owner"
import { now } from "@candor/domain/Timestamp"
import { Effect, Result } from "effect"

/** The source of applications from an import that says nothing of it. */
const defaultSource = "import"

/** Hundreds of people would each cost a profile, which a member requests of those who matter. */
const quiet = { requestsProfiles: false } as const

const nothing = {
  match: null, same_line: null, candidate_id: null, application_id: null, name: null, person_key: null, digest: null, made_candidate: false, made_application: false
} as const

/** The job and the stage that a row names. */
type Placed = Pick<ApplicationDraft, "job_id" | "stage_id">

/** Returns those with a name, in any spelling. */
const named = <One>(all: ReadonlyArray<One>, name: string, nameOf: (one: One) => string) =>
  all.filter((one) => comparable(nameOf(one)) === comparable(name))

/** Makes an issue of a row. */
const problemOf = (reason: IssueReason, value: string, expected: string, column: string | null = null): RowIssue =>
  ({ column, value: shownValue(value), reason, expected })

/** Finds the job and the stage of a row; null where it is of none. */
const placeOf = (
  { column_names, job_id, mapping }: StoredImport,
  { job, stage }: ReadRow,
  jobs: ReadonlyArray<NamedJob>
): Result.Result<Placed | null, RowIssue> => {
  const columnOf = (target: string) => column_names[mapping.find(({ to }) => to === target)?.column ?? -1] ?? null
  const fail = (target: "job" | "stage", reason: IssueReason, value: string, expected: string) =>
    Result.fail(problemOf(reason, value, expected, columnOf(target)))
  if (job === null && job_id === null) return Result.succeed(null)
  const all = job === null ? jobs.filter(({ id }) => id === job_id) : named(jobs, job, ({ title }) => title)
  const open = all.filter(({ status }) => status !== "closed")
  const [found] = open
  if (found === undefined) {
    return all.length > 0 ? fail("job", "job_closed", job ?? "", "a job that is not closed") : fail("job", "job", job ?? "", "the title of a job")
  }
  if (open.length > 1) return fail("job", "job_not_unique", job ?? "", "the title of one job: several have this one")
  if (stage === null) return Result.succeed({ job_id: found.id })
  const [entered] = named(found.stages, stage, ({ name }) => name)
  return entered === undefined
    ? fail("stage", "stage", stage, `a stage of the job: ${found.stages.map(({ name }) => name).join(", ")}`)
    : Result.succeed({ job_id: found.id, stage_id: entered.id })
}

/** A digest of what a row says of a person without any address. */
const digestOf = ({ candidate }: ReadRow): string =>
  new Bun.CryptoHasher("sha256").update(JSON.stringify([
    comparable(candidate.full_name), candidate.phone_numbers?.map(({ number }) => number) ?? [], comparable(candidate.location ?? "")
  ])).digest("hex")

/** Values that the candidate's record does not get. */
const leftOut = (unapplied: ReadonlyArray<{ readonly field: string; readonly reason: string; readonly value: string }>): ReadonlyArray<RowIssue> =>
  unapplied.filter(({ reason }) => reason === "differs").map(({ field, value }) => problemOf("differs", value, "left out: another value is known, or there is no room", field))

/** A row that was imported, besides what it says of itself. */
type Imported = Pick<RowResult, "application_id" | "candidate_id" | "issues" | "made_application" | "made_candidate" | "outcome">

/** What became of a row that broke something. */
export const failed = (line: number): RowResult =>
  ({ ...nothing, line, outcome: "problem", issues: [problemOf("refused", "", "a row that can be stored: the log has the reason")] })

/** Makes the function that imports a row, as a change of `actor`, in the present transaction. */
export const make = Effect.gen(function*() {
  const applications = yield* Applications
  const candidates = yield* Candidates
  const imports = yield* Imports
  const notes = yield* Notes

  /** Gives a known candidate what was not known of them. */
  const fill = Effect.fnUntraced(function*(actor: Actor, known: Candidate.CandidateState, { candidate }: ReadRow) {
    let issues: ReadonlyArray<RowIssue> = []
    const after = yield* candidates.modify(actor, known.id, (stored, context) =>
      Result.map(recognise({ ...stored, ai_profiles: [] }, candidate, { ...context, ...quiet }), ({ change, events, unapplied }) => {
        issues = leftOut(unapplied)
        return { entity: change ?? { candidate: stored, requested: null }, events }
      }))
    return { isFilled: after.version !== known.version, issues }
  })

  const addPerson = Effect.fnUntraced(function*(actor: Actor, row: ReadRow, known: Recognized | null): Effect.fn.Return<Imported, Candidate.CandidateNotFound | object> {
    if (known === null) {
      const { id } = yield* candidates.create(actor, (context) => Candidate.create(row.candidate, { ...context, ...quiet }, row.applied_at ?? context.now))
      return { outcome: "new", candidate_id: id, application_id: null, made_candidate: true, made_application: false, issues: [] }
    }
    const { isFilled, issues } = yield* fill(actor, known.candidate, row)
    const outcome = isFilled ? "known" : "unchanged"
    return { outcome, candidate_id: known.candidate.id, application_id: null, made_candidate: false, made_application: false, issues }
  })

  const addApplication = (actor: Actor, row: ReadRow, known: Recognized | null, placed: Placed, source: string) => {
    const isByAddress = known === null || known.match === "email" || known.match === "linkedin_url"
    const draft: ApplicationDraft = {
      ...placed,
      ...(isByAddress ? { candidate: row.applicant } : { candidate_id: known.candidate.id }),
      source_type: source
    }
    return applications.submit(actor, draft, (stored, context) => submit(draft, stored, { ...context, ...quiet }, null, row.applied_at ?? context.now)).pipe(
      Effect.flatMap(({ candidate_id, candidate_match, id, unapplied }) =>
        Effect.succeed<Imported>({
          outcome: candidate_match === "new" ? "new" : "known",
          candidate_id,
          application_id: id,
          made_candidate: candidate_match === "new",
          made_application: true,
          issues: leftOut(unapplied)
        })),
      Effect.catchTag("AlreadyApplied", ({ application_id, candidate_id }) =>
        Effect.flatMap(candidates.get(actor.organization_id, candidate_id), (candidate) =>
          Effect.map(fill(actor, candidate, row), ({ isFilled, issues }): Imported => ({
            outcome: isFilled ? "known" : "unchanged", candidate_id, application_id, made_candidate: false, made_application: false, issues
          }))))
    )
  }

  const addNote = (actor: Actor, note: string, candidate_id: CandidateId, application_id: ApplicationId | null) => {
    const owner: Owner = application_id === null ? { candidate_id } : { application_id }
    return notes.create(actor, owner, (context) => write(owner, { note }, context))
  }

  const add = Effect.fnUntraced(function*(actor: Actor, stored: StoredImport, row: ReadRow, digest: string | null, placed: Placed | null) {
    const known = yield* imports.recognize(actor.organization_id, { candidate: row.candidate, digest })
    // Known people keep their tags: the same file again changes nothing.
    const tags = known === null && stored.tag !== null ? [stored.tag] : []
    const tagged: ReadRow = {
      ...row,
      applicant: { ...row.applicant, tags: [...row.applicant.tags ?? [], ...tags] },
      candidate: { ...row.candidate, tags: [...new Set([...row.candidate.tags ?? [], ...tags])].slice(0, 20).toSorted() }
    }
    const source = row.source_type ?? stored.source_type ?? defaultSource
    const added = placed === null ? yield* addPerson(actor, tagged, known) : yield* addApplication(actor, tagged, known, placed, source)
    if (row.note !== null && added.candidate_id !== null && (added.made_candidate || added.made_application)) {
      yield* addNote(actor, row.note, added.candidate_id, added.application_id)
    }
    return { ...added, match: known?.match ?? null }
  })

  return Effect.fnUntraced(function*(actor: Actor, stored: StoredImport, jobs: ReadonlyArray<NamedJob>, { cells, line }: TableRow) {
    const problem = (issues: ReadonlyArray<RowIssue>, more: Partial<RowResult> = {}): RowResult => ({ ...nothing, ...more, line, outcome: "problem", issues })
    const row = readRow(stored, cells, yield* now)
    if (isUnreadable(row)) return problem(row.problems, { name: row.name })
    const name = row.candidate.full_name
    const placed = placeOf(stored, row, jobs)
    if (Result.isFailure(placed)) return problem([...row.issues, placed.failure], { name })
    const key = personKeyOf(row)
    const digest = key === null ? digestOf(row) : null
    const added = yield* add(actor, stored, row, digest, placed.success).pipe(
      Effect.catch((failure) =>
        Effect.succeed(problem([...row.issues, problemOf("refused", "", refusals[tagOf(failure)] ?? "a row that can be imported")], { name })))
    )
    if ("line" in added) return added
    const result: RowResult = { ...nothing, ...added, line, name, digest, person_key: key ?? digest, issues: [...row.issues, ...added.issues] }
    return result
  })
})

const tagOf = (failure: unknown): string => typeof failure === "object" && failure !== null && "_tag" in failure ? String(failure._tag) : ""

/** What would be accepted in the place of what was refused. */
const refusals: Readonly<Record<string, string>> = {
  CandidateAnonymised: "a person who was not anonymized",
  LimitReached: "a person with room for it: a limit is reached",
  JobClosed: "a job that is not closed",
  JobNotFound: "a job that was not deleted",
  StageNotFound: "a stage of the job"
}
