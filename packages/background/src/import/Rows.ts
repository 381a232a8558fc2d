/** Imports rows of a table, with the same decisions as the operations on candidates, applications and notes. */
import type { Actor } from "@candor/domain/access/Actor"
import { recognise } from "@candor/domain/application/Applicant"
import { Applications } from "@candor/domain/application/Applications"
import { submit } from "@candor/domain/application/Submission"
import type { ApplicationDraft } from "@candor/domain/application/Application"
import * as Candidate from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { emailKey } from "@candor/domain/candidate/ContactDetails"
import { maxTags } from "@candor/domain/candidate/Tag"
import { comparable } from "@candor/domain/Comparison"
import type { DecisionContext } from "@candor/domain/Decision"
import { externalIdsOf, idsMissingFrom } from "@candor/domain/ExternalId"
import type { JobId } from "@candor/domain/Id"
import { add, pastOf } from "@candor/domain/import/Addition"
import type { StoredImport } from "@candor/domain/import/Import"
import {
  boundedIssues,
  isUnreadable,
  personKeyOf,
  readRow,
  type ReadRow,
  type RowIssue
} from "@candor/domain/import/ImportedRow"
import { Imports, type NamedJob, type Recognized, type RowResult } from "@candor/domain/import/Imports"
import { replacing } from "@candor/domain/import/Mapping"
import { type Placed, placing, problemOf } from "@candor/domain/import/Places"
import type { TableRow } from "@candor/domain/import/Proposal"
import { withinLimit } from "@candor/domain/Limit"
import { write } from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import type { Owner } from "@candor/domain/part/Owner"
import { now } from "@candor/domain/Timestamp"
import { Transactions } from "@candor/domain/Transactions"
import { Effect, Result } from "effect"
import { refusalOf } from "./Refusals.ts"

/** The source of applications if the import names none. */
const defaultSource = "import"

/** Imports request no AI profiles: hundreds of people would each cost one. Members request those they need. */
const quiet = { requestsProfiles: false } as const

const nothing = {
  match: null,
  same_line: null,
  candidate_id: null,
  application_id: null,
  application_status: null,
  name: null,
  person_key: null,
  digest: null,
  made_candidate: false,
  made_application: false,
  candidate_version: null,
  note_id: null
} as const

/** Returns a digest of a person without addresses, from the row's other data. */
const digestOf = ({ candidate }: ReadRow): string =>
  new Bun.CryptoHasher("sha256").update(JSON.stringify([
    comparable(candidate.full_name),
    candidate.phone_numbers?.map(({ number }) => number) ?? [],
    comparable(candidate.location ?? "")
  ])).digest("hex")

/** Values that are not stored with the candidate, as issues. */
const leftOut = (
  unapplied: ReadonlyArray<{ readonly field: string; readonly reason: string; readonly value: string }>
): ReadonlyArray<RowIssue> =>
  unapplied.filter(({ reason }) => reason === "differs").map(({ field, value }) =>
    problemOf("differs", value, "left out: another value is known, or there is no room", field)
  )

/** A row that can be imported. */
interface Readable extends Pick<Placed, "named" | "place"> {
  readonly line: number
  readonly row: ReadRow
  readonly source: string
  readonly key: string | null
  readonly digest: string | null
}

/** A person without addresses whom rows of this portion have added, with their applications by job. */
interface Added {
  readonly candidate: Candidate.CandidateState
  readonly applications: ReadonlyMap<JobId, NonNullable<Recognized["application"]>>
  readonly notes: ReadonlySet<string | null>
}

/** The outcome of importing a row, without the row's own data. */
type Done = Partial<Omit<RowResult, "issues">> & Pick<RowResult, "outcome"> & {
  readonly issues?: ReadonlyArray<RowIssue>
}

const resultOf = ({ digest, key, line, row }: Readable, { issues = [], ...done }: Done): RowResult => ({
  ...nothing,
  ...done,
  line,
  name: row.candidate.full_name,
  digest,
  person_key: key ?? digest,
  issues: boundedIssues([...row.issues, ...issues])
})

/** Says that the application that is here already has another status, which an import does not change. */
const differing = ({ named }: Readable, { application }: Recognized): ReadonlyArray<RowIssue> =>
  named === null || application === null || named.status === application.status ? [] : [
    problemOf(
      "differs",
      named.value,
      `left out: the application is here already, and ${application.status}`,
      named.column
    )
  ]

const refused = ({ line, row }: Readable, failure: unknown): RowResult => ({
  ...nothing,
  line,
  outcome: "problem",
  name: row.candidate.full_name,
  issues: boundedIssues([...row.issues, problemOf("refused", "", refusalOf(failure))])
})

/** The result of a row that caused a defect. */
export const failed = (line: number): RowResult => ({
  ...nothing,
  line,
  outcome: "problem",
  issues: [problemOf("refused", "", "a row that can be stored: the log has the reason")]
})

/**
 * Returns keys that rows of the same person may share. Rows that share a key are not imported at the same time, so that
 * the later one finds the person.
 */
