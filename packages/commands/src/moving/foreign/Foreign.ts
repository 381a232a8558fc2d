/**
 * A record of another system. Its fields are read one by one, and those that were not read are counted by name at the
 * end.
 */
import { cleanPersonLine, isBlank } from "@candor/domain/CleanText"
import { withoutHtml } from "@candor/domain/HtmlInMarkdown"
import type { Row } from "@candor/domain/moving/Moves"
import { type Timestamp, TimestampFromText } from "@candor/domain/Timestamp"
import { Option, Schema } from "effect"
import type { Left } from "./Left.ts"

const decodeTime = Schema.decodeUnknownOption(TimestampFromText)
const decodeRow = Schema.decodeUnknownOption(Schema.Record(Schema.String, Schema.Json))

/** Whether a value contains no information. */
const isEmpty = (value: Schema.Json | undefined): boolean =>
  value === undefined || value === null || value === "" || value === false ||
  (typeof value === "object" && Object.values(value).every(isEmpty))

/** Cuts a text to this many code points. Returns whether it was longer. */
export const fitted = (text: string, max: number): readonly [string, boolean] => {
  const points = text.length <= max ? undefined : [...text]
  return points === undefined || points.length <= max ? [text, false] : [points.slice(0, max).join("").trimEnd(), true]
}

export class Foreign {
  private readonly unread: Set<string>
  private readonly opened: Array<Foreign> = []

  /** Its path in reports: `candidates`. */
  readonly path: string
  private readonly values: Row
  private readonly left: Left

  /** The record's position in messages: `candidates.json, line 12`. */
  readonly place: string

  constructor(path: string, values: Row, left: Left, place: string = path) {
    this.path = path
    this.place = place
    this.values = values
    this.left = left
    this.unread = new Set(Object.keys(values))
  }

  private inside(key: string, value: Schema.Json | undefined): Foreign {
    const made = new Foreign(
      `${this.path}.${key}`,
      Option.getOrElse(decodeRow(value), () => ({})),
      this.left,
      this.place
    )
    this.opened.push(made)
    return made
  }

  /** Counts a value that does not have the expected type. */
  private unreadable(key: string): null {
    this.left.add(`${this.path}.${key}, not understood`)
    return null
  }

  /** The names of the record's fields. */
  get fields(): ReadonlyArray<string> {
    return Object.keys(this.values)
  }

  take(key: string): Schema.Json | undefined {
    this.unread.delete(key)
    return this.values[key]
  }

  /** Marks fields as skipped: they repeat others, or matter only to the other system. */
  skip(...keys: ReadonlyArray<string>): void {
    for (const key of keys) if (this.unread.delete(key) && !isEmpty(this.values[key])) this.left.skip(this.path, key)
  }

  /** Marks the whole record as read, or as reported elsewhere. */
  drop(): void {
    this.unread.clear()
  }

  /** Reads a text unchanged; null if it is blank. Numbers and booleans become texts. */
  text(key: string): string | null {
    const value = this.take(key)
    if (typeof value === "number" || typeof value === "boolean") return String(value)
    if (typeof value === "string") return isBlank(value) ? null : value.trim()
    return isEmpty(value) ? null : this.unreadable(key)
  }

  /** Reads a text of one line, cut to this many characters, and counts it if it was cut. */
  line(key: string, max = 200): string | null {
    const [text, isCut] = fitted(cleanPersonLine(this.text(key) ?? ""), max)
    if (isCut) this.left.add(`${this.path}.${key}, shortened`)
    return text === "" ? null : text
  }

  /** Reads a text with HTML as Markdown. */
  markdown(key: string): string | null {
    const text = withoutHtml(this.text(key) ?? "")
    return isBlank(text) ? null : text
  }

  time(key: string): Timestamp | null {
    const text = this.text(key)
    return text === null ? null : Option.getOrElse(decodeTime(text), () => this.unreadable(key))
  }

  is(key: string): boolean {
    return this.take(key) === true
  }

  number(key: string): number | null {
    const value = this.take(key)
    const number = typeof value === "string" && !isBlank(value) ? Number(value) : value
    return typeof number === "number" && Number.isFinite(number) ? number : isEmpty(value) ? null : this.unreadable(key)
  }

  /** Reads a nested record; null if there is none. */
  part(key: string): Foreign | null {
    const value = this.take(key)
    return isEmpty(value)
      ? null
      : typeof value === "object" && !Array.isArray(value)
      ? this.inside(key, value)
      : this.unreadable(key)
  }

  /** Reads a list of nested records. */
  parts(key: string): ReadonlyArray<Foreign> {
    const value = this.take(key)
    if (isEmpty(value)) return []
    if (Array.isArray(value))
      return value.filter((one) => !isEmpty(one)).map((one: Schema.Json) => this.inside(key, one))
    this.unreadable(key)
    return []
  }

  /** Reads a list of texts. */
  texts(key: string): ReadonlyArray<string> {
    const value = this.take(key)
    return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string" && !isBlank(one)) : []
  }

  /** Counts the fields that were not read. */
  end(): void {
    this.opened.forEach((one) => one.end())
    for (const key of this.unread) if (!isEmpty(this.values[key])) this.left.add(`${this.path}.${key}`)
  }
}
