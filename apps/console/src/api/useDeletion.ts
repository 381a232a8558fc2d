/**
 * Deletes what no operation can restore: the entry disappears at once, and the request waits as long as the notice with
 * its undo is shown. Closing the tab sends it.
 */
import { NotFound } from "@candor/client"
import { useSyncExternalStore } from "react"
import { t } from "../language/text.tsx"
import { useNotice } from "../parts/Notice.tsx"
import { messageOfChange } from "./failures.ts"

let hidden: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

const set = (after: ReadonlySet<string>) => {
  hidden = after
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The ids that are being deleted, which no list shows. */
export const useDeleted = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => hidden)

interface Deletion {
  readonly id: string
  /** What is deleted, for the notice: “The note”. */
  readonly what: string
  readonly send: () => Promise<unknown>
  readonly onDeleted: () => void
}

/** Returns a function that deletes after a few seconds, during which it can be undone. */
export const useDeletion = () => {
  const tell = useNotice()
  return ({ id, onDeleted, send, what }: Deletion): void => {
    const show = () => set(hidden.difference(new Set([id])))
    set(hidden.union(new Set([id])))
    tell(t("{what} will be deleted in a few seconds.", { what }), {
      undo: async () => show(),
      onGone: () =>
        send().then(onDeleted, (error: unknown) => {
          if (error instanceof NotFound) return onDeleted()
          show()
          tell(`${t("{what} wasn't deleted.", { what })} ${messageOfChange(error)}`)
        })
    })
  }
}
