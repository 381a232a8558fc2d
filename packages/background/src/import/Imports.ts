/**
 * Processes imports: reads their files, checks rows in a dry run, imports and undoes them, a portion at a time.
 * OrganizationArchives.ts processes those of whole organizations.
 */
import type { Actor } from "@candor/domain/access/Actor"
import { Applications } from "@candor/domain/application/Applications"
import { remove as removeApplication } from "@candor/domain/application/ApplicationRemoval"
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { xlsx } from "@candor/domain/attachment/FileKinds"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { remove as removeCandidate } from "@candor/domain/candidate/Candidate"
import * as Import from "@candor/domain/import/Import"
import { ImportFailure } from "@candor/domain/import/ImportKind"
import { Imports, type MadeRow, type RowResult, type UndoneRow } from "@candor/domain/import/Imports"
import { removeWith } from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { propose, type TableRow } from "@candor/domain/import/Proposal"
import { Transactions } from "@candor/domain/Transactions"
import { isUnavailable } from "@candor/sql/database/SqlFailures"
import { archives, Element, queue } from "@candor/sql/queue/ImportWork"
import { Effect, Layer, Option, Result, Schema, Stream } from "effect"
import { readTable } from "../attachment/TextReader.ts"
import { consume } from "../queue/Consumer.ts"
import * as OrganizationArchives from "./OrganizationArchives.ts"
import { Overtaken } from "./OrganizationArchives.ts"
import * as Rows from "./Rows.ts"

/** Removes a note of the import, whichever member undoes it. */
const removeNote = removeWith("admin")

/** Rows of the file per statement. */
const storedRows = 500

const Line = Schema.fromJsonString(Schema.Union([
  Schema.Struct({ line: Schema.Int, cells: Schema.Array(Schema.String) }),
  Schema.Struct({ failure: Schema.NullOr(ImportFailure) })
]))

const decodeLine = Schema.decodeUnknownOption(Line)

/** Rows that one transaction undoes. It holds locks on their people. */
const undonePortion = 50

/** Attempts at an import. Each continues where the previous one ended, and the last one interrupts the import. */
export const maxAttempts = 20

const kept = <A>(value: A) => ({ value, isKept: true })

