/**
 * Appointments that another version of the zones' data has moved: clocks show another time at their instant than people
 * agreed on.
 */
import type { Timestamp } from "../Timestamp.ts"
import { type LocalTime, localTimeAt, timestampOf } from "./LocalTime.ts"
import type { ZoneName } from "./ZoneName.ts"
import type { Zones } from "./Zones.ts"

/** What people agreed on, with the instant that it was then. */
export interface Appointment {
  readonly starts_at: Timestamp
  readonly local_start: LocalTime
  readonly time_zone: ZoneName
}

/** An appointment whose local time now is another instant, and what clocks show at the stored one. */
export interface Moved<A extends Appointment> {
  readonly appointment: A
  readonly instant: Timestamp
  readonly shown: LocalTime
}

/** Returns the appointments that moved. One in a gap keeps its instant, and so does the second of two. */
export const movedBy = <A extends Appointment>(appointments: ReadonlyArray<A>, zones: Zones): ReadonlyArray<Moved<A>> =>
  appointments.flatMap((appointment) => {
    const zone = zones.zone(appointment.time_zone)
    const shown = localTimeAt(zone, appointment.starts_at)
    const instant = timestampOf(zone, appointment.local_start)
    return shown === appointment.local_start || instant === appointment.starts_at
      ? []
      : [{ appointment, instant, shown }]
  })
