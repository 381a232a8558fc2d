/** The commands that a page adds to the search of the console. */
import { createContext, type RefObject, useContext, useEffect, useRef, useSyncExternalStore } from "react"
import type { IconName } from "../parts/Icon.tsx"

export interface Command {
  readonly name: string
  readonly icon: IconName
  readonly run: () => void
}

type Offered = RefObject<ReadonlyArray<Command>>

/** Makes the registry of offered commands, with its subscribers. */
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
  /** Returns what was typed since the search was requested, and ends this: from now on the search gets the keys. */
  readonly takeTyped: () => string
}

export const CommandContext = createContext<Commands>({ offers: makeOffers(), search: () => {}, takeTyped: () => "" })

/** Offers commands while a component is rendered. */
export const useCommands = (commands: ReadonlyArray<Command>): void => {
  const { offers } = useContext(CommandContext)
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  useEffect(() => offers.add(latest), [offers])
}

/** Returns a function that opens the search of the console. */
export const useSearchOfConsole = (): () => void => useContext(CommandContext).search

/** Returns the function that takes what was typed before the search was rendered. */
export const useTakeTyped = (): () => string => useContext(CommandContext).takeTyped

/** Returns the commands that the current page offers. */
export const useOffered = (): ReadonlyArray<Command> => {
  const { offers } = useContext(CommandContext)
  useSyncExternalStore(offers.subscribe, offers.changes)
  return offers.commands()
}
