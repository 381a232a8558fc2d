/** The pages that the navigation shows the person, by name. Routes say which they are, and are in their order. */
import { type LinkProps, useRouter } from "@tanstack/react-router"
import { type Marked, t } from "../language/text.tsx"
import type { IconName } from "../parts/Icon.tsx"
import { useMay, useSession } from "../session/CurrentSession.tsx"

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** How the navigation leads to the page, if it does. */
    readonly navigation?: {
      readonly part: "desk" | "settings"
      readonly name: Marked
      readonly icon: IconName
      /** Whether these are settings that every member may read, unless limited. */
      readonly isOpen?: boolean
    }
  }
}

interface PageOfConsole {
  readonly to: NonNullable<LinkProps["to"]>
  readonly name: string
  readonly icon: IconName
  readonly isOpen?: boolean
}

const usePagesOf = (part: "desk" | "settings"): ReadonlyArray<PageOfConsole> =>
  Object.values(useRouter().routesById).flatMap(({ fullPath, options: { staticData } }) =>
    staticData?.navigation?.part === part ? [{ ...staticData.navigation, to: fullPath, name: t(staticData.navigation.name) }] : [])

/** The pages of the daily work. A limited member has no sourcing; mail and quarantine are for those who may answer and release. */
export const useDeskPages = (): ReadonlyArray<PageOfConsole> => {
  const { isLimited } = useSession()
  const mayWrite = useMay("write")
  return usePagesOf("desk").filter(({ to }) => to === "/quarantine" || to === "/mail" ? mayWrite : !isLimited || to !== "/sourcing")
}

/** The settings that the person may read. */
export const useSettingsPages = (): ReadonlyArray<PageOfConsole> => {
  const isAdmin = useMay("admin")
  const { isLimited } = useSession()
  return usePagesOf("settings").filter(({ isOpen = false }) => isAdmin || !isLimited && isOpen)
}

/** All pages that the person may read. */
export const usePages = (): ReadonlyArray<PageOfConsole> => [
  ...useDeskPages(),
  ...useSettingsPages(),
  { to: "/account", name: t("Account"), icon: "members" }
]
