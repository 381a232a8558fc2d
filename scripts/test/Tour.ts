/** Reads the tours of README.md and docs/guide.md: the commands for the reader, and the promised answers. */

export interface Step {
  /** Lines of a POSIX shell. */
  readonly commands: string
  /** The answer as JSON, with `…` for any text; undefined if none is promised. */
  readonly promised: string | undefined
}

export interface Block {
  /** The info string of the opening fence, such as `sh tour`. */
  readonly info: string
  readonly text: string
}

const fence = /^```(.+)\n([\s\S]*?)^```$/gm

/** Returns the code blocks of a page. */
export const blocksOf = (page: string): ReadonlyArray<Block> =>
  [...page.matchAll(fence)].map(([, info, text]) => ({ info: info!, text: text! }))

const step = /^```sh tour\n([\s\S]*?)^```\n(?:\s*```json\n([\s\S]*?)^```\n)?/gm

/** Returns the steps of a page: each `sh tour` block, with the `json` block right after it if there is one. */
export const stepsOf = (page: string): ReadonlyArray<Step> =>
  [...page.matchAll(step)].map(([, commands, promised]) => ({ commands: commands!, promised }))

const compact = (json: string) => json.replace(/\s+/g, "")

/** Returns whether an answer is the promised one, ignoring white space. */
export const keeps = (promised: string, answer: string): boolean => {
  const pattern = compact(promised).split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*?")
  return new RegExp(`^${pattern}$`, "s").test(compact(answer))
}
