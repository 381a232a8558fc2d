/** Processes imports of whole organizations: unpacks their archives, and checks, adds and removes rows. */
import type { Actor } from "@candor/domain/access/Actor"
import { Attachments } from "@candor/domain/attachment/Attachments"
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import type { AnyContext, Decision } from "@candor/domain/Decision"
import * as Import from "@candor/domain/import/Import"
import type { ImportFailure } from "@candor/domain/import/ImportKind"
import { Imports } from "@candor/domain/import/Imports"
import * as OrganizationImport from "@candor/domain/import/OrganizationImport"
import { OrganizationImports } from "@candor/domain/import/OrganizationImports"
import { Moves } from "@candor/domain/moving/Moves"
import { Organizations } from "@candor/domain/organization/Organizations"
import { RejectionReasons } from "@candor/domain/rejection/RejectionReasons"
import * as RejectionReason from "@candor/domain/rejection/RejectionReason"
import type { TransitionRefused } from "@candor/domain/StateMachine"
import * as Archive from "@candor/files/moving/Archive"
import * as Importing from "@candor/files/moving/Importing"
import { spoolFolder } from "@candor/files/SpoolFolder"
import { Deferred, Effect, Option, Result, Schema, Stream } from "effect"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { storedProblems } from "./StoredProblems.ts"

/** The state of the import has changed since it was loaded. */
export class Overtaken extends Schema.TaggedError<Overtaken>()("Overtaken", {}) {}

/** Maximum rows named that prevent an import from being undone. */
const maxTouched = OrganizationImport.shownProblems

/** The message for each of them. */
const isTouched = "Somebody has changed it, or added something to it, since the import"

const decodeReasons = Schema.decodeUnknownOption(Schema.Array(Schema.Struct({ name: Schema.String })))

/**
 * A folder for an archive. It is removed with the scope; folders that killed workers have left behind are removed
 * first.
 */
const workingFolder = Effect.fnUntraced(function*(id: Import.StoredImport["id"]) {
  const prefix = `candor-import-${id}-`
  const within = yield* spoolFolder
  return yield* Effect.acquireRelease(
    Effect.promise(async () => {
      for (const left of (await readdir(within)).filter((name) => name.startsWith(prefix)))
        await rm(join(within, left), { recursive: true, force: true })
      return mkdtemp(join(within, prefix))
    }),
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
  )
})

interface Counts {
  readonly create: number
  readonly same: number
  readonly different: number
  readonly taken: number
}

const sumOf = (compared: Importing.Checked["compared"]): Counts =>
  Object.values(compared).reduce<Counts>((sum, { create, different, same, taken }) => ({
    create: sum.create + create,
    same: sum.same + same,
    different: sum.different + different,
    taken: sum.taken + taken
  }), { create: 0, same: 0, different: 0, taken: 0 })

const reportOf = (
  { compared, ids }: Importing.Checked,
  problems: ReadonlyArray<OrganizationImport.ImportProblem>
): OrganizationImport.ImportReport => ({
  nouns: Object.entries(compared).map(([noun, { create, different, same, taken }]) => ({
    noun,
    new: create,
    unchanged: same,
    different,
    taken
  })).filter((one) => one.new + one.unchanged + one.different + one.taken > 0),
  taken_counted: ids.count,
  taken: ids.listed.map(({ part, ...row }) => ({ noun: part, ...row })),
  problems: problems.slice(0, OrganizationImport.shownProblems)
})

