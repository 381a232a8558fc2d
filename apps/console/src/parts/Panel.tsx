/** A panel beside a list, for the entry that is open: its heading gets the focus, and Escape closes it. */
import { type ReactNode, useEffect, useId, useRef } from "react"
import { t } from "../language/text.tsx"
import { Icon } from "./Icon.tsx"
import { usePageKey } from "./usePageKey.ts"

interface Props {
  /** The id of the open entry. */
  readonly id: string
  readonly heading: string
  readonly onClose: () => void
  readonly children: ReactNode
}

export const Panel = ({ children, heading, id, onClose }: Props) => {
  const element = useRef<HTMLHeadingElement>(null)
  const title = useId()
  // The focus makes a screen reader announce the entry, and keys continue from there.
  useEffect(() => element.current?.focus({ preventScroll: true }), [id])
  usePageKey("escape", onClose)
  return (
    <section className="panel" aria-labelledby={title}>
      <header className="panel-head">
        <h2 ref={element} id={title} tabIndex={-1}>{heading}</h2>
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
      {children}
    </section>
  )
}
