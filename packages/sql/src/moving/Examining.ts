/** Statements that tell what constraints say of rows that are not stored yet, and of those that are. */
import type { MovedPart } from "./Format.ts"
import type { Table } from "./Catalog.ts"
import { isAfter, keyOf, moves, orderOf } from "./Reading.ts"

/** A digest for each unique index of a row whose columns have no alias; null where the row is not in it. */
const uniquesOf = ({ table }: MovedPart): string => `ARRAY[${
  table.uniques.map(({ condition, expressions }) => `CASE WHEN ${condition ?? "true"} AND num_nulls(${expressions.join(", ")}) = 0
    THEN encode(sha256(convert_to(jsonb_build_array(${expressions.join(", ")})::text, 'UTF8')), 'hex') END`).join(", ")}]::text[]`

const brokenOf = ({ table }: MovedPart): string => `array_remove(ARRAY[${
  table.checks.map(({ expression, name }) => `CASE WHEN NOT (${expression}) THEN '${name}' END`).join(", ")}]::text[], NULL)`

/** What is found out of the rows of `$1`, in their order. */
export const examine = (part: MovedPart): string => `
  SELECT ${brokenOf(part)} AS broken, ${uniquesOf(part)} AS uniques
  FROM ROWS FROM (jsonb_populate_recordset(NULL::${part.table.name}, $1)) WITH ORDINALITY ORDER BY ordinality`

/** The digests of at most `$2` stored rows after the key `$1`, with their keys. */
export const taken = (tables: ReadonlyArray<Table>, part: MovedPart): string => `
  SELECT x.key, x.uniques FROM (
    SELECT ${keyOf(part)} AS key, (SELECT ${uniquesOf(part)} FROM (SELECT t.*) own) AS uniques
    FROM ${part.table.name} t WHERE ${moves(tables, part)} AND (${isAfter(part)}) ${orderOf(part)} LIMIT $2
  ) x`
