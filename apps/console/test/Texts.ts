/** Finds the texts of the console in its sources: those marked for translation, and those that are not. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type ESTree, parseSync, Visitor } from "vite"

const folder = join(import.meta.dir, "../src")

interface Found {
  /** Each marked text, with its position. */
  readonly marked: ReadonlyMap<string, string>
  /** Texts for people that are not translatable. */
  readonly unmarked: ReadonlyArray<string>
  /** Calls that lack values for their texts' arguments, or run before the language is known. */
  readonly wrong: ReadonlyArray<string>
}

/** Attributes whose text people read. */
const read: ReadonlySet<string> = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-roledescription",
  "aria-valuetext",
  "data-label",
  "empty",
  "help",
  "hint",
  "label",
  "lead",
  "placeholder",
  "question",
  "submit",
  "title"
])

/** Returns whether a text has nothing to translate: product names, examples, or no words. */
const isWordless = (text: string): boolean =>
  !/\p{L}{2}/u.test(text.replaceAll(/Candor|LinkedIn|GitHub|https?:\S*|\S+@\S+|[a-z_]+\.(?:\*|[a-z_]+)/g, ""))

/** Returns whether a text has two words, which people probably read, unless it selects elements or media. */
const isPhrase = (text: string): boolean => /\p{L}{2}[,;:.]? \p{L}{2}/u.test(text) && !/^\(|\[|\s\./.test(text)

/** Parts of templates that no person reads. */
const notText: ReadonlySet<string> = new Set(["Bearer ", " (request ", " · Candor"])

/** In a template, a single word beside a value counts too. A word after a dot is a part of a key. */
const isPhraseBeside = (text: string): boolean =>
  isPhrase(text) || /(?<![.\p{L}])\p{L}{2,} $|^\P{L}* \p{L}{2}/u.test(text) && !notText.has(text)

/** Attributes of several words that no person reads. */
const unread: ReadonlySet<string> = new Set(["aria-keyshortcuts", "className", "rel"])

const literal = (node: ESTree.Node | undefined | null): string | undefined =>
  node?.type === "Literal" && typeof node.value === "string" ? node.value : undefined

/** Returns the possible texts of an expression: both branches of a condition. */
const texts = (node: ESTree.Node | undefined | null): ReadonlyArray<string> => {
  if (node?.type === "ConditionalExpression") return [...texts(node.consequent), ...texts(node.alternate)]
  if (node?.type === "LogicalExpression") return [...texts(node.left), ...texts(node.right)]
  if (node?.type === "TemplateLiteral") return node.quasis.map(({ value }) => value.raw)
  const text = literal(node)
  return text === undefined ? [] : [text]
}

const keysOf = (node: ESTree.Node | undefined | null): ReadonlyArray<string> | undefined =>
  node?.type !== "ObjectExpression" ?
    undefined :
    node.properties.flatMap((property) =>
      property.type === "Property" && property.key.type === "Identifier" ? [property.key.name] : []
    )

type Sources = ReadonlyArray<readonly [name: string, source: string]>

/** The sources of the console. */
const sources = (): Sources =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name)).toSorted()
    .map((name) => [name, readFileSync(join(folder, name), "utf8")] as const)

/** Finds the texts. `argumentsOf` returns the names of a text's arguments. */
export const findTexts = (argumentsOf: (text: string) => ReadonlySet<string>, of: Sources = sources()): Found => {
  const marked = new Map<string, string>()
  const [unmarked, wrong] = [new Array<string>(), new Array<string>()]
  for (const [name, source] of of) {
    const at = ({ start }: { readonly start: number }) => `${name}:${source.slice(0, start).split("\n").length}`
    let depth = 0
    const marks = new Set<number>()
    const mark = (text: string, given: ESTree.Node | undefined | null, node: { readonly start: number }) => {
      marks.add(node.start)
      marked.set(text, at(node))
      const keys = keysOf(given)
      if (keys !== undefined && new Set(keys).symmetricDifference(argumentsOf(text)).size > 0)
        wrong.push(`${at(node)}: “${text}” gets ${keys.join(", ")}`)
    }
    const tell = (node: ESTree.Node | undefined | null, where: { readonly start: number }) => {
      for (const text of texts(node)) if (!isWordless(text)) unmarked.push(`${at(where)}: ${text.trim()}`)
    }
    let codeUntil = 0
    const phrase = (text: string, is: (text: string) => boolean, node: { readonly start: number }) => {
      if (node.start >= codeUntil && is(text) && !marks.has(node.start)) unmarked.push(`${at(node)}: ${text.trim()}`)
    }
    const enter = () => void depth++
    const leave = () => void depth--
    const { errors, program } = parseSync(name, source)
    if (errors.length > 0) throw new Error(`${name}: ${errors[0]!.message}`)
    new Visitor({
      ArrowFunctionExpression: enter,
      "ArrowFunctionExpression:exit": leave,
      FunctionExpression: enter,
      "FunctionExpression:exit": leave,
      CallExpression: (node) => {
        const called = node.callee.type === "Identifier" ? node.callee.name : ""
        if (called === "tell") tell(node.arguments[0], node)
        if (called !== "t" && called !== "msg") return
        const text = literal(node.arguments[0])
        if (text !== undefined) mark(text, called === "t" ? node.arguments[1] : undefined, node.arguments[0]!)
        if (called === "t" && depth === 0)
          wrong.push(`${at(node)}: “${text}” is asked for before the language is known`)
      },
      NewExpression: ({ arguments: [first], callee }) => {
        // The message of a custom error is shown, that of a built-in one is not.
        if (callee.type === "Identifier" && /.Error$/.test(callee.name) && first !== undefined) marks.add(first.start)
      },
      JSXOpeningElement: (node) => {
        if (node.name.type !== "JSXIdentifier" || node.name.name !== "Rich") return
        const attribute = (name: string) =>
          node.attributes.map((one) => one.type === "JSXAttribute" && one.name.name === name ? one.value : undefined)
            .find((value) => value != null)
        const values = attribute("values")
        const shown = attribute("text")
        const text = literal(shown)
        if (text !== undefined)
          mark(text, values?.type === "JSXExpressionContainer" ? values.expression : undefined, shown!)
      },
      JSXAttribute: (node) => {
        if (typeof node.name.name !== "string") return
        if (unread.has(node.name.name)) codeUntil = node.end
        if (!read.has(node.name.name)) return
        tell(node.value?.type === "JSXExpressionContainer" ? node.value.expression : node.value, node)
      },
      Literal: (node) => {
        if (typeof node.value === "string") phrase(node.value, isPhrase, node)
      },
      // A value with its label.
      ArrayExpression: ({ elements: [value, name] }) => {
        const text = literal(name)
        if (literal(value) !== undefined && text !== undefined && /^\p{Lu}\p{Ll}/u.test(text)) tell(name, name!)
      },
      TSTypeAnnotation: (node) => {
        codeUntil = node.end
      },
      TemplateElement: (node) => phrase(node.value.raw, isPhraseBeside, node),
      JSXText: (node) => {
        if (!isWordless(node.value)) unmarked.push(`${at(node)}: ${node.value.trim()}`)
      },
      JSXExpressionContainer: (node) => {
        // In attributes, only the listed ones have texts for people.
        if (source[node.start - 1] !== "=") tell(node.expression, node)
      }
    }).visit(program)
  }
  return { marked, unmarked: [...new Set(unmarked)], wrong }
}
