/** Renders mails from templates: LiquidJS fills in values, and they remain plain text in the resulting Markdown. */
import { cleanPersonLine, isBlank } from "@candor/domain/CleanText"
import { distance } from "@candor/domain/EditDistance"
import type { IssueReason } from "@candor/domain/IssueReason"
import { bodyLength, type MailTemplate, subjectLength } from "@candor/domain/mail/MailTemplate"
import {
  exampleValues,
  TemplateInvalid,
  templateVariables,
  type TemplateValues
} from "@candor/domain/mail/TemplateVariables"
import { withoutSurplusMarks } from "@candor/domain/Text"
import { Result } from "effect"
import { CaseTag, type Template, toValueSync, TypeGuards, Value } from "liquidjs"
import { engine, filterNames, maxTags, tagNames } from "./Engine.ts"
import { codeOf } from "./Markdown.ts"
import { escaped, hasHidden, shown, withoutNoncharacters } from "./Marks.ts"

type Texts = Pick<MailTemplate, "subject" | "body">

const variables = Object.keys(templateVariables)

/** Maximum values in a `case`. */
const maxCases = 100

/** Names are suggested if they differ in at most this many letters, and are at most this long. */
const [maxErrors, maxName] = [4, 60]

const quoted = (text: string): string => `\`${text.length <= maxName ? text : `${text.slice(0, maxName)}…`}\``

const nearest = (name: string, known: ReadonlyArray<string>): string | undefined => {
  const [best] = name.length > maxName ? [] : known
    .map((other) => ({ other, errors: distance(name.toLowerCase(), other) }))
    .filter(({ errors }) => errors <= maxErrors)
    .toSorted((one, another) => one.errors - another.errors)
  return best?.other
}

/** The error in a template, in words and by its reason. */
type Wrong = Omit<ConstructorParameters<typeof TemplateInvalid>[0], "field">

const unknown = (
  what: string,
  name: string,
  known: ReadonlyArray<string>,
  reason: IssueReason = "unsupported_tag"
): Wrong => {
  const best = nearest(name, known)
  const hint = best === undefined ? "" : ` Did you mean ${quoted(best)}?`
  return {
    message: `There is no ${what} ${quoted(name)}.${hint} These are: ${known.join(", ")}`,
    reason,
    values: { name: name.slice(0, maxName), ...(best === undefined ? {} : { best }) }
  }
}

class Refused extends Error {
  readonly wrong: Wrong
  constructor(wrong: Wrong) {
    super(wrong.message)
    this.wrong = wrong
  }
}

/** Returns the error that LiquidJS found, with its line and column. */
const wrongOf = (error: unknown): Wrong => {
  if (error instanceof Refused) return error.wrong
  const text = error instanceof Error ? error.message : String(error)
  const [, filter] = /^undefined filter: ([^,]*)/.exec(text) ?? []
  if (filter !== undefined) return unknown("filter", filter, filterNames)
  const [, tag] = /^tag "([^"]*)" not found/.exec(text) ?? []
  if (tag !== undefined) return unknown("tag", tag, tagNames)
  if (text.startsWith("Maximum call stack"))
    return { message: "The template is nested too deeply", reason: "too_complex" }
  if (/limit exceeded/.test(text))
    return { message: "The template makes too long texts, or takes too long", reason: "too_complex" }
  return { message: text.length <= 500 ? text : `${text.slice(0, 500)}…`, reason: "unreadable_template" }
}

/** Yields the parts of templates, including nested ones. */
function* partsOf(templates: ReadonlyArray<Template>): Generator<Template> {
  for (const template of templates) {
    yield template
    if (template.children !== undefined) yield* partsOf(toValueSync(template.children(false, true)))
  }
}

/** Returns the variables that a token reads, as dotted paths; for other tokens their source text. */
const readBy = (token: unknown): ReadonlyArray<string> => {
  if (token instanceof Value) {
    const parameters = token.filters.flatMap(({ args }) => args.map((arg) => Array.isArray(arg) ? arg[1] : arg))
    return [...token.initial.postfix, ...parameters].flatMap(readBy)
  }
  if (TypeGuards.isRangeToken(token) || TypeGuards.isFilteredValueToken(token)) return [token.getText()]
  if (!TypeGuards.isPropertyAccessToken(token)) return []
  const isPath = token.variable === undefined && token.props.every(TypeGuards.isWordToken)
  return [isPath ? token.props.map((name) => name.getText()).join(".") : token.getText()]
}

