/** Downloads of files. */

/** The name to save a file under (RFC 6266), by which no system runs it. */
const savedName = (response: Response): string | undefined => {
  const [, name] = /filename\*=UTF-8''([^;\s]+)/.exec(response.headers.get("content-disposition") ?? "") ?? []
  return name === undefined ? undefined : decodeURIComponent(name)
}

/** Has the browser save the answer of a download. The request has the person's credential, which a link has not. */
export const saveFile = async (response: Response): Promise<void> => {
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement("a")
  link.href = url
  link.download = savedName(response) ?? "file"
  link.click()
  URL.revokeObjectURL(url)
}
