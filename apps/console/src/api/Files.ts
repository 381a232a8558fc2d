/** Downloads of an application's files. */
import { candor } from "./Client.ts"

/** Has the browser save a file. The request has the person's credential, which a link has not. */
export const saveFile = async (id: string, { id: attachmentId, name }: { readonly id: string; readonly name: string }): Promise<void> => {
  const response = await candor.attachments.content(id, attachmentId)
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
