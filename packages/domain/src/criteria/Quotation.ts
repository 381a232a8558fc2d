/** Quotations: the words of an application on which a model bases its verdict. Nothing else of its answer is shown. */

import { instructionsIn } from "../signal/Instructions.ts"

/** The fewest and the most characters (UTF-16) of a quotation. */
export const [minQuotation, maxQuotation] = [3, 400]

/** Returns a text in normal form C, with white space collapsed to single spaces. */
export const flat = (text: string): string => text.normalize("NFC").replace(/\s+/gu, " ").trim()

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** Tells whether a flat text contains these words as whole words: `art` is not in `start`. */
const hasWords = (text: string, words: string): boolean => {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length
    const before = isWord(text[at - 1]) && isWord(words[0])
    const behind = isWord(text[end]) && isWord(words.at(-1))
    if (!before && !behind) return true
  }
  return false
}

/**
 * Phrases that address a model rather than describe a person, in English and German. Only quotations are searched for
 * them, because honest texts contain some. They help readers, and are no defense: a person sees each quotation, and
 * verdicts have no effect of their own.
 */
const instructions: ReadonlyArray<RegExp> = [
  /\b(ignor|disregard|forget|override|bypass)\w*\b.{0,60}\b(instruction|prompt|rule|previous|prior|above|criteri|guideline|polic)/iu,
  /\b(ignorier|missacht|vergiss|übergeh|verwirf)\p{L}*\s.{0,60}(anweisung|anleitung|vorgabe|regel|kriteri|bisherig)/iu,
  /\b(you are|you're|act as|pretend|behave as)\b.{0,40}\b(ai|a\.i\.|assistant|model|llm|chatbot|recruiter|system|grader)\b/iu,
  /\b(du bist|sie sind|verhalte dich)\b.{0,40}\b(ki|assistent|modell|system)\b/iu,
  /\b(ai|llm|language model|chatgpt|gpt|claude|gemini|assistant|modell?|screener|grader|evaluator)\b.{0,60}\b(must|should|shall|answer|output|return|respond|rate|score|mark|say|soll|muss|antworte)/iu,
  /\b(system|developer|hidden|new)\s+(prompt|message|instruction|override)/iu,
  /\b(answer|respond|reply|output|return|print|say|write|set|antworte|gib)\b.{0,60}\b(meets|verdict|quotation|criterion|criteria|json|erfüllt)/iu,
  /\b(candidate|applicant|person|kandidat\p{L}*|bewerber\p{L}*)\b.{0,40}\b(meets?|fulfil?ls?|satisf\w+|matches|exceeds|erfüllt)\b.{0,40}\b(all|every|each|any|alle|jede\p{L}*|sämtliche)\b/iu,
  /\b(all|every|each|alle|sämtliche)\b.{0,40}\b(criteri\w+|requirements?|kriterien|anforderungen)\b.{0,40}\b(met|meets?|fulfil\w*|satisf\w+|true|erfüllt)\b/iu,
  /\b(mark|rate|score|rank|grade|classify|treat|recommend|approve|hire|advance|reject|bewerte)\b.{0,50}\b(this|the|every|all|other|others|dies\p{L}*|alle)\b.{0,30}\b(candidate|applicant|application|criteri|resume|résumé|cv|kandidat|bewerb)/iu,
  /<\/?(data|system|user|assistant|instructions?)>|\[\/?(INST|SYSTEM)\]|<\|[^|]{1,30}\|>|#{2,}\s*(system|instruction)/iu,
  /"?(verdict|criterion)"?\s*[:=]/iu
]

/** Tells whether a quotation addresses a model: by the patterns that are signals in any text, and by further ones. */
const addressesModel = (words: string): boolean =>
  instructionsIn(words) !== null || instructions.some((pattern) => pattern.test(words))

/** A text of an application: of a file or an answer, one of which is named. */
export interface Document {
  readonly attachment_id: string | null
  readonly answer_id: string | null
  /** The title: the purpose of the file, or the question. */
  readonly title: string
  readonly text: string
}

/** Why a quotation is refused. */
export type QuotationRefused = "no_quotation" | "quotation_not_found" | "quotation_length" | "addresses_model"

/** Finds the document that contains a quotation, or returns why there is none. `documents` have flat texts. */
export const findQuotation = (
  quotation: string | null,
  documents: ReadonlyArray<Document>
): { readonly quotation: string; readonly document: Document } | QuotationRefused => {
  const words = flat(quotation ?? "")
  if (words === "") return "no_quotation"
  if (words.length < minQuotation || words.length > maxQuotation) return "quotation_length"
  const document = documents.find(({ text }) => hasWords(text, words))
  if (document === undefined) return "quotation_not_found"
  return addressesModel(words) ? "addresses_model" : { quotation: words, document }
}
