/** The tour in README.md: what it tells a reader to type, and the answer that it promises. */

export interface Step {
  /** Lines for a POSIX shell. */
  readonly commands: string
  /** The answer as JSON, with `…` for whatever may stand there; nothing where none is promised. */
  readonly promised: string | undefined
}

const block = /^```sh tour\n([\s\S]*?)^```\n(?:\s*```json\n([\s\S]*?)^```\n)?/gm

/** The steps of a page: every `sh tour` block, with the `json` block right behind it where there is one. */
export const stepsOf = (page: string): ReadonlyArray<Step> =>
  [...page.matchAll(block)].map(([, commands, promised]) => ({ commands: commands!, promised }))

const compact = (json: string) => json.replace(/\s+/g, "")

/** Whether an answer is the promised one, white space aside. */
export const keeps = (promised: string, answer: string): boolean => {
  const pattern = compact(promised).split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*?")
  return new RegExp(`^${pattern}$`, "s").test(compact(answer))
}
