/** Uploads files that are dropped on a page, and shows the result. */
import { messageOf } from "../api/failures.ts"
import { t } from "../language/text.tsx"
import { useNotice } from "../parts/Notice.tsx"
import { type FileOwner, uploadFiles } from "./FileOwner.ts"
import { hasResume, useFiles } from "./Files.tsx"

export const useDroppedFiles = (owners: readonly [FileOwner, ...ReadonlyArray<FileOwner>]) => {
  const tell = useNotice()
  const { files: present, reload } = useFiles(owners)
  return (files: ReadonlyArray<File>): void => {
    tell(t("{count, plural, one {Adding file…} other {Adding # files…}}", { count: files.length }), {
      about: owners[0].id
    })
    uploadFiles({ owner: owners[0], files, hasResume: hasResume(present) }).finally(reload).then(
      () =>
        tell(t("{count, plural, one {File added} other {# files added}}", { count: files.length }), {
          about: owners[0].id
        }),
      (error: unknown) => tell(messageOf(error), { about: owners[0].id })
    )
  }
}
