/** Normalizes text for comparison in filters and searches. The database's `name_form` does the same. */

/** Letters that Unicode does not decompose, with their usual transliteration. */
const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  đ: "d",
  ð: "d",
  ł: "l",
  ø: "o",
  ħ: "h",
  ı: "i",
  ς: "σ"
}

const apostrophes = /['’‘‛ʼʻʽʹˈ′`´＇׳]/g

/**
 * Returns the normal form of a text: without differences in case, accents, apostrophes, spaces, punctuation and
 * symbols. `R&D Köln` and `r & d koln` are the same. A text of symbols alone stays as it is.
 */
export const comparable = (text: string): string => {
  const folded = text.replace(apostrophes, "").normalize("NFKD").toLowerCase().replace(/[\p{M}\p{Cf}]/gu, "")
    .replace(/[ßæœþđðłøħıς]/g, (letter) => letters[letter]!)
  return folded.replace(/[^\p{L}\p{N}]+/gu, " ").trim() || folded.trim()
}
