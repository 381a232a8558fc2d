/** Parses the events of a stream, by a parser that is not the server's. */
import { createParser } from "eventsource-parser"
import type { Streamed } from "./Exchange.ts"

export type ReadBytes = (bytes: Uint8Array) => void

/**
 * Makes a function that takes the bytes of a body as they arrive. Calls `found` for each complete event; a truncated
 * one does not count.
 */
export const eventReader = (encoding: string | null, found: (event: Streamed["event"]) => void): ReadBytes => {
  const unreadable = (reason: string) => found({ unreadable: reason })
  if (encoding !== null) {
    unreadable(`the content encoding ${encoding} of a stream is not known`)
    return () => {}
  }
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const parser = createParser({ onEvent: found, onError: ({ message }) => unreadable(message) })
  return (bytes) => {
    try {
      parser.feed(decoder.decode(bytes, { stream: true }))
    } catch (error) {
      unreadable(String(error))
    }
  }
}
