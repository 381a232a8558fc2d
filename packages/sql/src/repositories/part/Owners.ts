/** The owners of notes and files: a row `o` of applications, or of candidates. */
import { ApplicationNotFound } from "@candor/domain/application/Application"
import * as ApplicationSize from "@candor/domain/application/ApplicationSize"
import * as FileUsage from "@candor/domain/attachment/FileUsage"
import type { ApplicationId, CandidateId, OrganizationId } from "@candor/domain/Id"
import { isOfCandidate, type Owner } from "@candor/domain/part/Owner"
import type { OwnerNotFound } from "@candor/domain/part/Parts"
import type { Timestamp } from "@candor/domain/Timestamp"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { readsRow } from "../../statements/Rows.ts"
import type { Increment } from "../../statements/Saving.ts"
import {
  addToSize,
  anonymisedGuard,
  applicationSizeGuard,
  applicationTouched,
  sizeColumns
} from "../application/ApplicationSize.ts"
import { applicationIsVisible, isVisible, visibleApplicationId } from "../application/Visibility.ts"
import { foundCandidate } from "../candidate/CandidateRows.ts"
import { mergedCandidates } from "../candidate/MergedCandidates.ts"

/** Returns the row of an owner, or fails if there is none. */
export type Found = <Row>(rows: ReadonlyArray<Row>) => Effect.Effect<Row, OwnerNotFound>

/** The differences between the kinds of owners. */
export interface OwnerKind {
  readonly table: "applications" | "candidates"
  /** The column with the owner's id. */
  readonly column: "application_id" | "candidate_id"
  /** A condition: an owner `o` is visible. */
  readonly isVisible: string
  /** A condition: the owner of a part with this alias is visible. */
  readonly isOfVisible: (part: string) => string
  /** The size counters of an owner `o`, named like those of an application. */
  readonly sizeColumns: string
  readonly size: typeof ApplicationSize.ofApplication
  readonly files: typeof FileUsage.ofApplication
  /** Constraints that a part breaks if it loses a race: the limits, and that the candidate is not anonymized. */
  readonly guards: ReadonlyArray<string>
  readonly owner: (id: string) => Owner
  /** Returns the owner's id for a new row that refers to it. */
  readonly idForNew: (organization: OrganizationId, id: string) => Statement.Fragment
  /** Reads the parts of an owner, or of the survivor that it was merged into. */
  readonly reading: <A, Failure>(
    organization: OrganizationId,
    id: string,
    read: (id: string, found: Found) => Effect.Effect<A, Failure | OwnerNotFound>
  ) => Effect.Effect<A, Failure | OwnerNotFound>
  readonly changeable: (organization: OrganizationId, id: string) => Found
  readonly addToSize: (id: string, size: ApplicationSize.ApplicationSize, now: Timestamp) => Increment
  /** Expressions that read `saved`, and update the owner. */
  readonly touched: (organization: OrganizationId, id: string, now: Timestamp) => ReadonlyArray<Statement.Fragment>
}

const applications = (sql: SqlClient.SqlClient): OwnerKind => {
  const found = (id: string): Found => ([row]) =>
    row === undefined ? new ApplicationNotFound({ id }) : Effect.succeed(row)
  return {
    table: "applications",
    column: "application_id",
    isVisible: `${isVisible("o.job_id")} AND ${readsRow("o")}`,
    isOfVisible: (part) => applicationIsVisible(`${part}.application_id`),
    sizeColumns: sizeColumns("o"),
    size: ApplicationSize.ofApplication,
    files: FileUsage.ofApplication,
    guards: [applicationSizeGuard, anonymisedGuard, "applications_files"],
    owner: (id) => ({ application_id: id as ApplicationId }),
    idForNew: (organization, id) => visibleApplicationId(sql, organization, id as ApplicationId),
    reading: (_, id, read) => read(id, found(id)),
    changeable: (_, id) => found(id),
    addToSize: (id, size, now) => addToSize(id as ApplicationId, size, now),
    touched: (organization, id, now) => [applicationTouched(sql, organization, id as ApplicationId, now)]
  }
}

/** A candidate's `updated_at` stays the same, because a candidate does not show its parts. */
const candidates = (sql: SqlClient.SqlClient): OwnerKind => {
  const { changeable, orSurvivor } = mergedCandidates(sql)
  return {
    table: "candidates",
    column: "candidate_id",
    isVisible: readsRow("o"),
    isOfVisible: () => "true",
    sizeColumns: "o.notes_counted, 0 AS feedback_counted, o.text_bytes",
    size: ApplicationSize.ofCandidate,
    files: FileUsage.ofCandidate,
    guards: ["candidates_size", "candidates_anonymised", "candidates_files"],
    owner: (id) => ({ candidate_id: id as CandidateId }),
    idForNew: (_, id) => sql`${id}`,
    reading: (organization, id, read) =>
      orSurvivor(organization, id as CandidateId, (id) => read(id, foundCandidate(id))),
    changeable: (organization, id) => changeable(organization, id as CandidateId),
    addToSize: (id, { notes_counted, text_bytes }) => ({ table: "candidates", id, by: { notes_counted, text_bytes } }),
    touched: () => []
  }
}

/** Returns the kinds of owners, by the subject of their noun. */
export const ownerKinds = (sql: SqlClient.SqlClient): { readonly [subject: string]: OwnerKind } => ({
  application: applications(sql),
  candidate: candidates(sql)
})

/** Returns the subject and id of an owner. */
export const ownerIn = (owner: Owner): readonly [subject: string, id: string] =>
  isOfCandidate(owner) ? ["candidate", owner.candidate_id] : ["application", owner.application_id]

/** The owner columns, of which a part has one. */
export const ownerColumns: ReadonlyArray<string> = ["application_id", "candidate_id"]
