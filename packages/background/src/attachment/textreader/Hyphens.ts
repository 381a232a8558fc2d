/** Words that were divided at the end of a line. */

/**
 * Writes a word that a line ended within on that line. Its hyphen stays, by which it is found in both forms: nobody
 * knows whether it is one of the word's own, as in `self-employed`. A soft one says where a word may be divided, and is
 * no part of it.
 */
export const withWholeWords = (text: string): string =>
  text.replace(/\u00ad[^\S\n]*\r?\n[^\S\n]*(?=\p{L})|\u00ad/gu, "")
    .replace(/(?<=\p{L}\p{M}*[-\u2010\u2011])[^\S\n]*\r?\n[^\S\n]*(?=\p{L})/gu, "")
