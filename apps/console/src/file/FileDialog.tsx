/** A file above the page. */
import { Dialog } from "../parts/Dialog.tsx"
import type { OpenedFile } from "./Files.tsx"
import { FileView } from "./FileView.tsx"

export const FileDialog = ({ onClose, opened: { file, owner } }: { readonly opened: OpenedFile; readonly onClose: () => void }) => (
  <Dialog title={file.original_filename} onClose={onClose}><FileView file={file} owner={owner} /></Dialog>
)
