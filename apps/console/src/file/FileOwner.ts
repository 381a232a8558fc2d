/** The owners of files, and the upload to them. */
import type { ReactNode } from "react"
import type { candor } from "../api/Client.ts"
import { messageOfChange } from "../api/failures.ts"
import { t } from "../language/text.tsx"

/** An application, or a candidate. */
export interface FileOwner {
  readonly id: string
  readonly operations: typeof candor.attachments
  /** Whether the owner's answer already includes its files. */
  readonly isBrought?: boolean
  /** Is shown with each file, if files of several owners are listed. */
  readonly name?: ReactNode
}

const letters = /cover|letter|anschreiben|motivation|lettre/i

/** Guesses the type of a file by its name: a résumé, unless the name says otherwise or there is one already. */
const guessType = (name: string, hasResume: boolean): string => {
  if (letters.test(name)) return "cover_letter"
  return hasResume ? "other" : "resume"
}

interface Upload {
  readonly owner: Pick<FileOwner, "id" | "operations">
  readonly files: ReadonlyArray<File>
  /** The type of the files; undefined to guess it by name. */
  readonly type?: string
  readonly hasResume: boolean
}

/** Uploads files one by one. If some are refused, uploads the others, then fails with the refused ones. */
export const uploadFiles = async ({ files, hasResume, owner: { id, operations }, type }: Upload): Promise<void> => {
  const refused: Array<string> = []
  let hasOne = hasResume
  for (const file of files) {
    const file_type = type ?? guessType(file.name, hasOne)
    try {
      await operations.create(id, { file, file_type })
      hasOne ||= file_type === "resume"
    } catch (error) {
      refused.push(t("“{name}” wasn't added. {why}", { name: file.name, why: messageOfChange(error) }))
    }
  }
  if (refused.length > 0) throw new Error(refused.join(" "))
}
