/**
 * Names of time zones in calendars: those of IANA, even after the path prefix of some programs, and those of Windows.
 */
import { type ZoneName, ZoneNameFromText } from "@candor/domain/time/ZoneName"
import { Option, Schema } from "effect"
import { findIana } from "windows-iana"

const decode = Schema.decodeUnknownOption(ZoneNameFromText)

/** Returns the zone of a `TZID`; undefined for a name that only the calendar itself describes. */
export const zoneNameOf = (tzid: string): ZoneName | undefined =>
  [tzid, tzid.split("/").slice(-2).join("/"), tzid.split("/").at(-1)!, findIana(tzid)[0]]
    .flatMap((name) => Option.toArray(decode(name)))[0]
