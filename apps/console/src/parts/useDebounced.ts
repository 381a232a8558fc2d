/** A value that changes often, such as what a person types, once it has stayed for a moment. */
import { useEffect, useState } from "react"

/** Milliseconds without a change. */
const pauseMillis = 180

export const useDebounced = (value: string): string => {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pauseMillis)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
