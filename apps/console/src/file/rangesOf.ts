/** Finds text within an element. */

/**
 * Special characters of regular expressions. A hyphen is special in brackets only, and may not be escaped elsewhere.
 */
const special = /[.*+?^${}()|[\]\\/]/gu

/** Returns a pattern for a typed text: it ignores case, and allows any white space between words. */
export const patternOf = (query: string): RegExp =>
  new RegExp(
    query.trim().split(/\s+/u).map((word) => word.replaceAll(special, String.raw`\$&`)).join(String.raw`\s+`),
    "giu"
  )

/** The maximum number of marked matches. */
const maxRanges = 500

/**
 * Returns the ranges of a text within an element, at most 500 in document order. A match may span several elements; a
 * line break counts as white space.
 */
export const rangesOf = (element: HTMLElement, query: string): ReadonlyArray<Range> => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  const nodes: Array<{ readonly node: Text; readonly from: number }> = []
  let text = ""
  while (walker.nextNode() !== null) {
    const { currentNode: node } = walker
    if (node instanceof Text) {
      nodes.push({ node, from: text.length })
      text += node.data
    } else if (node instanceof HTMLBRElement || node instanceof HTMLDivElement) text += "\n"
  }
  /** Returns the text node that contains a character, with the offset in it. */
  const placeOf = (at: number) => {
    const { from, node } = nodes.findLast(({ from }) => from <= at)!
    return [node, at - from] as const
  }
  return text.matchAll(patternOf(query)).take(maxRanges).map(({ 0: { length }, index }) => {
    const range = document.createRange()
    range.setStart(...placeOf(index))
    const [node, offset] = placeOf(index + length - 1)
    range.setEnd(node, offset + 1)
    return range
  }).toArray()
}
