/** Debounces a value that changes often, such as typed text. */
import { useEffect, useState } from "react"

/** Returns the value after `pauseMillis` without a change. */
export const useDebounced = (value: string, pauseMillis = 180): string => {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pauseMillis)
    return () => clearTimeout(timer)
  }, [pauseMillis, value])
  return debounced
}