const sharedBy = (
  { row: { candidate: { email_addresses = [], external_ids = [], full_name, linkedin_url } } }: Readable
): ReadonlyArray<string> =>
  [
    comparable(full_name),
    ...email_addresses.map(({ address }) => emailKey(address)),
    ...external_ids.map(({ id }) => `id ${id}`),
    linkedin_url ?? ""
  ].filter((key) => key !== "")

/** Divides rows, in order, into parts whose rows share no key. */
const apart = (rows: ReadonlyArray<Readable>): ReadonlyArray<ReadonlyArray<Readable>> => {
  const parts: Array<Array<Readable>> = []
  let taken = new Set<string>()
  for (const row of rows) {
    const keys = sharedBy(row)
    if (parts.length === 0 || keys.some((key) => taken.has(key))) {
      parts.push([])
      taken = new Set()
    }
    parts.at(-1)!.push(row)
    keys.forEach((key) => taken.add(key))
  }
  return parts
}

/** Adds missing data and external ids to a known candidate. */
const filled = (known: Recognized["candidate"], { candidate: given }: ReadRow, by: DecisionContext) => {
  const context = { ...by, ...quiet }
  return Result.flatMap(recognise(known, given, context), ({ change, events, unapplied }) => {
    const { ai_profiles: _, ...stored } = known
    const before = change ?? { candidate: stored, requested: null }
    const missing = idsMissingFrom(before.candidate.external_ids, given.external_ids ?? [])
    if (missing.length === 0) return Result.succeed({ entity: before, events, unapplied })
    const external_ids = [...before.candidate.external_ids, ...missing]
    return Result.flatMap(
      withinLimit(externalIdsOf("a candidate"), before.candidate.external_ids.length, missing.length),
      () =>
        Result.map(
          Candidate.update(stored, { ...before.candidate, external_ids }, context),
          ({ entity, events }) => ({ entity, events, unapplied })
        )
    )
  })
}

