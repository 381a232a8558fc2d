/** A value that changes often, such as what a person types, once it has stayed for a moment. */
import { useEffect, useState } from "react"

/** Milliseconds without a change. */
const pauseMillis = 180

export const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMillis)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
