/**
 * Stores records of the common form in a file. The system's own files are read once, in any order, and the conversion
 * then reads the records form by form. Tables can be larger than the memory.
 */
import type { Row } from "@candor/domain/moving/Moves"
import { Effect, Stream } from "effect"
import type { Source } from "./common/Convert.ts"
import type { Form } from "./common/Form.ts"
import { scratchDatabase } from "./ScratchDatabase.ts"

interface Stored {
  readonly file: string
  readonly place: string
  readonly record: string
}

/** Makes an empty spool, which is removed when the scope closes. */
export const make = Effect.gen(function*() {
  const database = yield* scratchDatabase(
    "CREATE TABLE records (form TEXT NOT NULL, file TEXT NOT NULL, place TEXT NOT NULL, record TEXT NOT NULL)",
    "CREATE INDEX records_by_form ON records (form)"
  )
  const insert = database.query("INSERT INTO records VALUES (?, ?, ?, ?)")
  const forms = new Set<string>()
  const source: Source = {
    has: (form) => forms.has(form),
    read: (form) =>
      Stream.suspend(() =>
        Stream.fromIterable(
          database.prepare<Stored, [string]>("SELECT file, place, record FROM records WHERE form = ? ORDER BY rowid")
            .iterate(form)
        )
      ).pipe(
        Stream.map(({ file, place, record }) => ({ file, place, record: JSON.parse(record) as Row }))
      )
  }
  return {
    source,
    add: (form: Form, file: string, place: string, record: object): void => {
      forms.add(form)
      insert.run(form, file, place, JSON.stringify(record))
    }
  }
})
export type Spool = Effect.Success<typeof make>
