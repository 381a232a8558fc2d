/** What a page offers in the search of the console, beside pages, jobs and people. */
import { createContext, type RefObject, useContext, useEffect, useRef } from "react"
import type { IconName } from "../parts/Icon.tsx"

export interface Command {
  readonly name: string
  readonly icon: IconName
  readonly run: () => void
}

type Offered = RefObject<ReadonlyArray<Command>>

interface Commands {
  readonly offered: Set<Offered>
  /** Opens the search. */
  readonly search: () => void
}

export const CommandContext = createContext<Commands>({ offered: new Set(), search: () => {} })

/** Offers commands for as long as a component is shown. */
export const useCommands = (commands: ReadonlyArray<Command>): void => {
  const { offered } = useContext(CommandContext)
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  useEffect(() => {
    offered.add(latest)
    return () => {
      offered.delete(latest)
    }
  }, [offered])
}

/** Opens the search of the console. */
export const useSearchOfConsole = (): () => void => useContext(CommandContext).search

/** The commands that the shown page offers now. */
export const useOffered = (): ReadonlyArray<Command> => [...useContext(CommandContext).offered].flatMap(({ current }) => current)
