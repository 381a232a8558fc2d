/** Copies a text; `copied` is false if the browser refused. */
import { useState } from "react"

export const useCopy = (text: string) => {
  const [copied, setCopied] = useState<boolean>()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }
  return { copied, copy }
}
