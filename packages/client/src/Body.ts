/** Reads the bodies of responses, up to a limit. */

/** The most bytes of a response: twice those of the API's longest. */
export const maxResponseBytes = 8 * 1024 * 1024

/** The most bytes of a response that contains files: what runtimes can hold in one text. */
export const maxContentsBytes = 256 * 1024 * 1024

/** Returns the text of a body. A longer body is cut at `maxBytes`, which leaves invalid JSON. */
export const textOf = async ({ body }: Response, maxBytes = maxResponseBytes): Promise<string> => {
  if (body === null) return ""
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ""
  let left = maxBytes
  while (left > 0) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value.subarray(0, left), { stream: true })
    left -= value.length
  }
  return text + decoder.decode()
}
