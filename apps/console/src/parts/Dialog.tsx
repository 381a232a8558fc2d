/**
 * A modal dialog, the browser's own, which traps the focus and restores it. It closes by its buttons, by Escape and by
 * a click beside it, and asks before it discards input.
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
  /** Whether only a button of its content closes it, as for a secret that is shown once. */
  readonly isFirm?: boolean
  readonly children: ReactNode
}

/** It is open as long as it is rendered. */
export const Dialog = ({ children, isFirm = false, onClose, title }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isEdited, setEdited] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const id = useId()
  // Opens before the browser paints, so that an early Escape already closes it.
  useLayoutEffect(() => {
    const { current } = dialog
    const before = document.activeElement
    current?.showModal()
    // Otherwise the close button would get the focus first.
    const enter = (): boolean => {
      const first = current?.querySelector<HTMLElement>(".first") ??
        current?.querySelector<HTMLElement>("input, select, textarea, .choices button")
      first?.focus()
      return first instanceof HTMLElement
    }
    // A field that is still loading appears later; until then, Enter would press the close button. If the person has
    // moved on meanwhile, the focus stays.
    const hasEntered = enter()
    if (current?.querySelector(".bars") !== null) current?.focus()
    const begun = document.activeElement
    const loading = new MutationObserver(() => {
      if (document.activeElement !== begun || enter()) loading.disconnect()
    })
    if (!hasEntered) loading.observe(current!, { childList: true, subtree: true })
    return () => {
      loading.disconnect()
      // While an inner dialog is open, nothing outside of it can take the focus.
      for (const inner of current?.querySelectorAll("dialog") ?? []) inner.close()
      current?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  const isKept = isFirm || isEdited
  // Navigating away, also by Back, would discard the input too.
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
  /** Clicks on its scrollbar have the dialog as target, too; they do not close it. */
  const closeBeside = (event: MouseEvent<HTMLDialogElement>) => {
    const { clientX: x, clientY: y, currentTarget, target } = event
    const { bottom, left, right, top } = currentTarget.getBoundingClientRect()
    if (target !== currentTarget || (x >= left && x < right && y >= top && y < bottom)) return
    // The press would move the focus away from what opens or returns now.
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
      // A gesture of the system can cancel it, too.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close()
      }}
      // A browser closes it at the second cancel event, even if the first was prevented.
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

/** Asks whether to discard the input. */
export const Discard = ({ onDiscard, onKeep }: { readonly onKeep: () => void; readonly onDiscard: () => void }) => (
  <Dialog title={t("Discard changes?")} onClose={onKeep}>
    <div className="buttons">
      <Button className="first" look="primary" onClick={onKeep}>{t("Keep editing")}</Button>
      <Button look="danger" onClick={onDiscard}>{t("Discard")}</Button>
    </div>
  </Dialog>
)
