import { Schema } from "effect"

/** Whether candidates can book a member whose calendar cannot be read. */
export const CalendarFailure = Schema.Literals(["warn", "block"])
export type CalendarFailure = typeof CalendarFailure.Type
