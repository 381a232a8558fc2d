/** The pages that the navigation leads to, by name. */
import type { LinkProps } from "@tanstack/react-router"
import { type Marked, msg, t } from "../language/text.tsx"
import type { IconName } from "../parts/Icon.tsx"
import { useMay, useSession } from "../session/CurrentSession.tsx"

interface PageOfConsole<Name = string> {
  readonly to: NonNullable<LinkProps["to"]>
  readonly name: Name
  readonly icon: IconName
}

const desk: ReadonlyArray<PageOfConsole<Marked>> = [
  { to: "/waiting", name: msg("Waiting for you"), icon: "waiting" },
  { to: "/jobs", name: msg("Jobs"), icon: "jobs" },
  { to: "/candidates", name: msg("Candidates"), icon: "candidates" },
  { to: "/quarantine", name: msg("Quarantine"), icon: "quarantine" },
  { to: "/sourcing", name: msg("Sourcing"), icon: "sourcing" },
  { to: "/activity", name: msg("Activity"), icon: "activity" }
]

const settings: ReadonlyArray<PageOfConsole<Marked>> = [
  { to: "/organization", name: msg("Organization"), icon: "organization" },
  { to: "/careers-site", name: msg("Careers site"), icon: "careers" },
  { to: "/members", name: msg("Members"), icon: "members" },
  { to: "/api-keys", name: msg("API keys"), icon: "key" },
  { to: "/webhooks", name: msg("Webhooks"), icon: "webhook" },
  { to: "/background-work", name: msg("Background work"), icon: "warning" }
]

/** The settings that every member may read, unless limited. */
const open: ReadonlySet<LinkProps["to"]> = new Set(["/organization", "/members"] as const)

const named = (pages: ReadonlyArray<PageOfConsole<Marked>>): ReadonlyArray<PageOfConsole> => pages.map(({ name, ...page }) => ({ ...page, name: t(name) }))

/** The pages of the daily work. A limited member has no sourcing; the quarantine is for those who may release. */
export const useDeskPages = (): ReadonlyArray<PageOfConsole> => {
  const { isLimited } = useSession()
  const mayWrite = useMay("write")
  return named(desk.filter(({ to }) => to === "/quarantine" ? mayWrite : !isLimited || to !== "/sourcing"))
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
