/**
 * The client of the misbehaving organization: reads a list of activities from stdin, prints `begun`, runs them until
 * stdin ends, and prints their outcomes as JSON.
 */
import { apply } from "./Applying.ts"
import { ask } from "./Asking.ts"
import { hang } from "./Hanging.ts"
import type { Activity } from "./Misbehaving.ts"
import { streams } from "./Streaming.ts"
import { unread } from "./Unread.ts"

const counts = new Map<string, number>()
const count = (name: string, by = 1) => void counts.set(name, (counts.get(name) ?? 0) + by)

const start = (activity: Activity): () => void | Promise<void> => {
  switch (activity.kind) {
    case "apply":
      return apply(activity, count)
    case "ask":
      return ask(activity, count)
    case "streams":
      return streams(activity, count)
    case "unread":
      return unread(activity, count)
    case "hang":
      return hang(activity, count)
  }
}

const lines = console[Symbol.asyncIterator]()
const { value } = await lines.next()
const stops = (JSON.parse(value) as ReadonlyArray<Activity>).map(start)
console.log("begun")
while (!(await lines.next()).done) {
  // Nothing else is sent on stdin; this waits for its end.
}
await Promise.all(stops.map((stop) => stop()))
console.log(JSON.stringify(Object.fromEntries(counts)))
process.exit(0)
