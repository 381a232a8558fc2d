/** A field whose text filters what is below, once a person stops typing for a moment. */
import { useRouter } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { Icon } from "./Icon.tsx"
import { useDebounced } from "./useDebounced.ts"

interface Props {
  readonly label: string
  /** What is searched for now. */
  readonly value: string
  readonly onChange: (value: string) => void
}

export const SearchField = ({ label, onChange, value }: Props) => {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const router = useRouter()
  const wanted = useDebounced(typed).trim()
  // Shows the text of the address after a view or Back was chosen, but not the text that this field has just sent: the
  // person may be typing on.
  useEffect(() => {
    if (value !== sent.current) setTyped(value)
    sent.current = value
  }, [value])
  useEffect(() => {
    // Who is on the way to another page, which is still loaded, stays on the way.
    const isLeaving = router.latestLocation.pathname !== router.state.resolvedLocation?.pathname
    if (wanted === sent.current || isLeaving) return
    sent.current = wanted
    onChange(wanted)
    // `onChange` is new at each rendering.
  }, [wanted])
  return (
    <search className="search">
      <Icon name="search" />
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  )
}