/** Throws if a template reads anything other than its variables. */
const checkVariables = (templates: ReadonlyArray<Template>): void => {
  const parts = [...partsOf(templates)]
  const own = new Set(parts.flatMap((part) => [...part.localScope?.() ?? []].map((name) => name.content)))
  for (const part of parts) {
    const values = [...part.arguments?.() ?? []]
    if (part instanceof CaseTag && values.length > maxCases)
      throw new Refused({ message: `A case compares with at most ${maxCases} values`, reason: "too_complex" })
    const found = values.flatMap(readBy).find((path) => !variables.includes(path) && !own.has(path))
    if (found !== undefined) throw new Refused(unknown("variable", found, variables, "unknown_variable"))
  }
}

/** Returns the values for templates: single-line texts in objects without a prototype. */
const scopeOf = (values: TemplateValues): object => {
  const scope = Object.create(null)
  for (const [path, value] of Object.entries(values)) {
    const [noun, name] = path.split(".")
    scope[noun!] ??= Object.create(null)
    scope[noun!][name!] = cleanPersonLine(value.toWellFormed())
  }
  return scope
}

/** Returns a text that can be stored: template literals may contain any character. */
const storable = (text: string): string => withoutSurplusMarks(text.toWellFormed().replaceAll("\u0000", ""))

const render = (template: string, scope: object): string => {
  const source = withoutNoncharacters(template.toWellFormed()).replace(/\r\n?/g, "\n")
  if (source.split(/\{[{%]/).length - 1 > maxTags)
    throw new Refused({ message: `A template has at most ${maxTags} variables and tags`, reason: "too_complex" })
  const templates = engine.parse(source)
  checkVariables(templates)
  return storable(String(engine.renderSync(templates, scope))).replace(/\n{3,}/g, "\n\n").trim()
}

/** Fills in one text of a template. The marks of its values are hidden from Markdown. */
const filled = (
  field: keyof Texts,
  template: Texts,
  values: TemplateValues
): Result.Result<string, TemplateInvalid> => {
  const scope = scopeOf(values)
  return Result.try({
    // Treats everything that LiquidJS throws as an error of the template.
    try: () => render(template[field], scope),
    catch: (error) => new TemplateInvalid({ field, ...wrongOf(error) })
  }).pipe(Result.flatMap((text) =>
    field === "body" && codeOf(text).some(hasHidden)
      ? Result.fail(
        new TemplateInvalid({
          field,
          message: "A variable stands in code, between backticks",
          reason: "variable_in_code"
        })
      )
      : Result.succeed(text)
  ))
}

/** Values with a mark, by which the check finds where a value is printed. */
const probes = Object.fromEntries(
  Object.entries(exampleValues).map(([name, value]) => [name, `${value}*`])
) as TemplateValues

/** Checks a template. Fails if its syntax, tags, filters or variables are unknown, or if it is too expensive. */
export const check = (template: Texts): Result.Result<void, TemplateInvalid> =>
  Result.gen(function*() {
    yield* filled("subject", template, probes)
    yield* filled("body", template, probes)
  })

const fits = (text: string, length: number): boolean => text.length <= length || [...text].length <= length

/**
 * Renders a mail: a single-line subject, cut if it is too long, and a body in Markdown, in which the values are plain
 * text. Fails like `check`, and if the subject or the body is empty, or the body too long.
 */
export const fill = (template: Texts, values: TemplateValues): Result.Result<Texts, TemplateInvalid> =>
  Result.gen(function*() {
    const subject = cleanPersonLine(shown(yield* filled("subject", template, values)))
    const body = escaped(yield* filled("body", template, values))
    if (isBlank(subject))
      return yield* Result.fail(
        new TemplateInvalid({ field: "subject", message: "The subject is empty", reason: "blank" })
      )
    if (isBlank(body))
      return yield* Result.fail(new TemplateInvalid({ field: "body", message: "The text is empty", reason: "blank" }))
    if (!fits(body, bodyLength)) {
      return yield* Result.fail(
        new TemplateInvalid({
          field: "body",
          message: `The text has more than ${bodyLength} characters`,
          reason: "too_long",
          values: { limit: bodyLength, unit: "characters" }
        })
      )
    }
    return {
      subject: fits(subject, subjectLength) ? subject : [...subject].slice(0, subjectLength).join("").trimEnd(),
      body
    }
  })
