/** The navigation beside the page, or above it on a narrow screen. */
import { Link, type LinkProps, Outlet, useLocation } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { msg, t } from "../language/text.tsx"
import { Icon, type IconName } from "../parts/Icon.tsx"
import { useKeptFocus } from "../parts/useKeptFocus.ts"
import { useMay, useSession } from "../session/CurrentSession.tsx"
import { AccountMenu } from "./AccountMenu.tsx"

type Item = readonly [to: LinkProps["to"], name: string, icon: IconName]

const desk: ReadonlyArray<Item> = [
  ["/jobs", msg("Jobs"), "jobs"],
  ["/candidates", msg("Candidates"), "candidates"],
  ["/sourcing", msg("Sourcing"), "sourcing"],
  ["/activity", msg("Activity"), "activity"]
]

const settings: ReadonlyArray<Item> = [
  ["/organization", msg("Organization"), "organization"],
  ["/members", msg("Members"), "members"],
  ["/api-keys", msg("API keys"), "key"],
  ["/webhooks", msg("Webhooks"), "webhook"],
  ["/background-work", msg("Background work"), "warning"]
]

/** The settings that every member may read. */
const open: ReadonlySet<LinkProps["to"]> = new Set(["/organization", "/members"] as const)

const Items = ({ items }: { readonly items: ReadonlyArray<Item> }) => (
  <ul>
    {items.map(([to, name, icon]) => (
      <li key={to}>
        <Link to={to}><Icon name={icon} />{t(name)}</Link>
      </li>
    ))}
  </ul>
)

export const Shell = () => {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { organization } = useSession()
  const isAdmin = useMay("admin")
  const [isOpen, setOpen] = useState(false)
  const page = useRef<HTMLElement>(null)
  useKeptFocus(page)
  useEffect(() => setOpen(false), [path])
  return (
    <div className="shell">
      <a className="skip" href="#content">{t("Skip to the page")}</a>
      <header className="side">
        <div className="brand">
          <Link to="/jobs" className="brand-name">Candor</Link>
          <button type="button" className="icon-button menu-button" aria-expanded={isOpen} aria-controls="navigation" onClick={() => setOpen(!isOpen)}>
            <Icon name={isOpen ? "close" : "menu"} />
            <span className="hidden">{t("Menu")}</span>
          </button>
        </div>
        <nav id="navigation" aria-label={t("Console")} className={isOpen ? "open" : ""}>
          <Items items={desk} />
          <h2 id="settings-title">{organization.name}</h2>
          <Items items={isAdmin ? settings : settings.filter(([to]) => open.has(to))} />
          <AccountMenu />
        </nav>
      </header>
      <main ref={page} id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}
