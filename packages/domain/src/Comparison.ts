/**
 * How texts are compared that people write in several ways: filters, and words of a search. The database's `name_form`
 * is its like.
 */

/** Letters that Unicode does not decompose, by those that they are written as otherwise. */
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
 * Returns what spellings of a text have in common: any case of letters, accents, apostrophes, spaces, punctuation and
 * symbols.
 * `R&D Köln` and `r & d koln` are the same. A text of symbols alone is itself.
 */
export const comparable = (text: string): string => {
  const folded = text.replace(apostrophes, "").normalize("NFKD").toLowerCase().replace(/[\p{M}\p{Cf}]/gu, "")
    .replace(/[ßæœþđðłøħıς]/g, (letter) => letters[letter]!)
  return folded.replace(/[^\p{L}\p{N}]+/gu, " ").trim() || folded.trim()
}
