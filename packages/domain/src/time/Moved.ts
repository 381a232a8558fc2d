/** Appointments that an update of time zone data has moved: their instant is now at another local time than agreed. */
import type { Timestamp } from "../Timestamp.ts"
import { type LocalTime, localTimeAt, timestampOf } from "./LocalTime.ts"
import type { ZoneName } from "./ZoneName.ts"
import type { Zones } from "./Zones.ts"

/** The agreed local time, with its instant at that time. */
export interface Appointment {
  readonly starts_at: Timestamp
  readonly local_start: LocalTime
  readonly time_zone: ZoneName
}

/** An appointment whose local time is now another instant, and the local time of the stored instant. */
export interface Moved<A extends Appointment> {
  readonly appointment: A
  readonly instant: Timestamp
  readonly shown: LocalTime
}

/**
 * Returns the appointments that moved. One in a gap keeps its instant, and so does one at the second of two instants.
 */
export const movedBy = <A extends Appointment>(appointments: ReadonlyArray<A>, zones: Zones): ReadonlyArray<Moved<A>> =>
  appointments.flatMap((appointment) => {
    const zone = zones.zone(appointment.time_zone)
    const shown = localTimeAt(zone, appointment.starts_at)
    const instant = timestampOf(zone, appointment.local_start)
    return shown === appointment.local_start || instant === appointment.starts_at
      ? []
      : [{ appointment, instant, shown }]
  })
