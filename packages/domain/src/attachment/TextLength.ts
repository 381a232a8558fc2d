/**
 * The limits of an attachment's text. In a file of its own, so that the text reader loads nothing else of the domain.
 */

/** The most code points of the stored text. A page has about 3,000. */
export const maxTextLength = 100_000

/** The most UTF-16 code units that are read from a content, before white space and controls are removed. */
export const maxReadLength = 4 * maxTextLength

/** Tells whether a text can be searched: it has a letter or a digit. */
export const hasText = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Tells whether enough of a content has been read. */
export const isEnough = (text: { readonly length: number }): boolean => text.length >= maxReadLength
