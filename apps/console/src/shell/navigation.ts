/** The pages that the navigation shows the person, by name. Routes say which they are, and are in their order. */
import { type LinkProps, useRouter } from "@tanstack/react-router"
import { type Marked, msg, t } from "../language/text.tsx"
import type { IconName } from "../parts/Icon.tsx"
import { useMay, useSession } from "../session/CurrentSession.tsx"

/** The parts of the settings, in their order. */
const partsOfSettings = {
  company: msg("Company"),
  hiring: msg("Hiring"),
  email: msg("Email"),
  developers: msg("Developers")
}

export type PartOfSettings = keyof typeof partsOfSettings

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** How the navigation leads to the page, if it does. */
    readonly navigation?: {
      readonly part: "desk" | PartOfSettings
      readonly name: Marked
      readonly icon: IconName
      /** Whether these are settings that every member may read, unless limited. */
      readonly isOpen?: boolean
    }
  }
}

interface PageOfConsole {
  readonly part: "desk" | PartOfSettings
  readonly to: NonNullable<LinkProps["to"]>
  readonly name: string
  readonly icon: IconName
  readonly isOpen?: boolean
}

const useNamedPages = (): ReadonlyArray<PageOfConsole> =>
  Object.values(useRouter().routesById).flatMap(({ fullPath, options: { staticData } }) =>
    staticData?.navigation === undefined
      ? []
      : [{ ...staticData.navigation, to: fullPath, name: t(staticData.navigation.name) }]
  )

/**
 * The pages of the daily work. A limited member has no sourcing; mail and quarantine are for those who may answer and
 * release.
 */
export const useDeskPages = (): ReadonlyArray<PageOfConsole> => {
  const { isLimited } = useSession()
  const mayWrite = useMay("write")
  return useNamedPages().filter(({ part, to }) =>
    part === "desk" && (to === "/quarantine" || to === "/mail" ? mayWrite : !isLimited || to !== "/sourcing")
  )
}

/** The settings that the person may read. */
export const useSettingsPages = (): ReadonlyArray<PageOfConsole> => {
  const isAdmin = useMay("admin")
  const { isLimited } = useSession()
  return useNamedPages().filter(({ isOpen = false, part }) => part !== "desk" && (isAdmin || !isLimited && isOpen))
}

/** The same by the parts of the settings, without those that have none. */
export const usePartsOfSettings = () => {
  const pages = useSettingsPages()
  return Object.entries(partsOfSettings).map(([part, name]) => ({
    part,
    name: t(name),
    pages: pages.filter((page) => page.part === part)
  }))
    .filter(({ pages }) => pages.length > 0)
}

/** All pages that the person may read. */
export const usePages = (): ReadonlyArray<PageOfConsole> => [
  ...useDeskPages(),
  ...useSettingsPages(),
  { part: "desk", to: "/account", name: t("Account"), icon: "members" }
]
