/**
 * Shows the content of a file: the pages of a PDF, an image, or a text. For other types it says that they cannot be
 * shown.
 */
import type { AttachmentDetail } from "@candor/client"
import { lazy, Suspense, useEffect, useState } from "react"
import { partStaleTime } from "../api/queries.ts"
import { useLoaded } from "../api/useLoaded.ts"
import { t } from "../language/text.tsx"
import { Loading } from "../parts/Loading.tsx"
import { Show } from "../parts/Page.tsx"
import type { FileOwner } from "./FileOwner.ts"
import { Reader } from "./Reader.tsx"

// Loaded on demand: pdf.js is four times as large as the rest of the console.
const PdfPages = lazy(() => import("./PdfPages.tsx"))

const images: ReadonlySet<string | null> = new Set([
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/gif",
  "image/bmp",
  "image/avif"
])

type Kind = "pdf" | "image" | "text"

/** Returns how a file is shown; undefined if a browser cannot show it. */
const kindOf = (type: AttachmentDetail["content_type"]): Kind | undefined => {
  if (type === "application/pdf") return "pdf"
  if (type === "text/plain") return "text"
  return images.has(type) ? "image" : undefined
}

export interface ShownFile {
  readonly file: Pick<AttachmentDetail, "content_type" | "id" | "original_filename" | "size_bytes">
  /** The owner of the file, through which its content is loaded. */
  readonly owner: { readonly id: string; readonly operations: Pick<FileOwner["operations"], "content"> }
}

export const FileView = ({ file, owner }: ShownFile) => {
  const kind = kindOf(file.content_type)
  if (kind !== undefined)
    return (
      <Reader name={file.original_filename} hasText={kind !== "image"}>
        <Contents file={file} owner={owner} kind={kind} />
      </Reader>
    )
  return (
    <div className="file-view" role="region" aria-label={file.original_filename} tabIndex={0}>
      <p className="hint">
        {file.size_bytes === null
          ? t("Only the file's name was added, so there's nothing to open.")
          : t("This type of file can't be previewed. Download it to read it.")}
      </p>
    </div>
  )
}

const Contents = ({ file, kind, owner }: ShownFile & { readonly kind: Kind }) => {
  const contents = useLoaded(
    ["contents", file.id],
    async (signal) => (await owner.operations.content(owner.id, file.id, { signal })).blob(),
    partStaleTime
  )
  return (
    <Show of={contents}>
      {(contents) => {
        if (kind === "text") return <TextOf contents={contents} />
        if (kind === "image") return <ImageOf contents={contents} name={file.original_filename} />
        return (
          <Suspense fallback={<Loading />}>
            <PdfPages contents={contents} />
          </Suspense>
        )
      }}
    </Show>
  )
}

const TextOf = ({ contents }: { readonly contents: Blob }) => {
  const [text, setText] = useState("")
  useEffect(() => void contents.text().then(setText), [contents])
  return <p className="prose">{text}</p>
}

const ImageOf = ({ contents, name }: { readonly contents: Blob; readonly name: string }) => {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(contents)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [contents])
  return url === undefined ? null : <img src={url} alt={name} />
}
