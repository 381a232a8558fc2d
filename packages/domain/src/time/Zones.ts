/** The port to time zones, and the data pack that is part of Candor (`bun scripts/zones.ts` updates it). */
import { Context } from "effect"
import { type Zone, type ZoneData, zoneOf } from "./Zone.ts"
import type { ZoneName } from "./ZoneName.ts"
import { pack } from "./zonePack.ts"

export interface Zones {
  /** The version of the IANA data, such as `2026f`. */
  readonly version: string
  readonly zone: (name: ZoneName) => Zone
}

/** The version of the pack. */
export const packVersion: string = pack.version

const packed = new Map(pack.zones.flatMap((data) => data.names.split(" ").map((name) => [name, data] as const)))

/** The names in the pack, in groups whose zones have been the same since 2000. */
export const packNames: ReadonlyArray<ReadonlyArray<string>> = pack.zones.map(({ names }) => names.split(" "))

/** Returns the data of a zone in the pack. Each change is `seconds since 1970:offset`. */
export const packData = (name: ZoneName): ZoneData => {
  const { changes, offset, rule } = packed.get(name)!
  const pairs = changes === ""
    ? []
    : changes.split(" ").map((change) => change.split(":").map(Number) as [number, number])
  return { offset, changes: pairs, rule }
}

/** Makes the service from data of another version. Names that it lacks fall back to the pack. */
export const zonesOf = (version: string, dataOf: (name: ZoneName) => ZoneData | undefined): Zones => {
  const zones = new Map<ZoneName, Zone>()
  return {
    version,
    zone: (name) => {
      const zone = zones.get(name) ?? zoneOf(name, dataOf(name) ?? packData(name))
      zones.set(name, zone)
      return zone
    }
  }
}

/** The zones of the pack. */
export const packZones = zonesOf(packVersion, () => undefined)

/** The zones of this process. Programs use the system's data if it is newer. */
export const CurrentZones = Context.Reference<Zones>("@candor/domain/CurrentZones", { defaultValue: () => packZones })
