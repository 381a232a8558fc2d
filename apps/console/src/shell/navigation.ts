/** The pages that the navigation shows the person, by name. */
import { type Marked, t } from "../language/text.tsx"
import { useMay, useSession } from "../session/CurrentSession.tsx"
import { desk, open, type PageOfConsole, settings } from "./pages.ts"

const named = (pages: ReadonlyArray<PageOfConsole<Marked>>): ReadonlyArray<PageOfConsole> => pages.map(({ name, ...page }) => ({ ...page, name: t(name) }))

/** The pages of the daily work. A limited member has no sourcing; mail and quarantine are for those who may answer and release. */
export const useDeskPages = (): ReadonlyArray<PageOfConsole> => {
  const { isLimited } = useSession()
  const mayWrite = useMay("write")
  return named(desk.filter(({ to }) => to === "/quarantine" || to === "/mail" ? mayWrite : !isLimited || to !== "/sourcing"))
}

/** The settings that the person may read. */
export const useSettingsPages = (): ReadonlyArray<PageOfConsole> => {
  const isAdmin = useMay("admin")
  const { isLimited } = useSession()
  return named(isAdmin ? settings : settings.filter(({ to }) => !isLimited && open.has(to)))
}

/** All pages that the person may read. */
export const usePages = (): ReadonlyArray<PageOfConsole> => [
  ...useDeskPages(),
  ...useSettingsPages(),
  { to: "/account", name: t("Account"), icon: "members" }
]
