/**
 * The activities of the misbehaving organization's client, as data: `misbehave.ts` runs them in a separate process, so
 * that its work does not delay the measured answers.
 */
import { join } from "node:path"
import { whenEnding } from "../Cleanup.ts"
import type { Access, Request } from "../Call.ts"

/** Clients that each send the next request when they have the last answer; or, with a rate, requests at fixed times. */
export interface Ask {
  readonly kind: "ask"
  readonly access: Access
  readonly requests: ReadonlyArray<Request>
  readonly clients: number
  /** Requests per second of all clients together; as many as are answered by default. */
  readonly perSecond?: number
}

/** Event streams that stay open; one that is refused or ends is reopened after 3 s. */
export interface Streams {
  readonly kind: "streams"
  readonly accesses: ReadonlyArray<Access>
  readonly count: number
}

/** Connections that send requests without waiting, and read no answers. */
export interface Unread {
  readonly kind: "unread"
  readonly access: Access
  /** Paths on the server, such as `/docs`; the connections are spread over them. */
  readonly paths: ReadonlyArray<string>
  readonly connections: number
  /** Requests that each connection sends in one piece. */
  readonly pipelined: number
}

/** Receivers of webhooks, each on a port of its own, that accept a request and never answer. */
export interface Hang {
  readonly kind: "hang"
  readonly ports: ReadonlyArray<number>
}

/** Applications for a job of a careers site at fixed times, with files, from many addresses. */
export interface Apply {
  readonly kind: "apply"
  readonly url: string
  readonly perSecond: number
  readonly addresses: number
  /** The size of a file in bytes. */
  readonly size: number
}

export type Activity = Ask | Streams | Unread | Hang | Apply

/** The outcomes of the activities: counts by name. */
export type Tally = Readonly<Record<string, number>>

export interface Misbehaving {
  /** Stops the activities, and returns their outcomes. */
  readonly end: () => Promise<Tally>
}

/** In reality the client has a machine of its own: here it runs with lower priority. */
const polite = Bun.which("nice") === null ? [] : ["nice", "-n", "10"]

/** Starts the activities; resolves when they have begun. */
export const begin = async (activities: ReadonlyArray<Activity>): Promise<Misbehaving> => {
  const child = Bun.spawn([...polite, process.execPath, join(import.meta.dir, "misbehave.ts")], {
    env: { PATH: process.env["PATH"] ?? "", BUN_CONFIG_MAX_HTTP_REQUESTS: "1024" },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit"
  })
  const kill = whenEnding(() => child.kill("SIGKILL"))
  child.stdin.write(`${JSON.stringify(activities)}\n`)
  child.stdin.flush()
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
  let said = ""
  while (!said.includes("\n")) {
    const { done, value } = await reader.read()
    if (done) throw new Error("The misbehaving client ended before it began.")
    said += value
  }
  return {
    end: async () => {
      child.stdin.end()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        said += value
      }
      kill()
      return JSON.parse(said.slice(said.indexOf("\n"))) as Tally
    }
  }
}
