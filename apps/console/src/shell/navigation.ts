/** The pages in the navigation, by name. Routes define them, and their order is that of the routes. */
import { type LinkProps, useMatches, useRouter } from "@tanstack/react-router"
import { type Marked, msg, t } from "../language/text.tsx"
import type { IconName } from "../parts/Icon.tsx"
import { useSession } from "../session/CurrentSession.tsx"
import { type Granted, mayDo, type Right } from "../session/rights.ts"

/** The sections of the settings, in order. */
const partsOfSettings = {
  company: msg("Company"),
  hiring: msg("Hiring"),
  email: msg("Email setup"),
  developers: msg("Developers")
}

export type PartOfSettings = keyof typeof partsOfSettings

/** Who may open a page, by permission. Limited members may not open settings. */
const readersOfPages = {
  all: { right: "read", isForLimited: true },
  unlimited: { right: "read", isForLimited: false },
  recruiters: { right: "write", isForLimited: false },
  administrators: { right: "admin", isForLimited: false }
} as const satisfies Record<string, { readonly right: Right; readonly isForLimited: boolean }>

export type Readers = keyof typeof readersOfPages

/** Returns whether a person may open a page. The server decides; this saves a request that it would refuse. */
export const mayOpen = (granted: Granted, readers: Readers = "all"): boolean => {
  const { isForLimited, right } = readersOfPages[readers]
  return mayDo(granted, right) && (isForLimited || !granted.isLimited)
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The page's entry in the navigation, if it has one. */
    readonly navigation?: {
      readonly part: "desk" | PartOfSettings
      readonly name: Marked
      readonly icon: IconName
      /** What is on the page, for the search. */
      readonly words?: Marked | undefined
    }
    /** Who may open the page, also by a link; everybody by default. */
    readonly readers?: Readers
  }
}

interface PageOfConsole {
  readonly part: "desk" | PartOfSettings
  readonly to: NonNullable<LinkProps["to"]>
  readonly name: string
  readonly icon: IconName
  /** What is on the page, for the search. */
  readonly words?: string | undefined
}

const wordsOfAccount = msg("password, passkeys, language, working hours, calendar, notifications")

/** Returns the named pages that the person may open. */
const useNamedPages = (): ReadonlyArray<PageOfConsole> => {
  const session = useSession()
  return Object.values(useRouter().routesById).flatMap(({ fullPath, options: { staticData } }) =>
    staticData?.navigation === undefined || !mayOpen(session, staticData.readers)
      ? []
      : [{
        ...staticData.navigation,
        to: fullPath,
        name: t(staticData.navigation.name),
        words: staticData.navigation.words === undefined ? undefined : t(staticData.navigation.words)
      }]
  )
}

/** Returns the pages for daily work. */
export const useDeskPages = (): ReadonlyArray<PageOfConsole> => useNamedPages().filter(({ part }) => part === "desk")

/** Returns the settings that the person may see. */
export const useSettingsPages = (): ReadonlyArray<PageOfConsole> =>
  useNamedPages().filter(({ part }) => part !== "desk")

/** Returns the name of the open page, and who may open it, if the person may not; else undefined. */
export const useRefusedPage = (): { readonly name: string; readonly readers: Readers } | undefined => {
  const session = useSession()
  const { navigation, readers } = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}
  return readers === undefined || mayOpen(session, readers)
    ? undefined
    : { name: navigation === undefined ? t("Not for your role") : t(navigation.name), readers }
}

/** Returns the settings by section, without empty sections. */
export const usePartsOfSettings = () => {
  const pages = useSettingsPages()
  return Object.entries(partsOfSettings).map(([part, name]) => ({
    part,
    name: t(name),
    pages: pages.filter((page) => page.part === part)
  }))
    .filter(({ pages }) => pages.length > 0)
}

/** Returns all pages that the person may open. */
export const usePages = (): ReadonlyArray<PageOfConsole> => [
  ...useDeskPages(),
  ...useSettingsPages(),
  { part: "desk", to: "/account", name: t("Account"), icon: "members", words: t(wordsOfAccount) }
]
