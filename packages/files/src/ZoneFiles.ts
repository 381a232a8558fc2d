/**
 * Time zones of the operating system, which its security updates renew: used if their version is newer than the pack's.
 * A directory states its version in `tzdata.zi` (Debian, Fedora), or in `+VERSION` (macOS); without a version it is not
 * used.
 */
import type { ZoneData } from "@candor/domain/time/Zone"
import { CurrentZones, packVersion, packZones, type Zones, zonesOf } from "@candor/domain/time/Zones"
import { Effect, Layer } from "effect"
import { closeSync, openSync, readFileSync, readSync } from "node:fs"
import { join } from "node:path"

/** Parses a TZif file of version 2 or later (RFC 9636): its second block has 64-bit times, followed by a POSIX rule. */
export const parseZoneFile = (bytes: Uint8Array): ZoneData => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const blockAt = (start: number, timeBytes: number) => {
    if (view.getUint32(start) !== 0x545a6966 || view.getUint8(start + 4) < 0x32)
      throw new Error("not a TZif file of version 2 or later")
    const [isUt, isStd, leap, times, types, characters] = [20, 24, 28, 32, 36, 40].map((field) =>
      view.getUint32(start + field)
    ) as [number, number, number, number, number, number]
    const instants = start + 44
    const kinds = instants + times * timeBytes
    const offsets = kinds + times
    return {
      times,
      instants,
      kinds,
      offsets,
      end: offsets + types * 6 + characters + leap * (timeBytes + 4) + isStd + isUt
    }
  }
  const { end, instants, kinds, offsets, times } = blockAt(blockAt(0, 4).end, 8)
  const offset = (type: number) => view.getInt32(offsets + type * 6)
  return {
    offset: offset(0),
    changes: Array.from(
      { length: times },
      (_, index) => [Number(view.getBigInt64(instants + index * 8)), offset(view.getUint8(kinds + index))] as const
    ),
    rule: new TextDecoder().decode(bytes.subarray(end)).trim()
  }
}

/** Returns the first bytes of a file as text; none if it cannot be read. */
const firstText = (path: string): string => {
  try {
    const file = openSync(path, "r")
    try {
      const bytes = Buffer.alloc(100)
      return bytes.toString("latin1", 0, readSync(file, bytes))
    } finally {
      closeSync(file)
    }
  } catch {
    return ""
  }
}

/** Returns the version of a directory of TZif files, such as `2026f`; none if it states none. */
export const versionOf = (directory: string): string | undefined =>
  /^(?:# version )?(\d{4}[a-z]+)\s/.exec(
    `${firstText(join(directory, "tzdata.zi")) || firstText(join(directory, "+VERSION"))}\n`
  )?.[1]

/** Returns the data of a zone in a directory; none if its file is missing or cannot be read. */
export const dataIn = (directory: string) => (name: string): ZoneData | undefined => {
  try {
    return parseZoneFile(readFileSync(join(directory, name)))
  } catch {
    return undefined
  }
}

/**
 * Reads which zones are aliases of others: a directory may lack files for names such as `US/Pacific` (Debian's
 * `tzdata-legacy`).
 */
const linksIn = (directory: string): ReadonlyMap<string, string> => {
  try {
    const lines = readFileSync(join(directory, "tzdata.zi"), "latin1").matchAll(/^L (\S+) (\S+)$/gm)
    return new Map(Array.from(lines, ([, zone, name]) => [name!, zone!]))
  } catch {
    return new Map()
  }
}

/** Returns the zones of the directory if it is newer than the pack, and otherwise those of the pack. */
export const zonesIn = (directory: string): Zones => {
  const version = versionOf(directory)
  if (version === undefined || version <= packVersion) return packZones
  const [data, links] = [dataIn(directory), linksIn(directory)]
  return zonesOf(version, (name) => data(name) ?? data(links.get(name) ?? name))
}

export const layer = Layer.effect(CurrentZones, Effect.sync(() => zonesIn("/usr/share/zoneinfo")))
