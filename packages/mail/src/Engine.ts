/**
 * LiquidJS with the tags and filters that a letter needs. It has no loops, ranges, lists and includes, so that the cost
 * of a template is bounded by its length and by the texts that it produces.
 */
import { bodyLength } from "@candor/domain/mail/MailTemplate"
import { CaptureTag, type Context, defaultOperators, Drop, filters, Liquid, tags, toValue } from "liquidjs"
import { hidden, shown } from "./Marks.ts"

/** Maximum variables and tags of a template. */
export const maxTags = 1000

/** Maximum characters that are read and written while rendering a text, and maximum characters of one value. */
const [maxWork, maxValue] = [10 * bodyLength, bodyLength]

/**
 * Milliseconds that no template needs, even on a busy machine: the other bounds allow some tens of milliseconds of
 * processor time.
 */
const maxTime = 3000

export const tagNames = ["assign", "capture", "case", "comment", "if", "raw", "unless"]
export const filterNames = [
  "append",
  "capitalize",
  "date",
  "default",
  "downcase",
  "prepend",
  "remove",
  "replace",
  "strip",
  "truncate",
  "truncatewords",
  "upcase",
  "url_encode"
]

/** Maximum characters of a date format: LiquidJS reads formats in quadratic time. */
const maxFormat = 100

/** The value of a `capture`: it is printed as Markdown, but filters and comparisons use its plain text. */
class Captured extends Drop {
  readonly markdown: string

  constructor(markdown: string) {
    super()
    this.markdown = markdown
  }

  override valueOf() {
    return shown(this.markdown)
  }
}

const textOf = (value: unknown): string => {
  const plain: unknown = toValue(value)
  return plain === null || plain === undefined ? "" : String(plain)
}

/**
 * Counts characters that are read or written; throws beyond the maximum. A search may cost the product of both lengths.
 */
const count = (context: Context, text: string, pattern = ""): void =>
  context.memoryLimit.use(text.length * (1 + pattern.length / 64))

/** Encodes a value for a URL (RFC 3986, section 2.3), including characters with a meaning in Markdown. */
const urlEncode = (value: unknown): string =>
  encodeURIComponent(textOf(value).toWellFormed()).replace(
    /[!'()*_~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  )

const handlerOf = (name: string) => {
  const filter = name === "url_encode" ? urlEncode : filters[name]
  if (typeof filter !== "function") throw new Error(`LiquidJS has no filter "${name}"`)
  return filter
}

const searches = (name: string): boolean => name === "replace" || name === "remove"

/** Prints captured text unchanged. The marks of other values are hidden from Markdown. */
const printed = (context: Context, value: unknown): string => {
  const text = value instanceof Captured ? value.markdown : hidden(textOf(value))
  count(context, text)
  return text
}

const operators = Object.fromEntries(
  Object.entries(defaultOperators).map(([name, operator]) => [
    name,
    // `not` has only one operand before the context, so it cannot be wrapped like the others.
    name === "not" ? operator : (left: unknown, right: unknown, context: Context) => {
      count(context, textOf(left), name === "contains" ? textOf(right) : "")
      count(context, textOf(right))
      return operator(left, right, context)
    }
  ])
)

const make = (): Liquid => {
  const liquid = new Liquid({
    templates: {},
    globals: Object.create(null),
    locale: "en-US",
    timezoneOffset: 0,
    strictFilters: true,
    strictVariables: true,
    ownPropertyOnly: true,
    operators,
    parseLimit: 2 * bodyLength,
    memoryLimit: maxWork,
    renderLimit: maxTime,
    outputEscape(this: { readonly context: Context }, value: unknown) {
      return printed(this.context, value)
    }
  })
  for (const name of Object.keys(tags)) if (!tagNames.includes(name)) delete liquid.tags[name]
  for (const name of Object.keys(filters)) liquid.unregisterFilter(name)
  for (const name of filterNames) {
    const handler = handlerOf(name)
    liquid.registerFilter(name, function(value: unknown, ...parameters: ReadonlyArray<unknown>) {
      const texts = parameters.map(textOf)
      if (name === "date" && (texts[0] ?? "").length > maxFormat)
        throw new Error(`a format of dates has at most ${maxFormat} characters`)
      count(this.context, textOf(value), searches(name) ? texts[0] : "")
      for (const text of texts) count(this.context, text)
      const result: unknown = handler.call(this, toValue(value), ...parameters.map(toValue))
      if (textOf(result).length > maxValue) throw new Error(`a value has at most ${maxValue} characters`)
      count(this.context, textOf(result))
      return result
    })
  }
  liquid.registerTag(
    "capture",
    class extends CaptureTag {
      override *render(context: Context): Generator<unknown, void, string> {
        yield* super.render(context)
        const scope = context.bottom()
        scope[this.variable] = new Captured(String(scope[this.variable]))
      }
    }
  )
  return liquid
}

export const engine = make()
