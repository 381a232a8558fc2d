/** The navigation beside the page; above it on a narrow screen. */
import { Link, Outlet, useLocation } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { useMembers } from "../api/memberNames.ts"
import { t } from "../language/text.tsx"
import { useCareers, useLogo } from "../pages/careers/careers.ts"
import { MailCount } from "../pages/mail/MailCount.tsx"
import { QuarantineCount } from "../pages/quarantine/QuarantineCount.tsx"
import { Icon } from "../parts/Icon.tsx"
import { useKeptFocus } from "../parts/useKeptFocus.ts"
import { useSession } from "../session/CurrentSession.tsx"
import { AccountMenu } from "./AccountMenu.tsx"
import { commandKey } from "./commandKey.ts"
import { CommandProvider } from "./CommandProvider.tsx"
import { useSearchOfConsole } from "./commands.ts"
import { useDeskPages, type usePages, usePartsOfSettings, useRefusedPage } from "./navigation.ts"
import { RefusedPage } from "./RefusedPage.tsx"
import { useRowKeys } from "./useRowKeys.ts"

const Items = ({ pages }: { readonly pages: ReturnType<typeof usePages> }) => (
  <ul>
    {pages.map(({ icon, name, to }) => (
      <li key={to}>
        <Link to={to}>
          <Icon name={icon} />
          {name}
          {to === "/quarantine" ? <QuarantineCount /> : to === "/mail" ? <MailCount /> : null}
        </Link>
      </li>
    ))}
  </ul>
)

export const Shell = () => (
  <CommandProvider>
    <Frame />
  </CommandProvider>
)

const Frame = () => {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { organization } = useSession()
  const { value: careers } = useCareers()
  const logo = useLogo(careers)
  const search = useSearchOfConsole()
  const refused = useRefusedPage()
  const [desk, settings] = [useDeskPages(), usePartsOfSettings()]
  const [isOpen, setOpen] = useState(false)
  const page = useRef<HTMLElement>(null)
  useKeptFocus(page)
  useRowKeys()
  // Loads the members early, since nearly every page shows their names.
  useMembers()
  useEffect(() => setOpen(false), [path])
  return (
    <div className="shell">
      <a className="skip" href="#content">{t("Skip to content")}</a>
      <header className="side" style={careers?.color ? { borderTopColor: careers.color } : {}}>
        <div className="brand">
          <Link to="/waiting" className="brand-name">
            {logo === undefined ? "Candor" : <img src={logo} alt={organization.name} />}
          </Link>
          <button type="button" className="search-button" aria-keyshortcuts="Control+K Meta+K" onClick={search}>
            <Icon name="search" />
            <span>{t("Search")}</span>
            <kbd aria-hidden="true">{t(commandKey)} K</kbd>
          </button>
          <button
            type="button"
            className="icon-button menu-button"
            aria-expanded={isOpen}
            aria-controls="navigation"
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? "close" : "menu"} />
            <span className="hidden">{t("Menu")}</span>
          </button>
        </div>
        <nav id="navigation" aria-label={t("Console")} className={isOpen ? "open" : ""}>
          <Items pages={desk} />
          {settings.length === 0 ? null : <h2>{t("Settings")}</h2>}
          {settings.map(({ name, pages, part }) => (
            // The section of the open page is expanded.
            <details key={part} open={pages.some(({ to }) => path.startsWith(to))}>
              <summary>
                {name}
                <Icon name="down" />
              </summary>
              <Items pages={pages} />
            </details>
          ))}
          <AccountMenu />
        </nav>
      </header>
      <main ref={page} id="content" tabIndex={-1}>
        {refused === undefined ? <Outlet /> : <RefusedPage {...refused} />}
      </main>
    </div>
  )
}
