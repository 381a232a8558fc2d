/** The address of the page under /console, by the History API. */
import { type AnchorHTMLAttributes, type MouseEvent, type ReactNode, useEffect, useRef, useSyncExternalStore } from "react"

const base = "/console"

const subscribe = (listener: () => void) => {
  addEventListener("popstate", listener)
  return () => removeEventListener("popstate", listener)
}

/** The path below /console, which begins with a slash. */
export const usePath = (): string =>
  useSyncExternalStore(subscribe, () => location.pathname.slice(base.length).replace(/\/$/, "") || "/")

export const navigate = (to: string, { replace = false } = {}): void => {
  history[replace ? "replaceState" : "pushState"](null, "", base + to)
  dispatchEvent(new PopStateEvent("popstate"))
  scrollTo(0, 0)
}

/** The parameters of a path that has the form `/jobs/:jobId`; undefined where it has another form. */
export const matchPath = (form: string, path: string): Readonly<Record<string, string>> | undefined => {
  const names = form.split("/")
  const parts = path.split("/")
  if (names.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? ""
    if (name.startsWith(":")) params[name.slice(1)] = part
    else if (name !== part) return undefined
  }
  return params
}

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: string
  readonly children: ReactNode
}

/** A link within the console. Modified clicks are the browser's. */
export const Link = ({ to, children, onClick, ...rest }: LinkProps) => {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    navigate(to)
  }
  return <a {...rest} href={base + to} onClick={follow}>{children}</a>
}

/** Names the page, and puts the focus on its heading, so that a screen reader says where one is. */
export const usePageTitle = (title: string) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Candor`
  }, [title])
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return heading
}
