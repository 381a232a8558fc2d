/**
 * The global keys: Ctrl+K (⌘K) and `/` search, `?` shows all keys. They are inactive while a person writes in a field
 * or a dialog is open. The search is loaded when the page is idle, and receives what is typed before it opens; the list
 * of keys is loaded when it is opened.
 */
import {
  lazy,
  type ReactNode,
  startTransition,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState
} from "react"
import { AddPerson } from "../pages/candidate/AddPerson.tsx"
import { AddApplication } from "../pages/job/AddApplication.tsx"
import { CreateJob } from "../pages/job/CreateJob.tsx"
import { isWriting } from "../parts/isWriting.ts"
import { keyOf } from "../parts/keyOf.ts"
import { CommandContext, makeOffers } from "./commands.ts"

const loadPalette = () => import("./Palette.tsx")
const Palette = lazy(loadPalette)
const Keys = lazy(() => import("./Keys.tsx"))

const dialogs = { search: Palette, keys: Keys, person: AddPerson, job: CreateJob, applicant: AddApplication }

export type DialogOfConsole = keyof typeof dialogs

/** Returns what a key opens; undefined for other keys. */
const opened = (event: KeyboardEvent): DialogOfConsole | "page" | undefined => {
  const { altKey, ctrlKey, metaKey, shiftKey } = event
  if (altKey) return undefined
  const key = keyOf(event)
  if (ctrlKey || metaKey) return key === "k" && !shiftKey ? "search" : undefined
  return key === "/" ? "page" : key === "?" ? "keys" : undefined
}

const isLetter = ({ altKey, ctrlKey, key, metaKey }: KeyboardEvent): boolean =>
  [...key].length === 1 && !altKey && !ctrlKey && !metaKey

export const CommandProvider = ({ children }: { readonly children: ReactNode }) => {
  const [open, setNow] = useState<DialogOfConsole>()
  /** The text that is typed while the search opens; undefined at other times. */
  const ahead = useRef<string>(undefined)
  // In a transition with an existing Suspense boundary, React shows loaded content at once; otherwise after 300 ms.
  const setOpen = useCallback((dialog: DialogOfConsole | undefined) => {
    ahead.current = dialog === "search" ? "" : undefined
    startTransition(() => setNow(dialog))
  }, [])
  const takeTyped = useCallback(() => {
    const typed = ahead.current ?? ""
    ahead.current = undefined
    return typed
  }, [])
  const [offers] = useState(makeOffers)
  useEffect(() => {
    if (!("requestIdleCallback" in window)) return
    const idle = requestIdleCallback(() => void loadPalette().catch(() => {}))
    return () => cancelIdleCallback(idle)
  }, [])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (ahead.current !== undefined && isLetter(event) && !isWriting(event.target)) {
        ahead.current += event.key
        event.preventDefault()
        return
      }
      const wanted = opened(event)
      if (
        wanted === undefined || event.defaultPrevented || isWriting(event.target) ||
        document.querySelector("dialog[open]") !== null
      ) return
      event.preventDefault()
      const field = wanted === "page"
        ? document.querySelector<HTMLElement>(".panel [type=search]") ??
          document.querySelector<HTMLElement>("main [type=search]")
        : null
      if (field === null) setOpen(wanted === "page" ? "search" : wanted)
      else field.focus()
    }
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  }, [setOpen])
  const context = useMemo(() => ({ offers, search: () => setOpen("search"), takeTyped }), [offers, setOpen, takeTyped])
  const Open = open === undefined ? undefined : dialogs[open]
  return (
    <CommandContext value={context}>
      {children}
      <Suspense>{Open === undefined ? null : <Open onClose={() => setOpen(undefined)} onOpen={setOpen} />}</Suspense>
    </CommandContext>
  )
}
