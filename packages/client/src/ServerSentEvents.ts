/** Reads server-sent events (WHATWG HTML, section 9.2.6). */

export interface ServerSentEvent {
  /** The last id of the stream so far; empty if there was none. */
  readonly id: string
  readonly data: string
}

/** Bounds what is kept of a message that has not ended, in UTF-16 code units: as many as the longest answer has bytes. */
export const maxMessageLength = 4 * 1024 * 1024

/** Collects the lines of messages. Returns a message at the empty line after it, if it has data. */
const messages = () => {
  let id = ""
  let data: ReadonlyArray<string> = []
  return (line: string): ServerSentEvent | undefined => {
    if (line === "") {
      const message = data.length === 0 ? undefined : { id, data: data.join("\n") }
      data = []
      return message
    }
    const [, field = "", value = ""] = /^([^:]*)(?:: ?)?(.*)$/s.exec(line)!
    if (field === "id" && !value.includes("\0")) id = value
    if (field === "data") data = [...data, value]
    return undefined
  }
}

/**
 * Returns a function from pieces of a stream to the messages that end in them. It fails where a message has more than
 * `maxMessageLength`.
 */
export const parser = (): (text: string) => ReadonlyArray<ServerSentEvent> => {
  const accept = messages()
  let rest = ""
  let length = 0
  return (text) => {
    // A carriage return at the end may be the first half of a line break.
    const parts = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = parts.pop()!
    const ended = parts.flatMap((line) => {
      length = line === "" ? 0 : length + line.length
      const message = accept(line)
      return message === undefined ? [] : [message]
    })
    if (length + rest.length > maxMessageLength) throw new RangeError(`A message of the stream has more than ${maxMessageLength} characters`)
    return ended
  }
}
