/** Downloads of files. */

/** Returns the name to save a file under (RFC 6266). No system runs a file of this name. */
const savedName = (response: Response): string | undefined => {
  const [, name] = /filename\*=UTF-8''([^;\s]+)/.exec(response.headers.get("content-disposition") ?? "") ?? []
  return name === undefined ? undefined : decodeURIComponent(name)
}

const saveBlob = (name: string, contents: Blob): void => {
  const url = URL.createObjectURL(contents)
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Counts the bytes that pass. */
const counting = (tell: (bytes: number) => void) => {
  let bytes = 0
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      controller.enqueue(chunk)
      tell(bytes += chunk.byteLength)
    }
  })
}

/**
 * Makes the browser save the body of a download, and reports how many bytes have arrived. The request carries the
 * person's credential, which a plain link would not. Browsers keep large bodies on disk.
 */
export const saveFile = async (response: Response, tell: (bytes: number) => void = () => {}): Promise<void> =>
  saveBlob(savedName(response) ?? "file", await new Response(response.body?.pipeThrough(counting(tell))).blob())

/** Makes the browser save JSON as a file of this name. */
export const saveJson = (name: string, text: string): void =>
  saveBlob(name, new Blob([text], { type: "application/json" }))
