/** Signals in the form of lists and filters. */
import { maxCounted, maxOthers, minGroup, noun } from "@candor/domain/signal/Signal"
import { iso } from "../../database/Types.ts"
import { jsonColumns, object } from "../../statements/Nouns.ts"
import { isVisible } from "../application/Visibility.ts"

/** The kinds of signals that the organization has turned off. */
const off = "ARRAY(SELECT unnest(o.signals_off) FROM organizations o WHERE o.id = $organization)"

/** The visible other signals `o` of the same group as the one with this alias. */
const sharing = (alias: string): string =>
  `$signals o WHERE o.organization_id = $organization AND o.group_id = ${alias}.group_id AND o.id <> ${alias}.id AND ${
    isVisible("o.job_id")
  }`

/**
 * A condition: the kind of the signal with this alias is not turned off, and if it is of a group, another signal of the
 * group is visible. Otherwise a signal would reveal something about a hidden job.
 */
export const isShown = (alias: string): string =>
  `${alias}.kind <> ALL (${off}) AND (${alias}.group_id IS NULL OR EXISTS (SELECT FROM ${sharing(alias)}))`

const other = object(`o.application_id, o.submission_id, coalesce((
    SELECT c.full_name FROM applications a JOIN candidates c ON c.organization_id = $organization AND c.id = a.candidate_id
    WHERE a.organization_id = $organization AND a.id = o.application_id AND ${isVisible("a.job_id")}
  ), (
    SELECT x.full_name FROM $submissions x WHERE x.organization_id = $organization AND x.id = o.submission_id
  ), '') AS full_name,
  ${
  object(
    "j.id, j.title FROM jobs j WHERE j.organization_id = $organization AND j.id = o.job_id AND j.deleted_at IS NULL"
  )
} AS job, coalesce((
    SELECT ${
  iso("a.created_at")
} FROM applications a WHERE a.organization_id = $organization AND a.id = o.application_id AND ${isVisible("a.job_id")}
  ), (
    SELECT ${iso("x.created_at")} FROM $submissions x WHERE x.organization_id = $organization AND x.id = o.submission_id
  ), ${iso("o.created_at")}) AS created_at`)

/** The columns of a signal `s` in responses. */
export const signalShown = jsonColumns(noun, "s", "json", {
  others: `(SELECT coalesce(json_agg(${other} ORDER BY o.created_at DESC, o.id DESC), '[]') FROM (
    SELECT o.* FROM ${sharing("s")} ORDER BY o.created_at DESC, o.id DESC LIMIT ${maxOthers}
  ) o)`,
  others_counted: `(SELECT count(*)::integer FROM (SELECT FROM ${sharing("s")} LIMIT ${maxCounted}) counted)`
})

const { others: _others, others_counted: _counted, ...own } = noun.fields

/** The columns of a signal `s` in the export of its candidate. */
export const signalExported = jsonColumns({ fields: own }, "s", "json")

/**
 * The signals of a row with this alias in lists, by the given column: their kinds, and the group of nearly equal rows
 * within the list.
 */
export const signalsListed = (column: "application_id" | "submission_id", alias: string) => {
  const ofRow = `s.organization_id = $organization AND s.${column} = ${alias}.id AND ${isShown("s")}`
  return {
    signals: `(SELECT coalesce(json_agg(DISTINCT s.kind ORDER BY s.kind), '[]') FROM $signals s WHERE ${ofRow})`,
    similar: `(
    SELECT CASE WHEN n.members >= ${minGroup} THEN json_build_object('id', s.group_id, 'members', n.members) END
    FROM $signals s CROSS JOIN LATERAL (
      SELECT count(*)::integer AS members FROM (
        SELECT FROM $signals o
        WHERE o.organization_id = $organization AND o.group_id = s.group_id AND o.${column} IS NOT NULL
          ${column === "application_id" ? "AND o.job_id = s.job_id" : `AND ${isVisible("o.job_id")}`}
        LIMIT ${maxCounted}
      ) counted
    ) n
    WHERE ${ofRow} AND s.kind = 'similar_text'
  )`
  }
}

/** Returns the conditions of filters by signals on a table alias. Signals refer to its rows by `column`. */
export const signalConditions = (column: "application_id" | "submission_id", alias: string) => {
  const has = (compared: "group_id" | "kind") => (value: string) =>
    `EXISTS (SELECT FROM $signals g WHERE g.organization_id = $organization AND g.${column} = ${alias}.id
      AND g.${compared} = ${value} AND ${isShown("g")})`
  return { signal: has("kind"), group_id: has("group_id") }
}
