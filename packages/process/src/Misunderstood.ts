/** Why a command line could not be understood, in one line. */
import type { CliError } from "effect/cli"
import { expected } from "./Expected.ts"

const reason = (error: CliError.NonShowHelpErrors): string => {
  if (error._tag !== "InvalidValue") return error.message.replace(/\.$/, "")
  const { kind, option, value } = error
  return `${kind === "flag" ? `--${option}` : `<${option}>`}: Expected ${expected(error.expected)}; got "${value}"`
}

/** The reasons, and where to read on. */
export const misunderstood = ({ commandPath, errors }: CliError.ShowHelp): string =>
  `${errors.map(reason).join("; ")} (see ${commandPath.join(" ")} --help)`
