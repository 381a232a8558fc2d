/** Shows a file in a dialog. */
import { Dialog } from "../parts/Dialog.tsx"
import { FileView, type ShownFile } from "./FileView.tsx"

export const FileDialog = (
  { onClose, opened: { file, owner } }: { readonly opened: ShownFile; readonly onClose: () => void }
) => (
  <Dialog title={file.original_filename} onClose={onClose}>
    <FileView file={file} owner={owner} />
  </Dialog>
)
