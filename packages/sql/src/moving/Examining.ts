/** Statements that check constraints on rows before they are stored, and read the unique values of stored ones. */
import { externalIds, type MovedPart } from "./Format.ts"
import type { Table, Unique } from "./Catalog.ts"
import { isAfter, keyOf, moves, orderOf } from "./Reading.ts"

const digestOf = (expressions: ReadonlyArray<string>): string =>
  `encode(sha256(convert_to(jsonb_build_array(${expressions.join(", ")})::text, 'UTF8')), 'hex')`

/** The digest of a row's values in a unique index, as a list; empty if the row is not in the index. */
const ofIndex = ({ condition, expressions }: Unique): string =>
  `CASE WHEN ${condition ?? "true"} AND num_nulls(${expressions.join(", ")}) = 0 THEN json_build_array(${
    digestOf(expressions)
  }) ELSE '[]' END`

/** The digests of a row's external ids, which a trigger keeps unique (decision 0094). */
const ofExternalIds = `(
  SELECT coalesce(json_agg(${
  digestOf(["one ->> 'system'", "one ->> 'id'"])
}), '[]') FROM jsonb_array_elements(external_ids) AS list (one)
)`

/** For each of the part's `uniques`, the digests of a row whose columns have no alias. */
const uniquesOf = ({ table, uniques }: MovedPart): string => {
  const all = [...table.uniques.map(ofIndex), ...uniques.includes(externalIds) ? [ofExternalIds] : []]
  return all.length === 0 ? "'[]'::json" : `json_build_array(${all.join(", ")})`
}

const brokenOf = ({ table }: MovedPart): string =>
  `array_remove(ARRAY[${
    table.checks.map(({ expression, name }) => `CASE WHEN NOT (${expression}) THEN '${name}' END`).join(", ")
  }]::text[], NULL)`

/** Examines the rows of `$1`, in their order. */
export const examine = (part: MovedPart): string => `
  SELECT ${brokenOf(part)} AS broken, ${uniquesOf(part)} AS uniques
  FROM ROWS FROM (jsonb_populate_recordset(NULL::${part.table.name}, $1)) WITH ORDINALITY ORDER BY ordinality`

/** Selects the digests of at most `$2` stored rows after the key `$1`, with their keys. */
export const taken = (tables: ReadonlyArray<Table>, part: MovedPart): string => `
  SELECT x.key, x.uniques FROM (
    SELECT ${keyOf(part)} AS key, (SELECT ${uniquesOf(part)} FROM (SELECT t.*) own) AS uniques
    FROM ${part.table.name} t WHERE ${moves(tables, part)} AND (${isAfter(part)}) ${orderOf(part)} LIMIT $2
  ) x`
