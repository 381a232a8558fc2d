/** Saves typed values after a short pause, one save at a time. Leaving the page sends what is not saved. */
import { useEffect, useRef, useState } from "react"
import { messageOfChange } from "../../api/failures.ts"

/** Milliseconds without typing after which values are saved. */
const quietMillis = 800

export type Saving = "unsaved" | "saving" | "saved"

export interface Autosave<A> {
  /** Undefined before anything was typed. */
  readonly state: Saving | undefined
  /** Why the latest save failed, as a sentence. */
  readonly error: string | undefined
  /** Sets the value to save, replacing one that is not saved yet. */
  readonly change: (value: A) => void
  /** Saves at once. Resolves to whether everything is saved. */
  readonly flush: () => Promise<boolean>
}

export const useAutosave = <A>(send: (value: A) => Promise<unknown>): Autosave<A> => {
  const [state, setState] = useState<Saving>()
  const [error, setError] = useState<string>()
  const waiting = useRef<{ readonly value: A }>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const save = async () => {
    const next = waiting.current
    if (next === undefined) return
    waiting.current = undefined
    setState("saving")
    try {
      await send(next.value)
      setError(undefined)
      setState(waiting.current === undefined ? "saved" : "unsaved")
    } catch (failure) {
      waiting.current ??= next
      setError(messageOfChange(failure))
      setState("unsaved")
    }
  }
  const flush = async (): Promise<boolean> => {
    clearTimeout(timer.current)
    const saved = queue.current.then(save)
    queue.current = saved
    await saved
    return waiting.current === undefined
  }
  const change = (value: A) => {
    waiting.current = { value }
    setState("unsaved")
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flush(), quietMillis)
  }
  useEffect(() => () => void flush(), [])
  return { state, error, change, flush }
}
