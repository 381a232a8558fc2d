/**
 * Finds instructions to a language model in texts that people send. Writing about models is fine: the sign is that the
 * text addresses one.
 */

const patterns: ReadonlyArray<RegExp> = [
  /\b(?:ignore|disregard|forget|override)\b.{0,20}\b(?:previous|prior|above|earlier|all|any|other)(?: \w+){0,2} (?:instructions?|prompts?|rules|criteria|guidelines)\b/i,
  /\b(?:ignoriere|vergiss|missachte)\b.{0,40}\b(?:vorherigen?|bisherigen?|obigen?|alle[ns]?)\b.{0,30}\b(?:anweisung(?:en)?|regeln|prompts?|kriterien)\b/i,
  /\b(?:ignore[zs]?|oublie[zs]?)\b.{0,40}\b(?:instructions?|consignes|règles)\b.{0,30}\b(?:précédentes?|antérieures?)\b/i,
  /\bignor[ae]\b.{0,40}\b(?:instrucciones|istruzioni)\b.{0,30}\b(?:anteriores|previas|precedenti)\b/i,
  /\bif you(?:'re| are) (?:an? )?(?:ai|llm|language model|chatbot|automated (?:system|screener)|gpt|chatgpt|claude|gemini)\b/i,
  /\b(?:attention|note|message|dear|hey|instructions?)\b(?: (?:to|for))?:? (?:the |any |all )?(?:ai|llm|language models?|chatgpt|gpt|automated (?:screening|reviewers?|systems?))\b.{0,80}\b(?:rank|rate|score|recommend|select|advance|shortlist|hire|pass|highlight|state|say)\b/i,
  /\b(?:rank|rate|score|classify|mark|evaluate)\b (?:this|the|me|my)(?: \w+){0,2} (?:candidate|applicant|resume|résumé|cv|application|profile)?.{0,30}\b(?:as (?:the )?(?:top|best|excellent|exceptional|strong|highly qualified|perfect)|10 ?(?:\/|out of) ?10|highest|100 ?%)/i,
  /<\|(?:im_start|system)\|>|\[INST\]|<<SYS>>|### ?(?:system|instruction)\b/i,
  /\byou (?:must|should|are (?:to|instructed to)) (?:recommend|rank|rate|select|shortlist|advance|approve|hire) (?:this|the|me)\b/i
]

/** The most characters of a quotation. */
const maxQuote = 200

/** The most characters of a text that are examined. */
const maxLooked = 400_000

/** Returns a text in one line, cut to the length of a quotation. */
export const quoted = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim()
  return line.length <= maxQuote ? line : `${line.slice(0, maxQuote - 1).toWellFormed()}…`
}

/** Returns the first words of a text that address a language model; null if there are none. */
export const instructionsIn = (text: string): string | null => {
  // Examines each line separately, so that no pattern backtracks over a long text. An end begins behind no other sign
  // of an end: otherwise a row of dots would take quadratic time.
  for (const line of text.slice(0, maxLooked).split(/(?<![\n.!?])[\n.!?]+\s/)) {
    const looked = line.slice(0, 2000).replace(/\s+/g, " ")
    if (looked.length >= 12 && patterns.some((pattern) => pattern.test(looked))) return quoted(looked)
  }
  return null
}

/** The fewest hidden letters that are no accident, such as the white dot of a template. */
const minHidden = 20

/** Returns a quotation of hidden text; null if it is too short to be meaningful. */
export const hiddenQuote = (hidden: string | null): string | null =>
  hidden !== null && (hidden.match(/\p{L}/gu)?.length ?? 0) >= minHidden ? quoted(hidden) : null
