/** Announces that the server is ready, and how to begin: on a terminal in a box, elsewhere in log lines. */
import * as Logging from "@candor/process/Logging"
import { version } from "@candor/process/Version"
import { Effect, Option } from "effect"

/** How to begin with the demo of an embedded database. */
export interface Beginning {
  /** Signs in to the console; none once a member of the demo has a password. */
  readonly link: Option.Option<string>
  /** The file with its keys. */
  readonly file: string
  /** A command that can be run as it is. */
  readonly request: string
}

const signIn = "To sign in to the console, open this link. It works once and expires after 24 hours:"

const tryRequest = ({ file }: Beginning) => `The demo's keys are in ${file}. Try a request:`

const width = 80

/** Puts lines between rules. There are no sides, so that a link can be clicked and copied. */
const boxed = (lines: ReadonlyArray<string>): string => {
  const rule = "─".repeat(width)
  return [rule, ...lines, rule].join("\n")
}

const box = (origin: string, demo: Option.Option<Beginning>): string => {
  const link = Option.flatMap(demo, ({ link }) => link)
  return boxed([
    ...(Option.isSome(link) ? [signIn, link.value] : ["Open the console:", `${origin}/console`]),
    ...(Option.isSome(demo) ? ["", tryRequest(demo.value), demo.value.request] : [])
  ])
}

/** Prints how to begin with a server at `origin`, in the format of the log. */
export const announce = Effect.fnUntraced(function*(origin: string, demo: Option.Option<Beginning>) {
  if ((yield* Logging.format("stdout")) === "pretty") {
    return yield* Effect.logInfo(`Candor ${version} is ready. Ctrl-C stops it; the data stays.\n${box(origin, demo)}`)
  }
  if (Option.isNone(demo)) return
  const { file, link, request } = demo.value
  if (Option.isSome(link)) yield* Effect.annotateLogs(Effect.logInfo(signIn), { link: link.value })
  yield* Effect.annotateLogs(Effect.logInfo(tryRequest(demo.value)), { demo_file: file, curl: request })
})
