/** A reader for files, with zoom and a search that marks its matches. Zoom and search stay for the next file. */
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react"
import { t } from "../language/text.tsx"
import { usePageKey } from "../parts/usePageKey.ts"
import { rangesOf } from "./rangesOf.ts"

interface Props {
  readonly name: string
  /** Whether the file has text to search. */
  readonly hasText: boolean
  readonly children: ReactNode
}

/** Percent of the available width; for a text, of its usual size. */
const zooms = [50, 75, 100, 125, 150, 200, 300]

// Kept while the person goes from applicant to applicant; a reload of the console resets it.
const kept = { zoom: 100, query: "" }

/** A state that the next file starts with. */
const useReaderChoice = <Name extends keyof typeof kept>(name: Name) => {
  const [value, setValue] = useState(kept[name])
  const set = (next: (typeof kept)[Name]) => {
    kept[name] = next
    setValue(next)
  }
  return [value, set] as const
}

export const Reader = ({ children, hasText, name }: Props) => {
  const view = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useReaderChoice("zoom")
  const [query, setQuery] = useReaderChoice("query")
  const found = useFound(view, hasText ? query : "")
  useLayoutEffect(() => view.current?.style.setProperty("--zoom", String(zoom / 100)), [zoom])
  const step = (by: number) => setZoom(zooms[Math.min(zooms.length - 1, Math.max(0, zooms.indexOf(zoom) + by))]!)
  usePageKey("+", () => step(1))
  usePageKey("=", () => step(1))
  usePageKey("-", () => step(-1))
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") found.go(event.shiftKey ? -1 : 1)
    else if (event.key === "Escape" && (query !== "" || event.currentTarget.closest("dialog") === null)) {
      // Only the search closes, not the dialog around it.
      event.stopPropagation()
      setQuery("")
      view.current?.focus()
    } else return
    event.preventDefault()
  }
  return (
    <>
      <div className="reader-tools" role="group" aria-label={t("View of {name}", { name })}>
        {hasText
          ? (
            <>
              <input
                className="input"
                type="search"
                aria-label={t("Search {name}", { name })}
                placeholder={t("Search this file")}
                value={query}
                // A dialog around it would ask whether to discard the input.
                onInput={(event) => event.stopPropagation()}
                onChange={({ target }) => setQuery(target.value)}
                onKeyDown={press}
              />
              <span className="hint" role="status">{query.trim() === "" ? "" : saidOf(found)}</span>
            </>
          )
          : null}
        <span className="reader-zoom">
          <button
            type="button"
            className="icon-button"
            aria-label={t("Zoom out")}
            aria-keyshortcuts="-"
            title={t("Zoom out (−)")}
            onClick={() => step(-1)}
          >
            −
          </button>
          <button type="button" className="link" title={t("Fit width")} onClick={() => setZoom(100)}>{zoom}%</button>
          <button
            type="button"
            className="icon-button"
            aria-label={t("Zoom in")}
            aria-keyshortcuts="+"
            title={t("Zoom in (+)")}
            onClick={() => step(1)}
          >
            +
          </button>
        </span>
      </div>
      <div ref={view} className="file-view first" role="region" aria-label={name} tabIndex={0}>{children}</div>
    </>
  )
}

const saidOf = ({ at, count }: { readonly at: number; readonly count: number }): string =>
  count === 0 ? t("Not found") : t("{at} of {count}", { at: at + 1, count })

/** Marks matches in a file, also in pages that are drawn later, and steps through them. */
const useFound = (view: RefObject<HTMLElement | null>, query: string) => {
  const [count, setCount] = useState(0)
  const [at, setAt] = useState(0)
  const ranges = useRef<ReadonlyArray<Range>>([])
  const chosen = useRef(0)
  const mark = (one: number) => {
    chosen.current = one
    setAt(one)
    const { [one]: current } = ranges.current
    if (!("highlights" in CSS)) return
    CSS.highlights.set("found", new Highlight(...ranges.current))
    CSS.highlights.set("found-here", new Highlight(...current === undefined ? [] : [current]))
  }
  const show = (one: number) => {
    mark(one)
    ranges.current[one]?.startContainer.parentElement?.scrollIntoView({ block: "center", inline: "nearest" })
  }
  useEffect(() => {
    const { current } = view
    if (current === null || query.trim() === "") return
    const find = () => {
      ranges.current = rangesOf(current, query)
      setCount(ranges.current.length)
      // Matches on later pages come after those that were found first.
      mark(Math.min(chosen.current, Math.max(0, ranges.current.length - 1)))
    }
    find()
    if (ranges.current.length > 0) show(0)
    const observer = new MutationObserver(find)
    observer.observe(current, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      ranges.current = []
      setCount(0)
      mark(0)
    }
    // `mark` and `show` read the current values.
  }, [query])
  return { at, count, go: (by: number) => count > 0 && show((at + by + count) % count) }
}
