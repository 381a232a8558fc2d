/** The port to the archives of organization imports, and to the results of their checks. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { AnyContext, Decision, DecisionContext } from "../Decision.ts"
import type { ImportId, OrganizationId } from "../Id.ts"
import type { ImportNotFound, StoredImport } from "./Import.ts"
import type { ArchiveUsage, ImportPart, ImportProblem, ImportReport, StoredPart } from "./OrganizationImport.ts"

export class OrganizationImports extends Context.Service<OrganizationImports, {
  /** Stores the import that `decide` returns, with a part if its archive came at once. */
  readonly create: <Failure>(
    actor: Actor,
    part: StoredPart | undefined,
    decide: (usage: ArchiveUsage, context: DecisionContext) => Decision<StoredImport, Failure>
  ) => Effect.Effect<StoredImport, Failure>
  /**
   * Stores a part whose content is stored under a reserved id, in place of an earlier one. If `decide` refuses it, its
   * reservation removes the content.
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
  /** Returns the parts that have arrived, in order. */
  readonly parts: (
    organization: OrganizationId,
    id: ImportId
  ) => Effect.Effect<ReadonlyArray<StoredPart>, ImportNotFound>
  /** Deletes the parts of an archive that is no longer needed; their contents are removed afterwards. */
  readonly dropParts: (organization: OrganizationId, id: ImportId) => Effect.Effect<void>
  /** Stores the report of a check, which replaces that of an earlier check. */
  readonly saveReport: (
    organization: OrganizationId,
    id: ImportId,
    report: ImportReport,
    problems: ReadonlyArray<ImportProblem>
  ) => Effect.Effect<void>
  /** Returns the result of the last check; empty before the first, and for a table. */
  readonly report: (organization: OrganizationId, id: ImportId) => Effect.Effect<ImportReport, ImportNotFound>
  /** Returns the next `limit` problems after the first `after`, in order. */
  readonly problems: (
    organization: OrganizationId,
    id: ImportId,
    after: number,
    limit: number
  ) => Effect.Effect<ReadonlyArray<ImportProblem>>
  /** Ends abandoned uploads of all organizations, and deletes undo data that is no longer needed. */
  readonly forget: Effect.Effect<void>
}>()("@candor/domain/OrganizationImports") {}
