/** Collects text, and separates words that would otherwise run together. */
export class TextWriter {
  private readonly parts: Array<string> = []
  /** The length of the text, in UTF-16 code units. */
  length = 0

  write(text: string): void {
    this.parts.push(text)
    this.length += text.length
  }

  /** Writes the target of a link: an email address or a number is written without its scheme, as people read it. */
  writeLink(target: string): void {
    const address = /^(?:mailto|tel|callto|sms|skype):/i.test(target)
      ? decoded(target.replace(/^\w+:(?:\/\/)?/, "").replace(/\?.*$/, ""))
      : target
    // Targets in the same document are left out.
    if (address !== "" && !address.startsWith("#")) this.write(` ${address} `)
  }

  toString(): string {
    return this.parts.join("")
  }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
