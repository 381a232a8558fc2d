/** A modal dialog: the browser's own, which keeps the focus inside, closes with Escape and gives the focus back. */
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react"
import { Icon } from "./Icon.tsx"

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Is open for as long as it is rendered. */
export const Dialog = ({ children, onClose, title }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Before the browser draws: an Escape that is pressed as soon as the content is seen would have nothing to close.
  useLayoutEffect(() => {
    const { current } = dialog
    const before = document.activeElement
    current?.showModal()
    // Else the button that closes it would come first.
    current?.querySelector<HTMLElement>("input, select, textarea, .choices button")?.focus()
    return () => {
      current?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  const closeOutside = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === dialog.current) onClose()
  }
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={closeOutside}
    >
      <div className="dialog-body">
        <header className="dialog-head">
          <h2 id={id}>{title}</h2>
          <button type="button" className="icon-button" aria-label="Close" onClick={onClose}><Icon name="close" /></button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
