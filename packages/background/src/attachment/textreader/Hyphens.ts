/** Words that are divided at the end of a line. */

/**
 * Joins words that a soft hyphen divides at the end of a line, and removes all soft hyphens. Ordinary hyphens stay,
 * because they may belong to the word, as in `self-employed`; search finds both forms.
 */
export const withWholeWords = (text: string): string =>
  text.replace(/\u00ad[^\S\n]*\r?\n[^\S\n]*(?=\p{L})|\u00ad/gu, "")
    .replace(/(?<=\p{L}\p{M}*[-\u2010\u2011])[^\S\n]*\r?\n[^\S\n]*(?=\p{L})/gu, "")
