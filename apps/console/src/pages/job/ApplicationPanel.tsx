/** An application in a panel beside its board, with the content of its page. */
import { Link } from "@tanstack/react-router"
import { startTransition, useEffect, useId, useLayoutEffect, useRef, useState } from "react"
import { t } from "../../language/text.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Loading } from "../../parts/Loading.tsx"
import { Show } from "../../parts/Page.tsx"
import { useDebounced } from "../../parts/useDebounced.ts"
import { ApplicationContent, useApplication } from "../application/ApplicationContent.tsx"
import { Headline } from "../application/Headline.tsx"
import { isApplicationKept, prefetchApplication } from "../application/loadApplication.ts"
import { StatusLine } from "../application/StatusLine.tsx"

interface Props {
  readonly id: string
  /** The candidate's name, if the board has the card: it is shown before the rest is loaded. */
  readonly name: string | undefined
  /** The applications that J and K would open, which are loaded in advance. */
  readonly neighbours: ReadonlyArray<string>
  readonly onClose: () => void
  /** Is called after a rejection in the panel. */
  readonly onRejected: () => void
  /** Opens the next or the previous card. */
  readonly onStep: (steps: number) => void
}

/**
 * Returns the application whose content is rendered. The panel first shows the name only, so that a key press gets a
 * quick response.
 */
const useDrawn = (id: string): string | undefined => {
  const [drawn, setDrawn] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setDrawn(id)))
    return () => clearTimeout(timer)
  }, [id])
  return drawn
}

export const ApplicationPanel = ({ id, name, neighbours, onClose, onRejected, onStep }: Props) => {
  // While J or K is held down, skipped applications are not loaded. Loaded ones are shown at once.
  const debounced = useDebounced(id)
  const shown = isApplicationKept(id) ? id : debounced
  const loaded = useApplication(shown)
  const isPassing = useDrawn(shown) !== id
  const isLoaded = debounced === id && loaded.value !== undefined
  const next = neighbours.join(" ")
  useEffect(() => {
    if (isLoaded) { for (const neighbour of neighbours) prefetchApplication(neighbour) }
  }, [isLoaded, next])
  const panel = useRef<HTMLElement>(null)
  const [head, setHead] = useState<HTMLElement | null>(null)
  const title = useId()
  // The focus makes a screen reader announce the application, and lets keys scroll it. Done in the same frame as the
  // board's own scrolling, so that layout runs once.
  useLayoutEffect(() => {
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollTo(0, 0)
  }, [id])
  return (
    <section ref={panel} className="panel application-panel" aria-labelledby={title} tabIndex={-1}>
      <div className="application-head">
        <header className="panel-head">
          <h2 id={title}>{name ?? (isPassing ? undefined : loaded.value?.candidate.full_name) ?? t("Application")}</h2>
          <button
            type="button"
            className="icon-button"
            aria-label={t("Previous")}
            aria-keyshortcuts="k"
            title={t("Previous (K)")}
            onClick={() => onStep(-1)}
          >
            <Icon name="up" />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={t("Next")}
            aria-keyshortcuts="j"
            title={t("Next (J)")}
            onClick={() => onStep(1)}
          >
            <Icon name="down" />
          </button>
          <Link
            to="/applications/$id"
            params={{ id }}
            className="icon-button"
            aria-label={t("Open full page")}
            title={t("Open full page")}
          >
            <Icon name="expand" />
          </Link>
          <button
            type="button"
            className="icon-button"
            aria-label={t("Close")}
            aria-keyshortcuts="Escape"
            title={t("Close (Escape)")}
            onClick={onClose}
          >
            <Icon name="close" />
          </button>
        </header>
        {isPassing || loaded.value === undefined ? null : (
          <p className="lead">
            <Headline application={loaded.value} />
            <StatusLine application={loaded.value} />
          </p>
        )}
        <div ref={setHead} />
      </div>
      {isPassing ? <Loading /> : (
        <Show of={loaded}>
          {(application) => (
            // The key resets the state between applications.
            <ApplicationContent
              key={application.id}
              application={application}
              head={head}
              loaded={loaded}
              onRejected={onRejected}
            />
          )}
        </Show>
      )}
    </section>
  )
}
