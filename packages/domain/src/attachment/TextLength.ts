/** Bounds of the text of an attachment. The text reader loads nothing else of the domain. */

/** Bounds the text that is kept, in code points. A page has about 3,000. */
export const maxTextLength = 100_000

/** Bounds the text that is read of a content, in UTF-16 code units. Spaces and control characters are dropped of it. */
export const maxReadLength = 4 * maxTextLength

/** Tells whether there is anything to search: a letter or a digit. */
export const hasText = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Tells whether no more has to be read of a content. */
export const isEnough = (text: { readonly length: number }): boolean => text.length >= maxReadLength
