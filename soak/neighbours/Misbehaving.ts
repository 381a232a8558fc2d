/**
 * What the misbehaving organization's client does, as data: `misbehave.ts` does it in a process of its own, so that
 * its own work delays no answer that is timed.
 */
import { join } from "node:path"
import { whenEnding } from "../Cleanup.ts"
import type { Access, Request } from "../Call.ts"

/** Clients that each send the next request once they have the last answer; or, with a rate, requests at fixed times. */
export interface Ask {
  readonly kind: "ask"
  readonly access: Access
  readonly requests: ReadonlyArray<Request>
  readonly clients: number
  /** Requests a second of all clients together; without it as many as are answered. */
  readonly perSecond?: number
}

/** Event streams that stay open; one that is refused or ends is opened again after 3 s. */
export interface Streams {
  readonly kind: "streams"
  readonly accesses: ReadonlyArray<Access>
  readonly count: number
}

/** Connections that send requests one after the other without waiting, and read nothing. */
export interface Unread {
  readonly kind: "unread"
  readonly access: Access
  /** From the origin, such as `/docs`; the connections are spread over them. */
  readonly paths: ReadonlyArray<string>
  readonly connections: number
  /** Requests that each connection sends at once. */
  readonly pipelined: number
}

/** Receivers of webhooks, each on a port of its own, that take a request and never answer. */
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
  /** Bytes of a file. */
  readonly size: number
}

export type Activity = Ask | Streams | Unread | Hang | Apply

/** What came of the activities: counts by name. */
export type Tally = Readonly<Record<string, number>>

export interface Misbehaving {
  /** Ends the activities, and returns what came of them. */
  readonly end: () => Promise<Tally>
}

/** In life the client has a machine of its own: here it leaves the processors to the others. */
const polite = Bun.which("nice") === null ? [] : ["nice", "-n", "10"]

/** Starts the activities; returns once they have begun. */
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
