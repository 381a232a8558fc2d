/** The actions of a dialog for the components within it. */
import { createContext, useContext } from "react"

interface Surroundings {
  /** Closes the dialog; asks first if something was typed. */
  readonly close: () => void
  /** Marks the dialog as changed, for changes without an input event. */
  readonly edited: () => void
}

export const DialogContext = createContext<Surroundings | undefined>(undefined)

/** The dialog around a component; undefined outside of one. */
export const useDialog = (): Surroundings | undefined => useContext(DialogContext)
