/**
 * A modal dialog: the browser's own, which keeps the focus inside and gives it back. It closes by its buttons, by
 * Escape and by a click beside it, and asks before it discards what was typed.
 */
import { useBlocker } from "@tanstack/react-router"
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react"
import { t } from "../language/text.tsx"
import { Button } from "./Action.tsx"
import { DialogContext } from "./DialogContext.ts"
import { Icon } from "./Icon.tsx"

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  /** Whether it closes by a button of its content alone, as what shows a secret does. */
  readonly isFirm?: boolean
  readonly children: ReactNode
}

/** Is open for as long as it is rendered. */
export const Dialog = ({ children, isFirm = false, onClose, title }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isEdited, setEdited] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const id = useId()
  // Before the browser draws: an Escape that is pressed as soon as the content is seen would have nothing to close.
  useLayoutEffect(() => {
    const { current } = dialog
    const before = document.activeElement
    current?.showModal()
    // Else the button that closes it would come first.
    const enter = (): boolean => {
      const first = current?.querySelector<HTMLElement>(".first") ??
        current?.querySelector<HTMLElement>("input, select, textarea, .choices button")
      first?.focus()
      return first instanceof HTMLElement
    }
    // A field that is loaded comes later; until then, Enter would press the button that closes it. A person who has
    // gone on meanwhile is left where they are.
    const hasEntered = enter()
    if (current?.querySelector(".bars") !== null) current?.focus()
    const begun = document.activeElement
    const loading = new MutationObserver(() => {
      if (document.activeElement !== begun || enter()) loading.disconnect()
    })
    if (!hasEntered) loading.observe(current!, { childList: true, subtree: true })
    return () => {
      loading.disconnect()
      // While one within is open, nothing outside of it takes the focus.
      for (const inner of current?.querySelectorAll("dialog") ?? []) inner.close()
      current?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  const isKept = isFirm || isEdited
  // Back and other addresses would discard it, too.
  useBlocker({
    shouldBlockFn: () => {
      close()
      return true
    },
    enableBeforeUnload: isKept,
    disabled: !isKept
  })
  const close = () => {
    if (isFirm) return
    if (isEdited) setAsking(true)
    else onClose()
  }
  const edited = () => setEdited(true)
  /** Its scrollbar is a part of it, and the target of a click beside it is the dialog, too. */
  const closeBeside = (event: MouseEvent<HTMLDialogElement>) => {
    const { clientX: x, clientY: y, currentTarget, target } = event
    const { bottom, left, right, top } = currentTarget.getBoundingClientRect()
    if (target !== currentTarget || (x >= left && x < right && y >= top && y < bottom)) return
    // The press would take the focus away from what opens or comes back now.
    event.preventDefault()
    close()
  }
  return (
    <dialog
      ref={dialog}
      className="dialog"
      tabIndex={-1}
      aria-labelledby={id}
      onInput={edited}
      onMouseDown={closeBeside}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
      // A gesture closes it, too.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close()
      }}
      // The browser closes it at the second time, whatever was said at the first.
      onClose={({ currentTarget, target }) => {
        if (target !== currentTarget || !currentTarget.isConnected) return
        if (isKept) currentTarget.showModal()
        close()
      }}
    >
      <div className="dialog-body">
        <header className="dialog-head">
          <h2 id={id}>{title}</h2>
          {isFirm ? null : (
            <button type="button" className="icon-button" aria-label={t("Close")} onClick={close}>
              <Icon name="close" />
            </button>
          )}
        </header>
        <DialogContext value={{ close, edited }}>{children}</DialogContext>
      </div>
      {isAsking ? <Discard onKeep={() => setAsking(false)} onDiscard={onClose} /> : null}
    </dialog>
  )
}

/** Asks whether what was typed is discarded. */
export const Discard = ({ onDiscard, onKeep }: { readonly onKeep: () => void; readonly onDiscard: () => void }) => (
  <Dialog title={t("Discard changes?")} onClose={onKeep}>
    <div className="buttons">
      <Button className="first" look="primary" onClick={onKeep}>{t("Keep editing")}</Button>
      <Button look="danger" onClick={onDiscard}>{t("Discard")}</Button>
    </div>
  </Dialog>
)
