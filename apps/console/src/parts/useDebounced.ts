/** A value that changes often, such as what a person types, once it has stayed for a moment. */
import { useEffect, useState } from "react"

/** Waits for `pauseMillis` without a change. */
export const useDebounced = (value: string, pauseMillis = 180): string => {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pauseMillis)
    return () => clearTimeout(timer)
  }, [pauseMillis, value])
  return debounced
}
