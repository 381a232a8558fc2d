/** Finds a text in what an element shows. */

/** What has a meaning in a pattern. A hyphen has none outside of brackets, and may not be escaped there. */
const special = /[.*+?^${}()|[\]\\/]/gu

/** A pattern for a text as a person types it: in any case, with any white space between its words. */
export const patternOf = (query: string): RegExp =>
  new RegExp(
    query.trim().split(/\s+/u).map((word) => word.replaceAll(special, String.raw`\$&`)).join(String.raw`\s+`),
    "giu"
  )

/** More are not marked. */
const maxRanges = 500

/**
 * Returns where a text is, also over several elements: at most 500 places, in their order. A line break counts as white
 * space.
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
  /** The node that has a character, with its place there. */
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
