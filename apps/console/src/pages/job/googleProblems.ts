/** What Google misses of a job, in the person's language. The server says it in English; what is not here is shown as it says it. */
import { type Marked, msg, t } from "../../language/text.tsx"

export const problems: ReadonlyArray<Marked> = [
  msg("it is confidential"),
  msg("the careers site does not list it"),
  msg("it has no description"),
  msg("it is remote, and has no country in which those who work there may live"),
  msg("nothing says in which countries those who work remotely may live"),
  msg("it has no place with a country"),
  msg("it has no country"),
  msg("one of its places has no country"),
  msg("one of its places has no city"),
  msg("nothing says how the person is employed"),
  msg("it has no salary"),
  msg("its salary is hidden from candidates"),
  msg("its salary has no currency"),
  msg("nothing says for which time its salary is paid"),
  msg("it has no last day for applications")
]

/** The part of a message that says what is missing. */
export const missedByGoogle = (message: string): string => {
  const what = message.replace(/^[^:]*: /, "")
  return t(problems.find(({ english }) => english === what) ?? what)
}
