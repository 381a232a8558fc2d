import { type Marked, msg } from "../language/text.tsx"

/** The key that makes a command of a letter, as the person's keyboard has it. */
export const commandKey: string | Marked = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : msg("Ctrl")
