/** Shared code of the files that convert each system's records to the common form. */
import type { Row } from "@candor/domain/moving/Moves"
import { Effect, type Scope, Stream } from "effect"
import { basename } from "node:path"
import type { Source } from "./common/Convert.ts"
import type { Form, Forms, Person, Value } from "./common/Form.ts"
import { damaged } from "./Damaged.ts"
import type { Folder, Layout } from "./Folder.ts"
import { Foreign } from "./Foreign.ts"
import type { Left } from "./Left.ts"
import * as Lookup from "./Lookup.ts"
import * as Spool from "./Spool.ts"

export interface System {
  /** The system's name in commands and external ids. */
  readonly system: string
  /** The system's name in texts. */
  readonly title: string
  readonly layout: Layout
  /** Converts the records of a folder to the common form. */
  readonly source: (folder: Folder, left: Left) => Effect.Effect<Source, never, Scope.Scope>
}

/** A record with its file. */
export interface At {
  readonly record: Foreign
  readonly file: string
  readonly values: Row
}

/** Reads the records of a folder, and adds records of the common form. */
export class Reader {
  readonly left: Left
  readonly lookup: Lookup.Lookup
  private readonly folder: Folder
  private readonly spool: Spool.Spool
  private at = { file: "", place: "" }
  /** Tables whose records belong to others, and which of them were requested. */
  private readonly belonging = new Set<string>()
  private readonly asked = new Set<string>()
  private opened: Array<Foreign> = []

  constructor(folder: Folder, left: Left, lookup: Lookup.Lookup, spool: Spool.Spool) {
    this.folder = folder
    this.left = left
    this.lookup = lookup
    this.spool = spool
  }

  has(name: string): boolean {
    return this.folder.has(name)
  }

  /** Adds a record of the common form. */
  emit<F extends Form>(form: F, record: Forms[F]): void {
    this.spool.add(form, this.at.file, this.at.place, record)
  }

  /** Calls `use` with each record of a name. Counts the fields that it does not read. */
  each(name: string, use: (at: At) => void): Effect.Effect<void> {
    return this.records(name, (values, file, place) => {
      const record = new Foreign(name, values, this.left, place)
      use({ record, file, values })
      record.end()
      this.opened.forEach((one) => one.end())
      this.opened = []
    })
  }

  /**
   * Indexes the records of a name by their owner's key, which `keyOf` returns. Records without an owner are reported.
   */
  load(name: string, keyOf: (values: Row, file: string) => string | null): Effect.Effect<void> {
    this.belonging.add(name)
    return this.define(name, keyOf)
  }

  /** Stores the records of a name, to which others refer. */
  define(name: string, keyOf: (values: Row, file: string) => string | null): Effect.Effect<void> {
    return this.records(name, (values, file, place) => {
      const key = keyOf(values, file)
      if (key === null) this.left.add(`${place}: it is not said to what it belongs`)
      else this.lookup.add(name, key, { ...values, $place: place })
    })
  }

  /**
   * Stores the records of a name in the tables that `tableOf` returns, by their ids. The first record of an id wins.
   */
  route(
    name: string,
    tableOf: (values: Row) => { readonly table: string; readonly id: string; readonly values: Row } | null
  ) {
    return this.records(name, (values, file, place) => {
      const one = tableOf(values)
      if (one === null) this.left.add(`${place}: it is no record`)
      else if (this.lookup.all(one.table, one.id).length === 0)
        this.lookup.add(one.table, one.id, { ...one.values, $file: file, $place: place })
    })
  }

  /** Calls `use` with each record of a table. Counts the fields that it does not read. */
  eachOf(table: string, use: (at: At) => void): void {
    for (const { $file, $place, ...values } of this.lookup.each(table)) {
      this.at = { file: String($file), place: String($place) }
      const record = new Foreign(table, values, this.left, this.at.place)
      use({ record, file: this.at.file, values })
      record.end()
    }
  }

  /** Stores records in a table of another name, from which they can be read again. */
  keep(name: string, table: string, keyOf: (values: Row) => string | null): Effect.Effect<void> {
    return Stream.runForEach(this.folder.read(name), ({ place, record }) =>
      Effect.sync(() => {
        const key = record === undefined ? null : keyOf(record)
        if (key !== null) this.lookup.add(table, key, { ...record, $place: place })
      }))
  }

