/** The commands that docs/operations.md has for containers, with other names where the page's own may be taken. */

export interface Page {
  /** The commands of the block with this word after its language. */
  readonly block: (name: string) => string
}

/** Reads the page. Each name is replaced wherever a command has it. */
export const page = (text: string, names: ReadonlyArray<readonly [from: string, to: string]>): Page => ({
  block: (name) => {
    const found = new RegExp(`^\`\`\`sh ${name}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(text)?.[1]
    if (found === undefined) throw new Error(`docs/operations.md has no block "sh ${name}"`)
    return names.reduce((script, [from, to]) => script.replaceAll(from, to), found)
  }
})
