/** Keeps showing the previous value while the next one loads. */
import { useRef } from "react"
import type { LoadedValue } from "../api/useLoaded.ts"

/** Returns the value; until it is loaded, the last value of the same subject. */
export const useKept = <A>(
  loaded: LoadedValue<A>,
  subject: string
): LoadedValue<A> & { readonly isBehind: boolean } => {
  const kept = useRef<{ readonly subject: string; readonly value: A }>(undefined)
  if (loaded.value !== undefined) kept.current = { subject, value: loaded.value }
  const value = loaded.value ??
    (kept.current?.subject === subject && loaded.error === undefined ? kept.current.value : undefined)
  return { ...loaded, value, isBehind: loaded.value === undefined && value !== undefined }
}
