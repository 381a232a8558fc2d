/** First names, derived from full names so that nobody is greeted by a title, a family name or an initial. */

/** Titles before a name, in lower case and without dots. */
const titles = new Set(
  ("the mr mrs ms miss mx madam sir dame lord lady dr drs prof professor rev hon capt doctor doktor " +
    "herr herrn frau fräulein hr fr dipl ing mag magister professorin doktorin pd privatdozent freiherr freifrau graf gräfin " +
    "monsieur madame mademoiselle mme mlle señor señora señorita sr sra srta senhor senhora signor signora signorina sig dott dottssa")
    .split(" ")
)

/** Additions after a title, in lower case and without dots: "Dr. rer. nat.", "Dipl.-Ing. (FH)". */
const additions = new Set(
  "med dent vet rer nat phil jur iur oec pol habil theol sc techn pharm math em hc h c mult agr univ inf kfm kffr fh tu uni ing des dipl (fh) (univ) (tu)"
    .split(" ")
)

/** Suffixes after a name, in lower case and without dots. */
const suffixes = new Set(
  ("jr sr junior senior ii iii iv phd dphil md dds dvm jd llm llb mba msc bsc ma ba mag mph rn cpa cfa pmp esq esquire dipl-ing ing ret " +
    "meng beng mphil mres frs obe mbe").split(" ")
)

/** Degrees that some people write before their name. Shorter degrees could be names. */
const degrees = new Set("msc bsc mba phd dphil llm llb meng beng mphil".split(" "))

/** Particles that family names begin with. */
const particles = new Set(
  "van von vom zu zum zur de del della der den des di da do dos das du la le el al bin ibn ter ten ten af av".split(" ")
)

const withoutDots = (word: string): string => word.toLowerCase().replaceAll(".", "")

const isSuffix = (part: string): boolean =>
  part.split(/\s+/).every((word) => suffixes.has(withoutDots(word)) || isTitle(word))

/** Tells whether a word consists of titles: "Dr.-Ing.", "Prof.Dr.". */
function isTitle(word: string): boolean {
  const parts = word.toLowerCase().split(/[.\-/]+/).filter((part) => part !== "")
  return parts.length > 0 && titles.has(parts[0]!) &&
    parts.slice(1).every((part) => titles.has(part) || additions.has(part))
}

/** Returns the words after the titles. */
const withoutTitles = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  let at = 0
  while (at < words.length) {
    const word = words[at]!
    const isAddition = at > 0 && additions.has(withoutDots(word)) && /^\p{Ll}|\.$|^\(/u.test(word)
    if (!isTitle(word) && !isAddition && !degrees.has(withoutDots(word))) break
    at++
  }
  return words.slice(at)
}

/** Scripts in which the family name comes first, mostly without a space. */
const familyFirst = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u

const isCapitals = (word: string): boolean => /\p{Lu}/u.test(word) && !/\p{Ll}/u.test(word)

/** Tells whether a word is a full name, and not an initial, abbreviation or particle. Initials may lack dots: "JR". */
const isName = (word: string, words: ReadonlyArray<string>): boolean =>
  /^\p{L}[\p{L}\p{M}'’ʼ‘·\-‐]+$/u.test(word) && !particles.has(word) &&
  !(isCapitals(word) && word.length <= 3 && words.some((other) => !isCapitals(other)))

/** Returns the given name of a name in its usual order. A family name in capitals may precede it: "LOVELACE Ada". */
const givenOf = (words: ReadonlyArray<string>): string | undefined => {
  const [first, ...others] = words
  if (first === undefined) return undefined
  const mixed = others.find((word) => !isCapitals(word))
  const isFamily = mixed !== undefined && isCapitals(first) && /^\p{L}+$/u.test(first) &&
    (first.length > 3 || particles.has(first.toLowerCase()))
  if (!isFamily) return isName(first, words) ? first : undefined
  return /^\p{Lu}/u.test(mixed) && isName(mixed, words) ? mixed : undefined
}

/**
 * Returns the first name of a person: "Ada" for `Lovelace, Ada` and `Dr. Ada Lovelace`. Returns the whole name if the
 * first name is not known, as for `J. R. R. Tolkien`, `Dr. Lovelace` and names in scripts with the family name first.
 */
export const firstName = (full_name: string): string => {
  const whole = full_name.trim()
  if (familyFirst.test(whole) || /\s(&|\+|and|und|et|y)\s/i.test(whole)) return whole
  // A title may lack its space: "Dr.Ada".
  const all = whole.replace(/\.(?=\p{Lu}\p{Ll}{2})/gu, ". ").split(/[,，،]/).map((part) => part.trim()).filter((part) =>
    part !== ""
  )
  const parts = all.filter((part, at) => at === 0 || !isSuffix(part))
  if (parts.length > 2 || parts.length === 0) return whole
  const words = parts.at(-1)!.split(/\s+/)
  const rest = withoutTitles(words)
  const isAlone = parts.length === 1 && rest.length === 1 && (rest.length < words.length || all.length > 1)
  // After a title, a single word is the family name.
  return isAlone ? whole : givenOf(rest) ?? whole
}
