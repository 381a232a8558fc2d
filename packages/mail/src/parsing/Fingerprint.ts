/** Reads the headers of a mail while its bytes pass, and hashes what stays the same however the mail is delivered. */
import { createHash } from "node:crypto"
import { header, type Headers, headersOf, maxHeaderBytes } from "./Headers.ts"
import { hiddenBody } from "./Repair.ts"

const [LF, CR] = [0x0a, 0x0d]

/** Headers that stay the same however a mail is delivered. */
const lasting = ["message-id", "from", "date", "subject"]

/** Returns where the body begins: after the first empty line. -1 if there is none yet. */
const bodyStart = (bytes: Buffer): number => {
  if (bytes[0] === LF) return 1
  if (bytes[0] === CR && bytes[1] === LF) return 2
  const ends = [["\r\n\r\n", 4], ["\n\n", 2], ["\n\r\n", 3]] as const
  return Math.min(
    ...ends.map(([end, length]) => [bytes.indexOf(end, 0, "latin1"), length] as const).map(([at, length]) =>
      at < 0 ? Infinity : at + length
    )
  )
}

/** A header line that ends with only a carriage return, as old Macs and some web forms write them. */
const loneReturn = /\r(?=[!-9;-~]{1,100}:|\r[^\n]|[ \t])/

/** Reads the bytes of a mail while they pass. */
export class Fingerprint {
  readonly #hash = createHash("sha256")
  #block: Buffer = Buffer.alloc(0)
  #headers: Headers | undefined
  #breaks = 0
  /** Whether lines end with only a carriage return, and whether the last byte was one. */
  #hasReturns = false
  #isReturn = false
  /** Bytes of the body that have passed. */
  bodyBytes = 0

  /** Tells whether all headers have passed. */
  get hasHeaders(): boolean {
    return this.#headers !== undefined
  }

  /**
   * Takes some bytes. Returns the bytes to pass on: none until all headers have arrived. Headers that contain the body
   * are repaired first.
   */
  update(raw: Uint8Array): Uint8Array {
    const chunk = this.#hasReturns ? this.#withLineFeeds(raw) : raw
    if (this.#headers !== undefined) {
      this.#addBody(chunk)
      return chunk
    }
    const { length } = this.#block
    this.#block = Buffer.concat([this.#block, chunk])
    const end = Math.min(bodyStart(this.#block), maxHeaderBytes)
    if (!this.#hasReturns && loneReturn.test(this.#block.subarray(Math.max(0, length - 200), end).toString("latin1"))) {
      this.#hasReturns = true
      this.#block = this.#withLineFeeds(this.#block)
    }
    const start = Math.min(bodyStart(this.#block), this.#block.length > maxHeaderBytes ? maxHeaderBytes : Infinity)
    // Where the body begins may depend on whether there is more after the headers.
    const isOpen = start === this.#block.length && hiddenBody(this.#block, true) !== hiddenBody(this.#block, false)
    return start === Infinity || isOpen ? new Uint8Array() : this.#begin(start)
  }

  /** Ends the mail. Returns the remaining bytes to pass on. */
  end(): Uint8Array {
    return this.#headers === undefined
      ? this.#begin(Math.min(bodyStart(this.#block), this.#block.length))
      : new Uint8Array()
  }

  headers(): Headers {
    this.end()
    return this.#headers!
  }

  /**
   * SHA-256 of the lasting headers and the body, ignoring carriage returns and line breaks at its end, which mail
   * stores change.
   */
  key(): string {
    this.headers()
    return this.#hash.copy().digest("hex")
  }

  #begin(start: number): Uint8Array {
    const bytes = this.#block
    const block = bytes.subarray(0, start)
    const hidden = hiddenBody(block, start < bytes.length)
    this.#headers = headersOf(hidden < 0 ? block : block.subarray(0, hidden))
    for (const name of lasting)
      this.#hash.update(`${name}:${header(this.#headers, name).replace(/\s+/g, " ")}\n`, "latin1")
    this.#addBody(bytes.subarray(hidden < 0 ? start : hidden))
    this.#block = Buffer.alloc(0)
    return hidden < 0 ? bytes : Buffer.concat([bytes.subarray(0, hidden), Buffer.from("\r\n"), bytes.subarray(hidden)])
  }

  #withLineFeeds(bytes: Uint8Array): Buffer {
    const kept = bytes.filter((byte) => {
      const isDropped = byte === LF && this.#isReturn
      this.#isReturn = byte === CR
      return !isDropped
    })
    return Buffer.from(kept.map((byte) => byte === CR ? LF : byte))
  }

  #addBody(chunk: Uint8Array): void {
    this.bodyBytes += chunk.length
    const bytes = Buffer.from(chunk.filter((byte) => byte !== CR))
    let end = bytes.length
    while (end > 0 && bytes[end - 1] === LF) end--
    if (end > 0) {
      for (; this.#breaks > 0; this.#breaks -= Math.min(this.#breaks, 65_536))
        this.#hash.update("\n".repeat(Math.min(this.#breaks, 65_536)))
      this.#hash.update(bytes.subarray(0, end))
    }
    this.#breaks += bytes.length - end
  }
}