/** Makes the function that does a step of an import. It returns whether another may follow. */
export const make = Effect.gen(function*() {
  const archives = yield* OrganizationImports
  const attachments = yield* Attachments
  const imports = yield* Imports
  const moves = yield* Moves
  const organizations = yield* Organizations
  const reasons = yield* RejectionReasons
  const store = yield* AttachmentStore
  const services = yield* Effect.context<Moves | AttachmentStore>()

  /**
   * Makes a function that changes an import. It fails if somebody else has changed the import since the last change.
   */
  const changes = (actor: Actor, loaded: Import.StoredImport) => {
    let current = loaded
    return <Failure>(decide: Parameters<typeof imports.modify<Failure | Overtaken>>[2]) =>
      imports.modify(
        actor,
        loaded.id,
        (stored, context) => stored.version === current.version ? decide(stored, context) : Result.fail(new Overtaken())
      ).pipe(Effect.tap((changed) => Effect.sync(() => current = changed)))
  }

  /** Joins the parts of an archive, and unpacks it. Returns the folder. */
  const unpacked = Effect.fnUntraced(function*({ organization_id }: Actor, { id, size_bytes }: Import.StoredImport) {
    const folder = yield* workingFolder(id)
    const path = join(folder, "archive.zip")
    const parts = yield* archives.parts(organization_id, id)
    const chunks = Stream.fromIterable(parts).pipe(
      Stream.flatMap(({ content_id, size_bytes }) =>
        store.read({ organization_id, id: content_id }, { start: 0, end: size_bytes })
      )
    )
    yield* Archive.written(path, size_bytes, chunks)
    const target = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(folder, "export-"))),
      () => Effect.void
    )
    yield* Archive.unpack(path, target)
    yield* Effect.promise(() => rm(path))
    return target
  })

  /** Replaces the problems in the report of an import. */
  const tellProblems = Effect.fnUntraced(
    function*(
      organization: Actor["organization_id"],
      id: Import.StoredImport["id"],
      problems: ReadonlyArray<OrganizationImport.ImportProblem>
    ) {
      const report = yield* archives.report(organization, id)
      const shown = problems.slice(0, OrganizationImport.shownProblems)
      yield* archives.saveReport(organization, id, { ...report, problems: shown }, problems)
    }
  )

  /**
   * Ends an import whose archive is no export, or has problems. An import that has already added rows is only
   * interrupted: it can be resumed with the same parts, or undone.
   */
  const end = Effect.fnUntraced(
    function*(
      actor: Actor,
      { id, state }: Import.StoredImport,
      change: ReturnType<typeof changes>,
      report: OrganizationImport.ImportReport,
      problems: ReadonlyArray<OrganizationImport.ImportProblem>,
      failure: ImportFailure,
      decide: (stored: Import.StoredImport, context: AnyContext) => Decision<Import.StoredImport, TransitionRefused>
    ) {
      yield* archives.saveReport(actor.organization_id, id, report, problems)
      const added = state === "running" ? yield* moves.countAdded(actor.organization_id, id) : 0
      if (added > 0) {
        yield* moves.recount(actor.organization_id)
        return yield* Effect.asVoid(
          change((stored, context) =>
            OrganizationImport.stop({ ...stored, new_counted: added }, failure, problems.length, context)
          )
        )
      }
      yield* change(decide)
      yield* archives.dropParts(actor.organization_id, id)
    }
  )

  /** Ends an import for a reason that concerns the archive as a whole. */
  const refuse = (
    actor: Actor,
    loaded: Import.StoredImport,
    change: ReturnType<typeof changes>,
    failure: ImportFailure,
    problem: OrganizationImport.ImportProblem
  ) =>
    end(
      actor,
      loaded,
      change,
      { nouns: [], taken_counted: 0, taken: [], problems: [problem] },
      [problem],
      failure,
      (stored, context) => Import.fail(stored, failure, context)
    )

  /** Checks an archive, and reports progress. Undefined if the check has ended the import. */
  const checked = Effect.fnUntraced(
    function*(
      actor: Actor,
      loaded: Import.StoredImport,
      change: ReturnType<typeof changes>,
      told: Importing.Progress,
      begun: (rows: number) => Effect.Effect<void> = () => Effect.void
    ) {
      const target = yield* Effect.orDie(organizations.get(actor.organization_id))
      const problem = (file: string, message: string) => ({ file, line: null, field: "", message })
      const source = yield* unpacked(actor, loaded).pipe(
        Effect.flatMap(Importing.load),
        Effect.catchTag(
          "ArchiveRefused",
          ({ file, message, reason }) =>
            Effect.as(
              refuse(
                actor,
                loaded,
                change,
                // A lack of room is the server's problem, so it interrupts the import.
                reason === "no_room" ? "interrupted" : reason,
                problem(file || loaded.file_name, message)
              ),
              undefined
            )
        ),
        Effect.catchTag(
          "ExportRefused",
          ({ message }) =>
            Effect.as(refuse(actor, loaded, change, "not_an_export", problem("manifest.json", message)), undefined)
        ),
        Effect.catchTag("StoreFailure", (failure) =>
          failure.absent === true
            ? Effect.as(
              refuse(
                actor,
                loaded,
                change,
                "not_stored",
                problem(loaded.file_name, "A part of it is stored no longer")
              ),
              undefined
            )
            : Effect.die(failure))
      )
      if (source === undefined) return undefined
      yield* begun(source.parts.reduce((sum, { listed: { rows } }) => sum + rows, 0))
      const path = `${source.folder}.problems.ndjson`
      const used = yield* attachments.usage(actor.organization_id)
      const found = yield* Importing.check(source, target, path, told, used)
      const problems = found.problems.count() === 0 ? [] : yield* storedProblems(path)
      const report = reportOf(found, problems)
      if (problems.length > 0) {
        yield* end(
          actor,
          loaded,
          change,
          report,
          problems,
          "has_problems",
          (stored, context) => OrganizationImport.refuse(stored, found.problems.count(), context)
        )
        return undefined
      }
      return { source, found, report, sum: sumOf(found.compared) }
    }
  )

  /**
   * Runs work that reports changes of the import by a callback. If one fails because the import was changed meanwhile,
   * the work ends.
   */
  const whileCurrent = <A, E, R>(
    work: (
      tell: (change: Effect.Effect<unknown, Overtaken | Import.ImportNotFound>) => Effect.Effect<void>
    ) => Effect.Effect<A, E, R>
  ) =>
    Effect.gen(function*() {
      const overtaken = yield* Deferred.make<never, Overtaken | Import.ImportNotFound>()
      const tell = (change: Effect.Effect<unknown, Overtaken | Import.ImportNotFound>) =>
        Effect.catch(
          Effect.asVoid(change),
          (failure) => Effect.andThen(Deferred.fail(overtaken, failure), Effect.never)
        )
      return yield* Effect.raceFirst(work(tell), Deferred.await(overtaken))
    })

  const validate = (actor: Actor, loaded: Import.StoredImport) =>
    whileCurrent((tell) =>
      Effect.gen(function*() {
        const change = changes(actor, loaded)
        let rows_done = 0
        const result = yield* checked(
          actor,
          loaded,
          change,
          (_, rows) =>
            tell(Effect.suspend(() => {
              rows_done += rows
              return change((stored, context) => OrganizationImport.progress(stored, { rows_done }, context))
            })),
          (rows_counted) =>
            tell(change((stored, context) => OrganizationImport.progress(stored, { rows_counted }, context)))
        )
        if (result === undefined) return
        const { report, sum: { create, different, same, taken } } = result
        yield* archives.saveReport(actor.organization_id, loaded.id, report, [])
        yield* change((stored, context) =>
          OrganizationImport.progress(stored, {
            rows_done: create + same + different + taken,
            rows_counted: create + same + different + taken,
            new_counted: create,
            known_counted: different + taken,
            unchanged_counted: same
          }, context)
        )
        yield* change(Import.finish)
      })
    )

  /** Adds the rejection reasons that the organization lacks: they are in the row of the other organization. */
  const addReasons = Effect.fnUntraced(function*(actor: Actor, { organization }: Importing.Checked) {
    for (const { name } of Option.getOrElse(decodeReasons(organization?.["rejection_reasons"]), () => [])) {
      yield* Effect.ignore(
        reasons.modify(actor, (present, context) => RejectionReason.add(present, { name }, context))
      )
    }
  })

  const run = (actor: Actor, loaded: Import.StoredImport) =>
    whileCurrent((tell) =>
      Effect.gen(function*() {
        const { organization_id } = actor
        const change = changes(actor, loaded)
        // Checked again: rows may have changed since the check, or since a worker was killed.
        const result = yield* checked(actor, loaded, change, () => Effect.void)
        if (result === undefined) return
        const { found, source, sum: { create, different, same, taken } } = result
        let added = yield* moves.countAdded(organization_id, loaded.id)
        const rows_counted = create + same + different + taken
        const present = rows_counted - create - added
        const counts = () => ({ rows_counted, rows_done: present + added, new_counted: added })
        const known = { known_counted: different + taken, unchanged_counted: same - added }
        yield* change((stored, context) => OrganizationImport.progress(stored, { ...counts(), ...known }, context))
        yield* Importing.addRows(source, {
          organization: organization_id,
          import_id: loaded.id,
          progress: (_, rows) =>
            rows === 0 ? Effect.void : tell(Effect.suspend(() => {
              added += rows
              return change((stored, context) => OrganizationImport.progress(stored, counts(), context))
            }))
        }, found)
        yield* addReasons(actor, found)
        added = yield* moves.countAdded(organization_id, loaded.id)
        yield* change((stored, context) =>
          OrganizationImport.progress(stored, { ...counts(), rows_done: rows_counted }, context)
        )
        yield* tellProblems(organization_id, loaded.id, [])
        yield* change(Import.finish)
        yield* archives.dropParts(organization_id, loaded.id)
      })
    ).pipe(
      Effect.catchTag("RowsRefused", ({ constraint, part }) =>
        Effect.gen(function*() {
          yield* Effect.logWarning("Rows of an import break a rule of the database", { constraint, part })
          const stored = yield* imports.stored(actor.organization_id, loaded.id)
          const message = `Rows break the rule ${constraint}. What was added before stays, and can be undone`
          yield* refuse(
            actor,
            stored,
            changes(actor, stored),
            "has_problems",
            { file: part, line: null, field: "", message }
          )
        }))
    )

  const undo = Effect.fnUntraced(function*(actor: Actor, loaded: Import.StoredImport) {
    const { organization_id } = actor
    const change = changes(actor, loaded)
    const parts = (yield* moves.parts).filter(({ name }) => name !== "organization").toReversed()
    if (loaded.rows_done === 0) {
      const touched: Array<OrganizationImport.ImportProblem> = []
      for (const { file, name } of parts) {
        const keys = yield* moves.touched(organization_id, loaded.id, name, maxTouched - touched.length)
        touched.push(...keys.map((id) => ({
          file,
          line: null,
          field: id,
          message: isTouched
        })))
        if (touched.length >= maxTouched) break
      }
      if (touched.length > 0) {
        const before = yield* archives.problems(organization_id, loaded.id, 0, OrganizationImport.storedProblems)
        yield* tellProblems(organization_id, loaded.id, [
          ...touched,
          ...before.filter(({ message }) => message !== isTouched)
        ])
        return yield* Effect.asVoid(
          change((stored, context) => OrganizationImport.refuseUndo(stored, touched.length, context))
        )
      }
    }
    // Repeats until nothing is left: rows that refer to others have to be removed first, and two kinds may refer to
    // each other.
    let removed: number
    let rows_done = loaded.rows_done
    do {
      removed = 0
      for (const { name } of parts) {
        const some = yield* moves.removeAdded(organization_id, loaded.id, name)
        if (some === 0) continue
        removed += some
        rows_done += some
        yield* change((stored, context) => OrganizationImport.progress(stored, { rows_done }, context))
      }
    } while (removed > 0)
    yield* moves.recount(organization_id)
    const kept_counted = yield* moves.countAdded(organization_id, loaded.id)
    yield* change((stored, context) => OrganizationImport.undone(stored, rows_done, kept_counted, context))
    yield* change(Import.finish)
  })

  return (actor: Actor, loaded: Import.StoredImport) =>
    Effect.gen(function*() {
      if (loaded.state === "uploaded") yield* changes(actor, loaded)(OrganizationImport.check)
      else if (loaded.state === "validating") yield* validate(actor, loaded)
      else if (loaded.state === "running") yield* run(actor, loaded)
      else if (loaded.state === "undoing") yield* undo(actor, loaded)
      else {
        // The import was canceled while it added rows, so derived counts have to be updated.
        if (loaded.state === "cancelled" && loaded.new_counted > 0) yield* moves.recount(actor.organization_id)
        return false
      }
      return true
    }).pipe(Effect.scoped, Effect.provideContext(services))
})
