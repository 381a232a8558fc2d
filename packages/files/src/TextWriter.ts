/** Collects text, and words apart that nothing else would keep apart. */
export class TextWriter {
  private readonly parts: Array<string> = []
  /** The length of the text, in UTF-16 code units. */
  length = 0

  write(text: string): void {
    this.parts.push(text)
    this.length += text.length
  }

  /** Writes where a link leads: an address of mail or a number without its scheme, as people read them. */
  writeLink(target: string): void {
    const address = /^(?:mailto|tel|callto|sms|skype):/i.test(target)
      ? decoded(target.replace(/^\w+:(?:\/\/)?/, "").replace(/\?.*$/, ""))
      : target
    // Places in the same document have no address.
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
