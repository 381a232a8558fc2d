/** Uploads and downloads of an application's files. */
import type { AnswerOf, RouteOf } from "./Contract.ts"
import { send } from "./Transport.ts"

const upload: RouteOf<"Attachments.create"> = "POST /api/v1/applications/:id/attachments"
const content: RouteOf<"Attachments.content"> = "GET /api/v1/applications/:id/attachments/:attachmentId/content"

const address = (route: string, params: Readonly<Record<string, string>>): string =>
  route.slice(route.indexOf(" ") + 1).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))

/** Adds a file to an application. Fails with `ApiFailure`. */
export const uploadFile = async (id: string, file: File, file_type: string): Promise<AnswerOf<"Attachments.create">> => {
  const form = new FormData()
  form.append("file_type", file_type)
  form.append("file", file)
  const response = await send("POST", address(upload, { id }), { body: form })
  return await response.json() as AnswerOf<"Attachments.create">
}

/** Has the browser save a file. The request has the person's credential, which a link has not. */
export const saveFile = async (id: string, { id: attachmentId, name }: { readonly id: string; readonly name: string }): Promise<void> => {
  const response = await send("GET", address(content, { id, attachmentId }))
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
