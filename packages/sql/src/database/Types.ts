/**
 * How the driver decodes values that JavaScript has no type for: `timestamptz` as the text that the domain and the wire
 * use, `bigint` as a number (no count here exceeds 2^53).
 */
import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

/** Returns the signed big-endian 32-bit integer at `offset`. */
const int32 = (bytes: Uint8Array, offset: number): number =>
  bytes[offset]! << 24 | bytes[offset + 1]! << 16 | bytes[offset + 2]! << 8 | bytes[offset + 3]!

/** Returns the signed 64-bit integer at `offset`, exact up to 2^53. */
const integer = (bytes: Uint8Array, offset: number): number =>
  int32(bytes, offset) * 4_294_967_296 + (int32(bytes, offset + 4) >>> 0)

/** PostgreSQL's epoch, 2000-01-01T00:00:00Z, in Unix milliseconds. */
const epochMillis = 946_684_800_000

const timestamp = (bytes: Uint8Array, offset: number): string =>
  new Date(epochMillis + Math.floor(integer(bytes, offset) / 1000)).toISOString()

const int64 = (value: number | bigint): Uint8Array => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigInt64(0, BigInt(value))
  return bytes
}

/** The driver's types, with two of them replaced by ours. */
export const registry: PgTypes.Registry = PgTypes.makeRegistry()

registry.register<string>(PgTypes.OID.timestamptz, {
  encode: (text) => PgTypes.encode(new Date(text), PgTypes.OID.timestamptz),
  decode: (bytes) => Result.succeed(timestamp(bytes, 0)),
  read: (bytes, offset) => Result.succeed(timestamp(bytes, offset))
}, { arrayOid: PgTypes.OID.timestamptzArray })

registry.register<number | bigint>(PgTypes.OID.int8, {
  encode: (value) => Result.succeed(int64(value)),
  decode: (bytes) => Result.succeed(integer(bytes, 0)),
  read: (bytes, offset) => Result.succeed(integer(bytes, offset))
}, { arrayOid: PgTypes.OID.int8Array })

/** Returns SQL for a `timestamptz` column as the same text, for timestamps inside of JSON. */
export const iso = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
