/** What a person types, once the typing has stopped for a moment. */
import { useEffect, useState } from "react"

/** Milliseconds without typing before a search begins. */
const typingMillis = 180

/** The value once it has not changed for a moment. */
export const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingMillis)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
