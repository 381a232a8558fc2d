/** How the driver hands over `timestamptz`: as the text that the domain and the wire use. */
import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

/** 2000-01-01T00:00:00Z, from which PostgreSQL counts its microseconds, in Unix milliseconds. */
const epochMillis = 946_684_800_000

const read = (bytes: Uint8Array, offset: number): string => {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, 8)
  const micros = view.getInt32(0) * 4_294_967_296 + view.getUint32(4)
  return new Date(epochMillis + Math.floor(micros / 1000)).toISOString()
}

const toDate = (text: string) => PgTypes.encode(new Date(text), PgTypes.OID.timestamptz)

/** The driver's types with `timestamptz` read as ISO 8601 text (as a parameter it is text already). */
export const registry: PgTypes.Registry = PgTypes.makeRegistry()
registry.register<string>(PgTypes.OID.timestamptz, {
  encode: toDate,
  decode: (bytes) => Result.succeed(read(bytes, 0)),
  read: (bytes, offset) => Result.succeed(read(bytes, offset))
}, { arrayOid: PgTypes.OID.timestamptzArray })

/** SQL for a `timestamptz` column as the same text, for timestamps inside of JSON. */
export const iso = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
