/**
 * Notices about completed actions. They are shown for some seconds at the edge of the page, with an undo by button or
 * Ctrl+Z. Their time pauses while the pointer or the focus is on them.
 */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react"
import { messageOfChange } from "../api/failures.ts"
import { t } from "../language/text.tsx"
import { Button } from "./Action.tsx"
import { isWriting } from "./isWriting.ts"
import { keyOf } from "./keyOf.ts"

export interface Offer {
  /** The subject of the notice: a later notice about the same subject replaces it. */
  readonly about?: string
  /**
   * Undoes the change, and returns a sentence about the part that stays; fails with the reason if it cannot be undone.
   */
  readonly undo?: () => Promise<string | void>
  /** Another action that the notice offers by a button. */
  readonly more?: { readonly label: string; readonly run: () => void } | undefined
  /** Is called when the action can no longer be undone. */
  readonly onGone?: () => Promise<unknown>
}

interface Notice extends Offer {
  readonly id: number
  readonly text: string
}

type Tell = (text: string, offer?: Offer) => void

const Context = createContext<{ readonly tell: Tell; readonly endAll: () => Promise<unknown> }>({
  tell: () => {},
  endAll: () => Promise.resolve()
})

export const useNotice = (): Tell => useContext(Context).tell

/** Returns a function that ends all notices, and waits for the work they held back; used before signing out. */
export const useEndNotices = (): () => Promise<unknown> => useContext(Context).endAll

/** Milliseconds for which a notice is shown, without and with an undo. */
const [shownMillis, offeredMillis] = [6000, 10_000]

/** The maximum number of visible notices. */
const maxNotices = 3

export const NoticeProvider = ({ children }: { readonly children: ReactNode }) => {
  const [notices, setNotices] = useState<ReadonlyArray<Notice>>([])
  const [isHeld, setHeld] = useState(false)
  const latest = useRef(notices)
  const focusedBefore = useRef<EventTarget>(null)
  const show = useCallback((after: ReadonlyArray<Notice>) => {
    latest.current = after
    setNotices(after)
  }, [])
  const end = useCallback((ended: ReadonlyArray<Notice>) => {
    show(latest.current.filter((notice) => !ended.includes(notice)))
    return Promise.all(ended.map(({ onGone }) => onGone?.()))
  }, [show])
  const endAll = useCallback(() => end(latest.current), [end])
  const tell = useCallback((text: string, offer: Offer = {}) => {
    const replaced = latest.current.filter(({ about }) => about !== undefined && about === offer.about)
    const others = latest.current.filter((notice) => !replaced.includes(notice))
    show([...latest.current, { ...offer, text, id: (latest.current.at(-1)?.id ?? 0) + 1 }])
    void end([...replaced, ...others.slice(0, Math.max(0, others.length + 1 - maxNotices))])
  }, [end, show])
  const undo = useCallback(({ id, undo }: Notice) => {
    show(latest.current.filter((notice) => notice.id !== id))
    setHeld(false)
    const { current } = focusedBefore
    const before = current instanceof HTMLElement && current.isConnected
      ? current
      : document.querySelector<HTMLElement>("h1")
    // After Ctrl+Z the focus is outside of the notices, and stays there.
    if (document.activeElement?.closest(".notices") !== null) before?.focus()
    undo?.().then(
      (left = "") => tell(left === "" ? t("Undone") : `${t("Undone")}. ${left}`),
      (error: unknown) => tell(`${t("Couldn't undo that.")} ${messageOfChange(error)}`)
    )
  }, [show, tell])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || keyOf(event) !== "z" || isWriting(event.target)) return
      const newest = latest.current.findLast((notice) => notice.undo !== undefined)
      event.preventDefault()
      if (newest === undefined) tell(t("Nothing to undo"), { about: "undo" })
      else undo(newest)
    }
    // After leaving the page nobody can undo, so held work is done now.
    const leave = () => void endAll()
    addEventListener("keydown", press)
    addEventListener("pagehide", leave)
    return () => {
      removeEventListener("keydown", press)
      removeEventListener("pagehide", leave)
      leave()
    }
  }, [endAll, tell, undo])
  const value = useMemo(() => ({ tell, endAll }), [endAll, tell])
  return (
    <Context value={value}>
      {children}
      <div
        className="notices"
        role="status"
        onMouseEnter={() => setHeld(true)}
        onMouseLeave={() => setHeld(false)}
        onFocus={({ currentTarget, relatedTarget }) => {
          setHeld(true)
          if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) focusedBefore.current = relatedTarget
        }}
        onBlur={() => setHeld(false)}
      >
        {notices.map((notice) => (
          <Shown
            key={notice.id}
            notice={notice}
            isHeld={isHeld}
            onEnd={() => end([notice])}
            onUndo={() => undo(notice)}
          />
        ))}
      </div>
    </Context>
  )
}

interface ShownProps {
  readonly notice: Notice
  readonly isHeld: boolean
  readonly onEnd: () => void
  readonly onUndo: () => void
}

const Shown = ({ isHeld, notice, onEnd, onUndo }: ShownProps) => {
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(
      onEnd,
      notice.undo === undefined && notice.more === undefined ? shownMillis : offeredMillis
    )
    return () => clearTimeout(timer)
    // `onEnd` changes with each rendering, which must not restart the time.
  }, [isHeld, notice])
  return (
    <div className="notice">
      <p>{notice.text}</p>
      {notice.more === undefined ? null : (
        <Button
          look="quiet"
          onClick={() => {
            onEnd()
            notice.more?.run()
          }}
        >
          {notice.more.label}
        </Button>
      )}
      {notice.undo === undefined
        ? null
        : <Button look="quiet" aria-keyshortcuts="Control+Z" title={t("Ctrl+Z")} onClick={onUndo}>{t("Undo")}</Button>}
    </div>
  )
}
