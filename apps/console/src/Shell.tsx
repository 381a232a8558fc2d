/** The navigation beside the page, or above it on a narrow screen. */
import { Link, type LinkProps, Outlet, useLocation } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { messageOf } from "./api/failures.ts"
import { Icon, type IconName } from "./parts/Icon.tsx"
import { useNotice, useSettle } from "./parts/Notice.tsx"
import { useKeptFocus } from "./parts/useKeptFocus.ts"
import { useMay, useOnSignedOut, useSession } from "./session/CurrentSession.tsx"
import { signOut } from "./session/Session.ts"
import { forgetDrafts } from "./session/useDraft.ts"

type Item = readonly [to: LinkProps["to"], name: string, icon: IconName]

const desk: ReadonlyArray<Item> = [
  ["/jobs", "Jobs", "jobs"],
  ["/candidates", "Candidates", "candidates"],
  ["/sourcing", "Sourcing", "sourcing"],
  ["/activity", "Activity", "activity"]
]

const settings: ReadonlyArray<Item> = [
  ["/organization", "Organization", "organization"],
  ["/members", "Members", "members"],
  ["/api-keys", "API keys", "key"],
  ["/webhooks", "Webhooks", "webhook"],
  ["/background-work", "Background work", "warning"]
]

/** The settings that every member may read. */
const open: ReadonlySet<LinkProps["to"]> = new Set(["/organization", "/members"] as const)

const Items = ({ items }: { readonly items: ReadonlyArray<Item> }) => (
  <ul>
    {items.map(([to, name, icon]) => (
      <li key={to}>
        <Link to={to}><Icon name={icon} />{name}</Link>
      </li>
    ))}
  </ul>
)

export const Shell = () => {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const session = useSession()
  const onSignedOut = useOnSignedOut()
  const { organization, user } = session
  const tell = useNotice()
  const settle = useSettle()
  const isAdmin = useMay("admin")
  const [isOpen, setOpen] = useState(false)
  const page = useRef<HTMLElement>(null)
  useKeptFocus(page)
  useEffect(() => setOpen(false), [path])
  const leave = () => settle().then(() => signOut(session)).then(() => {
    forgetDrafts()
    onSignedOut()
  }, (error: unknown) => tell(`You are still signed in. ${messageOf(error)}`))
  return (
    <div className="shell">
      <a className="skip" href="#content">Skip to the page</a>
      <header className="side">
        <div className="brand">
          <Link to="/jobs" className="brand-name">Candor</Link>
          <button type="button" className="icon-button menu-button" aria-expanded={isOpen} aria-controls="navigation" onClick={() => setOpen(!isOpen)}>
            <Icon name={isOpen ? "close" : "menu"} />
            <span className="hidden">Menu</span>
          </button>
        </div>
        <nav id="navigation" aria-label="Console" className={isOpen ? "open" : ""}>
          <Items items={desk} />
          <h2 id="settings-title">{organization.name}</h2>
          <Items items={isAdmin ? settings : settings.filter(([to]) => open.has(to))} />
          <div className="person">
            <Link to="/account" className="person-link">
              <span className="person-name">{user.full_name}</span>
              <span className="hint">{user.email}</span>
            </Link>
            <button type="button" className="icon-button" aria-label="Sign out" title="Sign out" onClick={leave}><Icon name="signOut" /></button>
          </div>
        </nav>
      </header>
      <main ref={page} id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}
