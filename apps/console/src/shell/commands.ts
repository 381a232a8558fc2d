/** What a page offers in the search of the console, beside pages, jobs and people. */
import { createContext, type RefObject, useContext, useEffect, useRef, useSyncExternalStore } from "react"
import type { IconName } from "../parts/Icon.tsx"

export interface Command {
  readonly name: string
  readonly icon: IconName
  readonly run: () => void
}

type Offered = RefObject<ReadonlyArray<Command>>

/** Who offers commands now, and who wants to know when that changes. */
export const makeOffers = () => {
  const all = new Set<Offered>()
  const listeners = new Set<() => void>()
  let changes = 0
  const changed = () => {
    changes++
    for (const listener of listeners) listener()
  }
  return {
    add: (offered: Offered) => {
      all.add(offered)
      changed()
      return () => {
        all.delete(offered)
        changed()
      }
    },
    changes: () => changes,
    commands: (): ReadonlyArray<Command> => [...all].flatMap(({ current }) => current),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
}

interface Commands {
  readonly offers: ReturnType<typeof makeOffers>
  /** Opens the search. */
  readonly search: () => void
  /** Takes what was typed since the search was asked for: from now on it has the keys. */
  readonly takeTyped: () => string
}

export const CommandContext = createContext<Commands>({ offers: makeOffers(), search: () => {}, takeTyped: () => "" })

/** Offers commands for as long as a component is shown. */
export const useCommands = (commands: ReadonlyArray<Command>): void => {
  const { offers } = useContext(CommandContext)
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  useEffect(() => offers.add(latest), [offers])
}

/** Opens the search of the console. */
export const useSearchOfConsole = (): () => void => useContext(CommandContext).search

/** What was typed before the search was there. */
export const useTakeTyped = (): () => string => useContext(CommandContext).takeTyped

/** The commands that the shown page offers now. */
export const useOffered = (): ReadonlyArray<Command> => {
  const { offers } = useContext(CommandContext)
  useSyncExternalStore(offers.subscribe, offers.changes)
  return offers.commands()
}
