/**
 * All migrations by number and name, as the files of this folder have them. A released one is never edited. In a
 * program that is built there is no folder: scripts/build.ts has put the imports of the files in place of this one.
 */
import type { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { namesIn } from "./names.ts"

/** A step of the history, in a transaction of its own, unless the next one completes it. */
export type Migration = Effect.Effect<unknown, unknown, SqlClient.SqlClient>

const load = async (name: string): Promise<readonly [string, Migration]> => {
  const file: { readonly default: Migration } = await import(`./${name}.ts`)
  return [name, file.default]
}

export const history: Readonly<Record<string, Migration>> = Object.fromEntries(await Promise.all(namesIn(import.meta.dir).map(load)))