  /** Returns the records that belong to a key. Their unread fields are counted. */
  all(name: string, key: string | null): ReadonlyArray<Foreign> {
    if (key === null) return []
    this.asked.add(`${name} ${key}`)
    const found = this.lookup.all(name, key).map(({ $place, ...values }) =>
      new Foreign(name, values, this.left, String($place))
    )
    this.opened.push(...found)
    return found
  }

  /** Returns the records that were stored with a key. */
  rows(name: string, key: string | null): ReadonlyArray<Row> {
    return key === null ? [] : this.lookup.all(name, key)
  }

  /** Returns the record that a key refers to. */
  one(name: string, key: string | null): Row | undefined {
    return key === null ? undefined : this.lookup.all(name, key)[0]
  }

  /** Counts the records whose owner is missing. */
  end(): void {
    for (const { count, name, value } of this.lookup.counts()) {
      if (this.belonging.has(name) && !this.asked.has(`${name} ${value}`))
        this.left.add(`${name} of what is not there`, count)
    }
  }

  /** Counts the records of tables that are left out. */
  others(tables: ReadonlyArray<string>): void {
    for (const { count, name } of this.lookup.counts()) {
      if (!tables.includes(name)) this.left.add(`${name}: records that are not read`, count)
    }
  }

  private records(name: string, use: (values: Row, file: string, place: string) => void): Effect.Effect<void> {
    return Stream.runForEach(this.folder.read(name), ({ file, place, record }) =>
      Effect.sync(() => {
        this.at = { file, place }
        if (record === undefined) this.left.add(damaged(place))
        else use(record, file, place)
      }))
  }
}

/** Makes a system from the function that reads its records. */
export const system = (
  one: Omit<System, "source">,
  read: (reader: Reader) => Effect.Effect<void, never, Scope.Scope>
): System => ({
  ...one,
  source: Effect.fnUntraced(function*(folder, left) {
    const spool = yield* Spool.make
    const reader = new Reader(folder, left, yield* Lookup.make, spool)
    yield* read(reader)
    reader.end()
    return spool.source
  })
})

/**
 * Returns the key of the record that owns the records of a file: `notes/<key>.json`, `opportunities/<key>/notes.json`,
 * `notes-<key>.json`; null if the file has those of all.
 */
export const ownerOf = (file: string, names: ReadonlyArray<string>): string | null => {
  const own = basename(file).replace(/\.[a-z]+$/i, "")
  const folders = file.split("/").slice(0, -1)
  const isNamed = (text: string | undefined) => text !== undefined && names.includes(text.toLowerCase())
  if (isNamed(folders.at(-1)) && !isNamed(own.replace(/[-_.]?\d+$/, ""))) return own
  if (isNamed(own) && folders.length > 1) return folders.at(-1)!
  return isNamed(folders.at(-1)) && /^\d+$/.test(own) ? own : null
}

/** Returns a value as text; null if it is neither text nor number. */
export const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : typeof value === "number" ? String(value) : null

/** Returns a time in milliseconds since 1970 as text. */
export const timeOf = (millis: number | null): string | null =>
  millis === null || !Number.isFinite(millis) || Math.abs(millis) > 8e15 ? null : new Date(millis).toISOString()

/** Returns a user of whom a record has only the id; null without an id. */
export const userOf = (id: string | null): Person | null => id === null ? null : { id }

/** Returns the non-null values, with this type. */
export const valuesOf = (values: ReadonlyArray<string | null>, type: string | null = null): ReadonlyArray<Value> =>
  values.flatMap((value) => value === null ? [] : [{ value, type }])

/** Collects fields that have no counterpart here. */
export class Extras {
  private readonly fields: { [key: string]: { readonly name: string; readonly value: string } } = {}
  private count = 0

  add(name: string, value: string | null): this {
    if (value !== null && value !== "") this.fields[`${this.count++}`] = { name, value }
    return this
  }

  get keyed_custom_fields() {
    return { ...this.fields }
  }
}