/** Makes the function that processes an import until it waits for a person. */
export const make = Effect.gen(function*() {
  const applications = yield* Applications
  const candidates = yield* Candidates
  const imports = yield* Imports
  const notes = yield* Notes
  const store = yield* AttachmentStore
  const transactions = yield* Transactions
  const importRows = yield* Rows.make
  const archiveStep = yield* OrganizationArchives.make

  /** Changes an import if it is still in the state in which it was loaded. */
  const change = <Failure>(
    actor: Actor,
    loaded: Import.StoredImport,
    decide: Parameters<typeof imports.modify<Failure | Overtaken>>[2]
  ) =>
    imports.modify(
      actor,
      loaded.id,
      (stored, context) => stored.version === loaded.version ? decide(stored, context) : Result.fail(new Overtaken())
    )

  const readFile = Effect.fnUntraced(function*(actor: Actor, loaded: Import.StoredImport) {
    const { content_id: id, file_name, size_bytes } = loaded
    const { organization_id } = actor
    let failure: ImportFailure | null = "crashed"
    const take = (lines: Stream.Stream<string>) =>
      lines.pipe(
        Stream.filter((line) => line !== ""),
        Stream.map((line): typeof Line.Type => Option.getOrElse(decodeLine(line), () => ({ failure: "damaged" }))),
        Stream.tap((line) =>
          Effect.sync(() => {
            if ("failure" in line && failure !== "damaged") failure = line.failure
          })
        ),
        Stream.flatMap((line) => "line" in line ? Stream.succeed<TableRow>(line) : Stream.empty),
        Stream.grouped(storedRows),
        Stream.runForEach((rows) => imports.addRows(organization_id, loaded.id, rows))
      )
    const content = store.read({ organization_id, id }, { start: 0, end: size_bytes })
    const type = /\.xls[xm]$/i.test(file_name) ? xlsx : "text/plain"
    const ended = yield* readTable(type, content, take).pipe(
      Effect.catchTag("StoreFailure", () => Effect.succeed("not_stored" as const))
    )
    const why = ended === null ? failure : ended === "no_text" ? "empty" : ended
    if (why !== null) return yield* change(actor, loaded, (stored, context) => Import.fail(stored, why, context))
    const proposal = propose(yield* imports.sample(organization_id, loaded.id))
    const rows = yield* imports.countRows(organization_id, loaded.id, proposal.header_line ?? 0)
    return yield* change(
      actor,
      loaded,
      (stored, context) =>
        rows === 0 ? Import.fail(stored, "empty", context) : Import.read(stored, rows, proposal, context)
    )
  })

  /** Adjusts results of a check for rows whose person an earlier row would already have imported. */
  const withEarlierLines = Effect.fnUntraced(
    function*({ organization_id }: Actor, id: Import.StoredImport["id"], results: ReadonlyArray<RowResult>) {
      const keys = results.flatMap(({ person_key }) => person_key === null ? [] : [person_key])
      const before = new Map(yield* imports.linesOf(organization_id, id, keys, results[0]!.line))
      return results.map((result): RowResult => {
        const { line, outcome, person_key } = result
        if (person_key === null || outcome === "problem") return result
        const same_line = before.get(person_key) ?? null
        if (same_line === null) before.set(person_key, line)
        return same_line === null
          ? result
          : { ...result, same_line, match: "same_file", outcome: outcome === "new" ? "known" : outcome }
      })
    }
  )

  const portionOf = (results: ReadonlyArray<RowResult>): Import.Portion => ({
    rows: results.length,
    line: results.at(-1)!.line,
    outcomes: results.map(({ outcome }) => outcome)
  })

  const importAll = Effect.fnUntraced(
    function*(actor: Actor, loaded: Import.StoredImport, rows: ReadonlyArray<TableRow>) {
      const { job_id, mapping } = loaded
      const isNamed = mapping.some(({ to }) => to === "job")
      const jobs = isNamed || job_id !== null ? yield* imports.jobs(actor.organization_id, isNamed ? null : job_id) : []
      return yield* importRows(actor, loaded, jobs, rows)
    }
  )

  const save = Effect.fnUntraced(
    function*(actor: Actor, loaded: Import.StoredImport, results: ReadonlyArray<RowResult>) {
      const withLines = yield* withEarlierLines(actor, loaded.id, results)
      yield* imports.saveResults(actor.organization_id, loaded.id, withLines, loaded.state === "running")
      return yield* change(actor, loaded, (stored, context) => Import.advance(stored, portionOf(withLines), context))
    }
  )

  /** Imports rows in a transaction that is rolled back, and stores the outcome that they would have had. */
  const checkRows = Effect.fnUntraced(
    function*(actor: Actor, loaded: Import.StoredImport, rows: ReadonlyArray<TableRow>) {
      const results = yield* transactions.run(
        Effect.map(importAll(actor, loaded, rows), (value) => ({ value, isKept: false })),
        { isSnapshot: false }
      )
      // Ids of rows that were rolled back are removed, also where later rows of the same person name them.
      const lost = new Set<string | null>(
        results.flatMap((
          { application_id, candidate_id, made_application, made_candidate }
        ) => [made_candidate ? candidate_id : null, made_application ? application_id : null])
      )
      const would = results.map(({ application_id, candidate_id, ...result }): RowResult => ({
        ...result,
        candidate_id: lost.has(candidate_id) ? null : candidate_id,
        application_id: lost.has(application_id) ? null : application_id,
        digest: null,
        made_candidate: false,
        made_application: false,
        candidate_version: null,
        note_id: null
      }))
      yield* transactions.run(Effect.map(save(actor, loaded, would), kept), { isSnapshot: false })
    }
  )

  /** Imports rows and stores their results, in one transaction. */
  const runRows = (actor: Actor, loaded: Import.StoredImport, rows: ReadonlyArray<TableRow>) =>
    transactions.run(
      Effect.map(Effect.flatMap(importAll(actor, loaded, rows), (results) => save(actor, loaded, results)), kept),
      { isSnapshot: false }
    )

  /**
   * Processes rows. If that dies, halves them repeatedly, down to the single row that causes it, which becomes a
   * problem.
   */
  const doSome = (
    actor: Actor,
    loaded: Import.StoredImport,
    work: typeof checkRows | typeof runRows,
    rows: ReadonlyArray<TableRow>
  ): ReturnType<typeof checkRows> =>
    Effect.catchDefect(
      Effect.asVoid(work(actor, loaded, rows)),
      Effect.fnUntraced(function*(defect) {
        const [first, second] = rows
        if (isUnavailable(defect)) return yield* Effect.die(defect)
        if (second !== undefined) return yield* doSome(actor, loaded, work, rows.slice(0, Math.ceil(rows.length / 2)))
        yield* Effect.logWarning("A row of an import could not be imported", {
          import_id: loaded.id,
          line: first!.line
        }, defect)
        yield* transactions.run(Effect.map(save(actor, loaded, [Rows.failed(first!.line)]), kept), {
          isSnapshot: false
        })
      })
    )

  const doRows = Effect.fnUntraced(
    function*(actor: Actor, loaded: Import.StoredImport, work: typeof checkRows | typeof runRows) {
      const { header_line, id, line_done } = loaded
      const rows = yield* imports.portion(
        actor.organization_id,
        id,
        Math.max(line_done, header_line ?? 0),
        Import.portionRows
      )
      if (rows.length === 0) return yield* Effect.asVoid(change(actor, loaded, Import.finish))
      yield* doSome(actor, loaded, work, rows)
    }
  )

  /** Removes what a row has created, unless somebody has worked with it. Returns whether it was removed. */
  const undoRow = Effect.fnUntraced(
    function*(
      actor: Actor,
      { application_id, candidate_id, is_untouched, made_application, made_candidate, note_id }: MadeRow
    ) {
      if (!is_untouched) return false
      if (made_candidate && candidate_id !== null) yield* candidates.remove(actor, candidate_id, removeCandidate)
      else if (made_application && application_id !== null)
        yield* applications.remove(actor, application_id, removeApplication)
      else if (note_id !== null && candidate_id !== null) {
        const owner = application_id === null ? { candidate_id } : { application_id }
        yield* notes.remove(actor, owner, note_id, removeNote)
      }
      return true
    },
    Effect.catch(() => Effect.succeed(false))
  )

  // Undoes rows from last to first, so that an application that a later row added is removed before its person. One
  // statement finds the rows of a portion that somebody has worked with. If somebody does so at the same time, the
  // deletion fails as a lost race, thanks to the snapshot.
  const undo = (actor: Actor, loaded: Import.StoredImport) =>
    transactions.run(
      Effect.gen(function*() {
        const { organization_id } = actor
        const rows = yield* imports.made(organization_id, loaded.id, loaded.line_done, undonePortion)
        if (rows.length === 0) return kept(yield* change(actor, loaded, Import.finish))
        const undone = yield* Effect.forEach(
          rows,
          (row) => Effect.map(undoRow(actor, row), (is_undone): UndoneRow => ({ line: row.line, is_undone }))
        )
        yield* imports.markUndone(organization_id, loaded.id, undone)
        const portion: Import.Portion = {
          rows: rows.length,
          line: rows.at(-1)!.line,
          outcomes: undone.map(({ is_undone }) => is_undone ? "undone" : "kept")
        }
        return kept(yield* change(actor, loaded, (stored, context) => Import.advance(stored, portion, context)))
      }),
      { isSnapshot: true }
    )

  /** Does one step of an import. Returns whether another may follow. */
  const step = Effect.fnUntraced(function*(actor: Actor, loaded: Import.StoredImport) {
    if (loaded.kind === "organization") return yield* archiveStep(actor, loaded)
    if (loaded.state === "uploaded") yield* readFile(actor, loaded)
    else if (loaded.state === "validating") yield* doRows(actor, loaded, checkRows)
    else if (loaded.state === "running") yield* doRows(actor, loaded, runRows)
    else if (loaded.state === "undoing") yield* undo(actor, loaded)
    else return false
    return true
  })

  return Effect.fn("Imports.run")(
    function*(
      { api_key_id, id, organization_id, request_id, user_id }: Element,
      { attempts }: { readonly attempts: number }
    ) {
      const actor: Actor = { organization_id, user_id, api_key_id, request_id }
      // The last attempt interrupts the import.
      if (attempts >= maxAttempts) return yield* Effect.asVoid(imports.modify(actor, id, Import.interrupt))
      // Somebody has canceled the import, or another worker has done this step: reads its state again to find the next
      // step.
      const next = Effect.flatMap(imports.stored(organization_id, id), (loaded) => step(actor, loaded)).pipe(
        Effect.catchTag("Overtaken", () => Effect.succeed(true))
      )
      yield* Effect.repeat(next, { while: (more) => more })
    },
    (effect, { id }) =>
      effect.pipe(
        Effect.catchTag(
          ["ImportNotFound", "TransitionRefused"],
          (failure) =>
            Effect.annotateLogs(Effect.logInfo("An import is not needed any more"), { failure: failure._tag })
        ),
        Effect.annotateLogs({ import_id: id })
      )
  )
})

/** Takes imports from their queues: two tables and one archive at a time. */
export const layer = Layer.effectDiscard(
  Effect.flatMap(make, (handle) =>
    Effect.forEach(
      [[queue, 2], [archives, 1]] as const,
      ([queue, concurrency]) => consume({ queue, element: Element, concurrency, maxAttempts, handle }),
      { discard: true }
    ))
)
