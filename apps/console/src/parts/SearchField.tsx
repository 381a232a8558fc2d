/** A search field that filters the content below after a short pause in typing. */
import { useRouter } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { Icon } from "./Icon.tsx"
import { useDebounced } from "./useDebounced.ts"

interface Props {
  readonly label: string
  /** The current query. */
  readonly value: string
  readonly onChange: (value: string) => void
}

export const SearchField = ({ label, onChange, value }: Props) => {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const router = useRouter()
  const wanted = useDebounced(typed).trim()
  // Shows the query of the address after Back or the choice of a view, but not the one that this field has just sent:
  // the person may still be typing.
  useEffect(() => {
    if (value !== sent.current) setTyped(value)
    sent.current = value
  }, [value])
  useEffect(() => {
    // Does not interrupt a navigation to another page that is still loading.
    const isLeaving = router.latestLocation.pathname !== router.state.resolvedLocation?.pathname
    if (wanted === sent.current || isLeaving) return
    sent.current = wanted
    onChange(wanted)
    // `onChange` changes with each rendering.
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