/** Makes the function that imports rows, as changes of `actor`, in the present transaction. */
export const make = Effect.gen(function*() {
  const applications = yield* Applications
  const candidates = yield* Candidates
  const imports = yield* Imports
  const notes = yield* Notes
  const transactions = yield* Transactions

  /** Imports a row whose person is already known. */
  const addKnown = Effect.fnUntraced(
    function*(
      actor: Actor,
      one: Readable,
      person: Recognized
    ) {
      const { place, row, source } = one
      const { application, candidate: known, has_note, match } = person
      let issues: ReadonlyArray<RowIssue> = []
      const after = yield* candidates.modify(actor, known.id, (stored, context) =>
        Result.map(
          filled({ ...stored, ai_profiles: known.ai_profiles }, row, context),
          ({ entity, events, unapplied }) => {
            issues = [...leftOut(unapplied), ...differing(one, person)]
            return { entity, events }
          }
        ))
      const isFilled = after.version !== known.version
      const application_id = application?.id ?? null
      const makesApplication = place !== null && application === null
      // An existing note is repeated for a new application.
      const note = has_note && !makesApplication ? null : row.note
      const noted = (owner: Owner) =>
        note === null
          ? Effect.succeed(null)
          : Effect.map(notes.create(actor, owner, (context) => write(owner, { note }, context)), ({ id }) => id)
      const same: Done = {
        outcome: isFilled || note !== null ? "known" : "unchanged",
        match,
        candidate_id: known.id,
        application_id,
        candidate_version: isFilled ? after.version : null,
        issues
      }
      if (!makesApplication) {
        const note_id = yield* noted(application_id === null ? { candidate_id: known.id } : { application_id })
        return { candidate: after, application, done: { ...same, note_id } }
      }
      const draft: ApplicationDraft = {
        job_id: place.job.id,
        stage_id: place.stage.id,
        source_type: source,
        candidate_id: known.id
      }
      // The application stores values that the candidate does not get.
      const { id, status } = yield* applications.submit(actor, draft, (stored, context) =>
        submit(
          stored.candidate === null ? draft : { ...draft, candidate: row.applicant },
          stored,
          { ...context, ...quiet },
          null,
          pastOf(row, place.ended, context.now)
        ))
      const done: Done = {
        ...same,
        outcome: "known",
        application_id: id,
        application_status: status,
        made_application: true,
        note_id: yield* noted({ application_id: id })
      }
      return { candidate: after, application: { id, status }, done }
    }
  )

  /** Returns the result if a known person already has everything in the row; undefined if something would be added. */
  const unchanged = (
    one: Readable,
    person: Recognized,
    context: DecisionContext
  ): Done | undefined => {
    const { place, row } = one
    const { application, candidate, has_note, match } = person
    if (place !== null && application === null || row.note !== null && !has_note) return undefined
    const after = filled(candidate, row, context)
    return Result.isFailure(after) || after.success.events.length > 0
      ? undefined
      : {
        outcome: "unchanged",
        match,
        candidate_id: candidate.id,
        application_id: application?.id ?? null,
        issues: [...leftOut(after.success.unapplied), ...differing(one, person)]
      }
  }

  /**
   * Imports rows that share no key, with new people all at once. `before` has the people whom this portion has added,
   * by digest.
   */
  const addPart = Effect.fnUntraced(
    function*(actor: Actor, tag: string | null, part: ReadonlyArray<Readable>, before: Map<string, Added>) {
      const found = yield* imports.recognize(
        actor.organization_id,
        part.map(({ digest, place, row: { candidate, note } }) => ({
          candidate,
          digest,
          job_id: place?.job.id ?? null,
          note
        }))
      )
      const known = part.map((one, at) => found[at] ?? addedBefore(before.get(one.digest ?? ""), one))
      const remember = (
        { digest, place, row: { note } }: Readable,
        candidate: Candidate.CandidateState,
        application: Recognized["application"]
      ) => {
        if (digest === null) return
        const earlier = before.get(digest)
        const applications = new Map(earlier?.applications)
        if (place !== null && application !== null) applications.set(place.job.id, application)
        before.set(digest, { candidate, applications, notes: new Set([...earlier?.notes ?? [], note]) })
      }
      const added = new Map<number, RowResult>()
      const news = part.filter((_, at) => known[at] === null)
      const decisions = yield* imports.add(
        actor,
        news,
        ({ place, row, source }, context) => add(tagged(row, tag), place, source, { ...context, ...quiet })
      )
      decisions.forEach((decision, at) => {
        const one = news[at]!
        if (Result.isFailure(decision))
          return added.set(one.line, refused(one, decision.failure))
        const { created: { candidate }, note, submitted } = decision.success.entity
        const application = submitted?.application ?? null
        remember(one, candidate, application)
        return added.set(
          one.line,
          resultOf(one, {
            outcome: "new",
            candidate_id: candidate.id,
            application_id: application?.id ?? null,
            application_status: application?.status ?? null,
            made_candidate: true,
            made_application: application !== null,
            candidate_version: candidate.version,
            note_id: note?.id ?? null
          })
        )
      })
      const context: DecisionContext = {
        actor,
        now: yield* now,
        nextId: () => ""
      }
      return yield* Effect.forEach(part, (one, at) => {
        const person = known[at]!
        const done = person === null ? undefined : unchanged(one, person, context)
        if (person === null) return Effect.succeed(added.get(one.line)!)
        if (done !== undefined) return Effect.succeed(resultOf(one, done))
        // In a part of the transaction: if the application fails, the change of the person is rolled back, because it
        // could not be undone later.
        return Effect.match(transactions.part(addKnown(actor, one, person)), {
          onFailure: (failure) => refused(one, failure),
          onSuccess: ({ application, candidate, done }) => {
            remember(one, candidate, application)
            return resultOf(one, done)
          }
        })
      })
    }
  )

  return Effect.fnUntraced(
    function*(actor: Actor, stored: StoredImport, jobs: ReadonlyArray<NamedJob>, rows: ReadonlyArray<TableRow>) {
      const at = yield* now
      const [read, placeOf] = [replacing(stored.values), placing(stored, jobs)]
      const unreadable: Array<RowResult> = []
      const problem = (line: number, name: string | null, issues: ReadonlyArray<RowIssue>) => {
        unreadable.push({ ...nothing, line, outcome: "problem", name, issues: boundedIssues(issues) })
        return []
      }
      const readable = rows.flatMap(({ cells, line }): ReadonlyArray<Readable> => {
        const row = readRow(stored, read(cells), at)
        if (isUnreadable(row)) return problem(line, row.name, row.problems)
        const placed = placeOf(row)
        if (Result.isFailure(placed)) return problem(line, row.candidate.full_name, [...row.issues, placed.failure])
        const key = personKeyOf(row)
        const { issues, ...found } = placed.success
        return [{
          ...found,
          line,
          row: { ...row, issues: [...row.issues, ...issues] },
          key,
          digest: key === null ? digestOf(row) : null,
          source: row.source_type ?? stored.source_type ?? defaultSource
        }]
      })
      const before = new Map<string, Added>()
      const done = yield* Effect.forEach(apart(readable), (part) => addPart(actor, stored.tag, part, before))
      return [...unreadable, ...done.flat()].toSorted((one, other) => one.line - other.line)
    }
  )
})

/** Returns a person without addresses whom an earlier row of the portion has added. */
const addedBefore = (added: Added | undefined, { place, row: { note } }: Readable): Recognized | null =>
  added === undefined ? null : {
    candidate: { ...added.candidate, ai_profiles: [] },
    match: "earlier_import",
    application: place === null ? null : added.applications.get(place.job.id) ?? null,
    has_note: added.notes.has(note)
  }

/**
 * Adds the tag to the row of a new person. Known people get no tag, so that importing the same file again changes
 * nothing.
 */
const tagged = (row: ReadRow, tag: string | null): ReadRow =>
  tag === null ? row : {
    ...row,
    applicant: { ...row.applicant, tags: [...row.applicant.tags ?? [], tag] },
    candidate: { ...row.candidate, tags: [...new Set([...row.candidate.tags ?? [], tag])].slice(0, maxTags).toSorted() }
  }
