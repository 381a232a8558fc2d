/** The pages that the navigation shows the person, by name. Routes say which they are, and are in their order. */
import { type LinkProps, useMatches, useRouter } from "@tanstack/react-router"
import { type Marked, msg, t } from "../language/text.tsx"
import type { IconName } from "../parts/Icon.tsx"
import { useSession } from "../session/CurrentSession.tsx"
import { type Granted, mayDo, type Right } from "../session/rights.ts"

/** The parts of the settings, in their order. */
const partsOfSettings = {
  company: msg("Company"),
  hiring: msg("Hiring"),
  email: msg("Email setup"),
  developers: msg("Developers")
}

export type PartOfSettings = keyof typeof partsOfSettings

/** Who may open a page: those who may do this in general, and of the settings not those who are limited. */
const readersOfPages = {
  all: { right: "read", isForLimited: true },
  unlimited: { right: "read", isForLimited: false },
  recruiters: { right: "write", isForLimited: false },
  administrators: { right: "admin", isForLimited: false }
} as const satisfies Record<string, { readonly right: Right; readonly isForLimited: boolean }>

export type Readers = keyof typeof readersOfPages

/** Whether these may open a page. The server decides; this says so at once. */
export const mayOpen = (granted: Granted, readers: Readers = "all"): boolean => {
  const { isForLimited, right } = readersOfPages[readers]
  return mayDo(granted, right) && (isForLimited || !granted.isLimited)
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** How the navigation leads to the page, if it does. */
    readonly navigation?: {
      readonly part: "desk" | PartOfSettings
      readonly name: Marked
      readonly icon: IconName
    }
    /** Who may open the page, by a link too: all, unless it says so. */
    readonly readers?: Readers
  }
}

interface PageOfConsole {
  readonly part: "desk" | PartOfSettings
  readonly to: NonNullable<LinkProps["to"]>
  readonly name: string
  readonly icon: IconName
}

/** The pages that the person may open. */
const useNamedPages = (): ReadonlyArray<PageOfConsole> => {
  const session = useSession()
  return Object.values(useRouter().routesById).flatMap(({ fullPath, options: { staticData } }) =>
    staticData?.navigation === undefined || !mayOpen(session, staticData.readers)
      ? []
      : [{ ...staticData.navigation, to: fullPath, name: t(staticData.navigation.name) }]
  )
}

/** The pages of the daily work. */
export const useDeskPages = (): ReadonlyArray<PageOfConsole> => useNamedPages().filter(({ part }) => part === "desk")

/** The settings that the person may read. */
export const useSettingsPages = (): ReadonlyArray<PageOfConsole> =>
  useNamedPages().filter(({ part }) => part !== "desk")

/** The name of the page that is open, and who may open it, where the person may not; else undefined. */
export const useRefusedPage = (): { readonly name: string; readonly readers: Readers } | undefined => {
  const session = useSession()
  const { navigation, readers } = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}
  return readers === undefined || mayOpen(session, readers)
    ? undefined
    : { name: navigation === undefined ? t("Not for your role") : t(navigation.name), readers }
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
