/** The tours of README.md and docs/guide.md: what they tell a reader to type, and the answers that they promise. */

export interface Step {
  /** Lines for a POSIX shell. */
  readonly commands: string
  /** The answer as JSON, with `…` for whatever may stand there; nothing where none is promised. */
  readonly promised: string | undefined
}

export interface Block {
  /** What stands behind its opening fence, as `sh tour`. */
  readonly info: string
  readonly text: string
}

const fence = /^```(.+)\n([\s\S]*?)^```$/gm

/** The code blocks of a page. */
export const blocksOf = (page: string): ReadonlyArray<Block> =>
  [...page.matchAll(fence)].map(([, info, text]) => ({ info: info!, text: text! }))

const step = /^```sh tour\n([\s\S]*?)^```\n(?:\s*```json\n([\s\S]*?)^```\n)?/gm

/** The steps of a page: every `sh tour` block, with the `json` block right behind it where there is one. */
export const stepsOf = (page: string): ReadonlyArray<Step> =>
  [...page.matchAll(step)].map(([, commands, promised]) => ({ commands: commands!, promised }))

const compact = (json: string) => json.replace(/\s+/g, "")

/** Whether an answer is the promised one, white space aside. */
export const keeps = (promised: string, answer: string): boolean => {
  const pattern = compact(promised).split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*?")
  return new RegExp(`^${pattern}$`, "s").test(compact(answer))
}
