/** Reads the bodies of responses, which are bounded. */

/** Twice as many bytes as the longest response of the interface has. */
export const maxResponseBytes = 8 * 1024 * 1024

/** Bytes of a response that has contents of files in it: what runtimes keep as one text. */
export const maxContentsBytes = 256 * 1024 * 1024

/** Returns the text of a body. One of more than so many bytes is cut there, so that it is no JSON. */
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
