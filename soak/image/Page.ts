/** The commands of docs/operations.md for containers, with other names where the page's own may be in use. */

export interface Page {
  /** Returns the commands of the code block with this word after its language. */
  readonly block: (name: string) => string
}

/** Reads the page. Replaces each name in all commands. */
export const page = (text: string, names: ReadonlyArray<readonly [from: string, to: string]>): Page => ({
  block: (name) => {
    const found = new RegExp(`^\`\`\`sh ${name}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(text)?.[1]
    if (found === undefined) throw new Error(`docs/operations.md has no block "sh ${name}"`)
    return names.reduce((script, [from, to]) => script.replaceAll(from, to), found)
  }
})
