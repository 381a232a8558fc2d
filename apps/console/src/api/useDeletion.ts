/**
 * Deletes what no operation brings back: it is hidden at once, and the request is held for the time of its notice,
 * which says so. A tab that is closed meanwhile sends it.
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

/** The ids of what is being deleted: no list shows it. */
export const useDeleted = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => hidden)

interface Deletion {
  readonly id: string
  /** What is deleted, in words: “The note”. */
  readonly what: string
  readonly send: () => Promise<unknown>
  readonly onDeleted: () => void
}

/** Returns a function that deletes after a moment, in which a person can take it back. */
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
