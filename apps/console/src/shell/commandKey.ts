import { type Marked, msg } from "../language/text.tsx"

/** The modifier key for commands on the person's keyboard. */
export const commandKey: string | Marked = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : msg("Ctrl")
