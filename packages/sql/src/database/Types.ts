/**
 * How the driver hands over what JavaScript has no type of its own for: `timestamptz` as the text
 * that the domain and the wire use, `bigint` as a number (nothing here counts beyond 2^53).
 */
import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

/** The signed 32 bits at `offset`, the highest first. */
const int32 = (bytes: Uint8Array, offset: number): number =>
  bytes[offset]! << 24 | bytes[offset + 1]! << 16 | bytes[offset + 2]! << 8 | bytes[offset + 3]!

/** The signed 64 bits at `offset`, exact up to 2^53. */
const integer = (bytes: Uint8Array, offset: number): number =>
  int32(bytes, offset) * 4_294_967_296 + (int32(bytes, offset + 4) >>> 0)

/** 2000-01-01T00:00:00Z, from which PostgreSQL counts its microseconds, in Unix milliseconds. */
const epochMillis = 946_684_800_000

const timestamp = (bytes: Uint8Array, offset: number): string =>
  new Date(epochMillis + Math.floor(integer(bytes, offset) / 1000)).toISOString()

const int64 = (value: number | bigint): Uint8Array => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigInt64(0, BigInt(value))
  return bytes
}

/** The driver's types, with ours in place of two of its own. */
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

/** SQL for a `timestamptz` column as the same text, for timestamps inside of JSON. */
export const iso = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
