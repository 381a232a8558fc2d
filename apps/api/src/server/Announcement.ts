/**
 * Says that the server serves, and how to begin: on a terminal in a box that ends the start, elsewhere in lines of the
 * log.
 */
import * as Logging from "@candor/process/Logging"
import { version } from "@candor/process/Version"
import { Effect, Option } from "effect"

/** How to begin with the demo of an embedded database. */
export interface Beginning {
  /** Signs in to the console; none once a member of the demo has a password. */
  readonly link: Option.Option<string>
  /** Where its keys are. */
  readonly file: string
  /** A command that works as it stands. */
  readonly request: string
}

const signIn = "To sign in to the console, open this link. It works once and expires after 24 hours:"

const tryRequest = ({ file }: Beginning) => `The demo's keys are in ${file}. Try a request:`

const width = 80

/** Sets lines apart from the log. They have no sides, so that a link is clicked and copied as it is. */
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

/** Tells how to begin with a server at `origin`, in the format of the log. */
export const announce = Effect.fnUntraced(function*(origin: string, demo: Option.Option<Beginning>) {
  if ((yield* Logging.format("stdout")) === "pretty") {
    return yield* Effect.logInfo(`Candor ${version} is ready. Ctrl-C stops it; the data stays.\n${box(origin, demo)}`)
  }
  if (Option.isNone(demo)) return
  const { file, link, request } = demo.value
  if (Option.isSome(link)) yield* Effect.annotateLogs(Effect.logInfo(signIn), { link: link.value })
  yield* Effect.annotateLogs(Effect.logInfo(tryRequest(demo.value)), { demo_file: file, curl: request })
})
