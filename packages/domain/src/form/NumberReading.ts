/** Numbers and amounts of money as people write them: `60.000,50 €`, `60k`, `EUR 60 000`, `٦٠`. */
import { isCurrency } from "../job/Currency.ts"
import { inAscii } from "./Digits.ts"

/** Longer texts are not numbers. */
const maxLength = 60

/** Names and signs of currencies besides `\p{Sc}` and the codes of ISO 4217, in lower case. */
const currencies = new Set(
  "euro euros dollar dollars pound pounds franken francs fr sfr kr kronen kronor zł zl kč kc ft lei rs rupees yen 円 元 원 руб tl"
    .split(" ")
)

/** Words that multiply a number, in lower case. */
const multipliers: Readonly<Record<string, number>> = {
  ...Object.fromEntries(["k", "tsd", "thousand", "tausend", "mille"].map((word) => [word, 1e3])),
  ...Object.fromEntries(["万", "萬", "만"].map((word) => [word, 1e4])),
  ...Object.fromEntries(["lakh", "lakhs", "lac", "lacs"].map((word) => [word, 1e5])),
  ...Object.fromEntries(["mio", "mn", "million", "millions", "millionen"].map((word) => [word, 1e6])),
  ...Object.fromEntries(["crore", "crores"].map((word) => [word, 1e7]))
}

/** Letters that multiply amounts of money only: elsewhere they mean months and meters, too. */
const ofMoney: Readonly<Record<string, number>> = { ...multipliers, m: 1e6, t: 1e3 }

/** Splits a text into the digits, and the words and signs around them. The end may be `,-`. */
const around = /^([^\d+-]*?) ?([+-]?) ?([^\d]*?) ?([.,]?\d(?:[\d.,'’٬٫_ ]*\d)?) ?(.*)$/u

/** Tells whether the digits are grouped in threes, or in India's style, in twos before the last three. */
const isGrouped = (groups: ReadonlyArray<string>): boolean => {
  const [first, ...others] = groups
  const [last, inner] = [others.at(-1), others.slice(0, -1)]
  return /^[1-9]\d{0,2}$/.test(first!) && last?.length === 3 &&
    (inner.every(({ length }) => length === 3) || first!.length < 3 && inner.every(({ length }) => length === 2))
}

const decimalMarkOf = (language: string): string | undefined =>
  new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === "decimal")?.value

/** Returns what a number with separators may mean: three digits after one dot or comma are thousands, or decimals. */
const valuesOf = (digits: string, language: string | null, isMoney: boolean): ReadonlyArray<number> => {
  const text = digits.replaceAll("٬", "'").replaceAll("’", "'")
  const marks = text.replace(/\d/g, "")
  if (text.length - marks.length > 15) return []
  if (marks === "") return [Number(text)]
  const [mark, last] = [marks[0]!, marks.at(-1)!]
  const isOne = [...marks].every((one) => one === mark)
  if (!isOne || marks === "٫") {
    // The last separator begins the decimals, and the others group thousands and have to be equal.
    const [groups, at] = [marks.slice(0, -1), text.lastIndexOf(last)]
    const whole = text.slice(0, at)
    const fits = /[.,٫]/.test(last) && !groups.includes(last) && [...groups].every((one) => one === mark) &&
      (groups === "" || isGrouped(whole.split(mark)))
    return fits ? [Number(`${whole.replace(/\D/g, "")}.${text.slice(at + 1)}`)] : []
  }
  const parts = text.split(mark)
  const thousands = isGrouped(parts) ? [Number(parts.join(""))] : []
  if (marks.length > 1 || !/[.,]/.test(mark)) return thousands
  const decimal = Number(`${parts[0]}.${parts[1]}`)
  if (thousands.length === 0) return [decimal]
  return isMoney || language === null || decimalMarkOf(language) !== mark ? thousands : [decimal, ...thousands]
}

/**
 * Returns the numbers that a text may mean: one value; none if it is not a number; two if the language reads three
 * digits after a separator as decimals, but many people write thousands like that: `1.500` in English. Money has no
 * three decimals.
 */
export const readNumber = (text: string, language: string | null): ReadonlyArray<number> => {
  if (text.length > maxLength) return []
  const [, before, sign, between, digits, after] = around.exec(inAscii(text)) ?? []
  if (digits === undefined || before === undefined || between === undefined || after === undefined) return []
  const said = [before, between, after.replace(/^[.,]?-{1,2}(?= |$)|^[.,](?= |$)/, "")]
    .flatMap((part) => part.toLowerCase().match(/\p{Sc}|[万萬만円元원]|[^\p{Sc}万萬만円元원\s.]+/gu) ?? [])
  const words = said.flatMap((word) => isMultipliedCode(word) ? [word.slice(0, 1), word.slice(1)] : [word])
  const isOfMoney = (word: string) => /^\p{Sc}$/u.test(word) || currencies.has(word) || isCurrency(word.toUpperCase())
  const isMoney = words.some(isOfMoney)
  const others = words.filter((word) =>
    !isOfMoney(word) && !(word === "%" && !isMoney) && !(isMoney && /^(?:us|a|au|c|ca|nz|hk|r|s)$/.test(word))
  )
  const known = isMoney ? ofMoney : multipliers
  if (others.length > 1 || others.some((word) => !Object.hasOwn(known, word)) || words.length > 4) return []
  const factor = others.length === 0 ? 1 : known[others[0]!]!
  const values = valuesOf(digits, language, isMoney && factor === 1)
  return values.map((value) => Number(((sign === "-" ? -1 : 1) * value * factor).toPrecision(15)))
}

/** Tells whether a word is a multiplier with a currency: `kEUR`. */
function isMultipliedCode(word: string): boolean {
  return /^[kmt]/.test(word) && (currencies.has(word.slice(1)) || isCurrency(word.slice(1).toUpperCase()))
}
