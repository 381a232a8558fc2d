/**
 * What Google for Jobs misses about a job, in the person's language. The server's messages are English; one without a
 * text here is shown as it is.
 */
import { type Marked, msg, t } from "../../language/text.tsx"

export const problems: ReadonlyArray<Marked> = [
  msg("it is confidential"),
  msg("it isn't listed on the careers site"),
  msg("it has no description"),
  msg("it is remote, but no countries are set for remote work"),
  msg("no countries are set for remote work"),
  msg("it has no location with a country"),
  msg("it has no country"),
  msg("one of its locations has no country"),
  msg("one of its locations has no city"),
  msg("the employment type is missing"),
  msg("it has no salary"),
  msg("its salary is hidden from candidates"),
  msg("its salary has no currency"),
  msg("the pay period is missing"),
  msg("it has no application deadline")
]

/** Returns the part of a message that names what is missing. */
export const missedByGoogle = (message: string): string => {
  const what = message.replace(/^[^:]*: /, "")
  return t(problems.find(({ english }) => english === what) ?? what)
}
