/** The port to the archives of imports of whole organizations, and to what was found in them. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { AnyContext, Decision, DecisionContext } from "../Decision.ts"
import type { ImportId, OrganizationId } from "../Id.ts"
import type { ImportNotFound, StoredImport } from "./Import.ts"
import type { ArchiveUsage, ImportPart, ImportProblem, ImportReport, StoredPart } from "./OrganizationImport.ts"

export class OrganizationImports extends Context.Service<OrganizationImports, {
  /** Stores the import that `decide` returns; with a part where its archive came at once. */
  readonly create: <Failure>(
    actor: Actor,
    part: StoredPart | undefined,
    decide: (usage: ArchiveUsage, context: DecisionContext) => Decision<StoredImport, Failure>
  ) => Effect.Effect<StoredImport, Failure>
  /**
   * Stores a part whose content is stored under a reserved id, in the place of one that came before; one that `decide`
   * does not take is left to its reservation.
   */
  readonly receive: <Failure>(
    actor: Actor,
    id: ImportId,
    part: StoredPart,
    decide: (
      stored: StoredImport,
      present: ImportPart | undefined,
      context: AnyContext
    ) => Decision<StoredImport, Failure>
  ) => Effect.Effect<StoredImport, Failure | ImportNotFound>
  /** Returns the parts that have arrived, in their order. */
  readonly parts: (
    organization: OrganizationId,
    id: ImportId
  ) => Effect.Effect<ReadonlyArray<StoredPart>, ImportNotFound>
  /** Deletes the parts of an archive that is needed no more; their contents are removed afterwards. */
  readonly dropParts: (organization: OrganizationId, id: ImportId) => Effect.Effect<void>
  /** Stores the report of a check, and replaces that of an earlier check. */
  readonly saveReport: (
    organization: OrganizationId,
    id: ImportId,
    report: ImportReport,
    problems: ReadonlyArray<ImportProblem>
  ) => Effect.Effect<void>
  /** Returns what the last check has found; nothing before the first, or of a table. */
  readonly report: (organization: OrganizationId, id: ImportId) => Effect.Effect<ImportReport, ImportNotFound>
  /** Returns at most so many problems after the nth, in their order. */
  readonly problems: (
    organization: OrganizationId,
    id: ImportId,
    after: number,
    limit: number
  ) => Effect.Effect<ReadonlyArray<ImportProblem>>
  /** Ends uploads of all organizations that nobody goes on with, and forgets what can be undone no more. */
  readonly forget: Effect.Effect<void>
}>()("@candor/domain/OrganizationImports") {}
