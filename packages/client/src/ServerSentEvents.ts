/** Reads server-sent events (WHATWG HTML, section 9.2.6). */

export interface ServerSentEvent {
  /** The last id in the stream so far; empty if there was none. */
  readonly id: string
  /** Undefined if the message has an id only. */
  readonly data: string | undefined
}

/** The most UTF-16 code units of an unfinished message: as many as the longest response has bytes. */
export const maxMessageLength = 4 * 1024 * 1024

/** Collects the lines of messages. Returns a message at the empty line after it, if it has data or an id. */
const messages = () => {
  let id = ""
  let hasId = false
  let data = ""
  return (line: string): ServerSentEvent | undefined => {
    if (line === "") {
      const message = data === "" && !hasId ? undefined : { id, data: data === "" ? undefined : data.slice(0, -1) }
      data = ""
      hasId = false
      return message
    }
    const [, field = "", value = ""] = /^([^:]*)(?:: ?)?(.*)$/s.exec(line)!
    if (field === "id" && !value.includes("\0")) {
      id = value
      hasId = true
    }
    if (field === "data") data += `${value}\n`
    return undefined
  }
}

/**
 * Returns a function that takes pieces of a stream, and returns the messages that they complete. It throws if a message
 * is longer than `maxMessageLength`.
 */
export const parser = (): (text: string) => ReadonlyArray<ServerSentEvent> => {
  const accept = messages()
  let line = ""
  let held = ""
  let length = 0
  return (text) => {
    // A carriage return at the end may be the first half of a line break.
    const piece = held + text
    held = piece.endsWith("\r") ? "\r" : ""
    // The pieces of an unfinished line are not searched again: it may arrive in many.
    const [first = "", ...others] = piece.slice(0, piece.length - held.length).split(/\r\n|\n|\r/)
    const lines = [line + first, ...others]
    line = lines.pop()!
    const ended = lines.flatMap((one) => {
      length = one === "" ? 0 : length + one.length
      const message = accept(one)
      return message === undefined ? [] : [message]
    })
    if (length + line.length > maxMessageLength)
      throw new RangeError(`A message of the stream has more than ${maxMessageLength} characters`)
    return ended
  }
}
