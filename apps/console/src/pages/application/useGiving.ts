/** Whether the feedback form is open on the application. */
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import { useMay } from "../../session/CurrentSession.tsx"

export interface Giving {
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
}

/** The link of a feedback request also opens the form. */
export const useGiving = (): Giving => {
  const mayGive = useMay("comment")
  const isLinked = useSearch({ strict: false, select: (search) => search.open === "feedback" })
  const navigate = useNavigate()
  const [isChosen, setChosen] = useState(false)
  const close = () => {
    setChosen(false)
    if (isLinked) void navigate({ to: ".", search: {}, replace: true, ignoreBlocker: true, resetScroll: false })
  }
  return { isOpen: mayGive && (isLinked || isChosen), open: () => setChosen(true), close }
}
