/** Makes data URLs of images for the careers site, within the server's size limit. */

/** The maximum size of a cover picture in bytes: the server's limit. */
const maxBytes = 720 * 1024

/** The width to which a large picture is scaled, in pixels: sharp on screens of double density. */
const scaledWidth = 1600

/** Returns a file as a data URL. */
export const dataOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener("load", () => resolve(String(reader.result)))
    reader.addEventListener("error", () => reject(reader.error ?? new Error()))
    reader.readAsDataURL(file)
  })

/**
 * Returns a picture as a data URL, scaled down to JPEG if it is too large. A format that the browser does not know is
 * sent as it is, for the server to refuse.
 */
export const scaledDown = async (file: File): Promise<string> => {
  if (file.size <= maxBytes) return dataOf(file)
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (picture === undefined) return dataOf(file.slice(0, maxBytes))
  const width = Math.min(picture.width, scaledWidth)
  const canvas = new OffscreenCanvas(width, Math.max(1, Math.round(picture.height * width / picture.width)))
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return dataOf(await canvas.convertToBlob({ type: "image/jpeg", quality: 0.82 }))
}
