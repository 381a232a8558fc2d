/** What a component within a dialog may do with it. */
import { createContext, useContext } from "react"

interface Surroundings {
  /** Closes the dialog, after a question where something was typed. */
  readonly close: () => void
  /** Says that something was changed, where no field says so by itself. */
  readonly edited: () => void
}

export const DialogContext = createContext<Surroundings | undefined>(undefined)

/** The dialog around a component; undefined outside of one. */
export const useDialog = (): Surroundings | undefined => useContext(DialogContext)
