/** What files belong to, and how they get there. */
import type { ReactNode } from "react"
import type { candor } from "../api/Client.ts"
import { messageOfChange } from "../api/failures.ts"
import { t } from "../language/text.tsx"

/** An application, or a candidate. */
export interface FileOwner {
  readonly id: string
  readonly operations: typeof candor.attachments
  /** Whether its files come with what shows them. */
  readonly isBrought?: boolean
  /** Stands with each file, where files of several owners are shown. */
  readonly name?: ReactNode
}

const letters = /cover|letter|anschreiben|motivation|lettre/i

/** What a file most likely is, by its name: a résumé, unless it says something else, or there is one already. */
const guessType = (name: string, hasResume: boolean): string => {
  if (letters.test(name)) return "cover_letter"
  return hasResume ? "other" : "resume"
}

interface Upload {
  readonly owner: Pick<FileOwner, "id" | "operations">
  readonly files: ReadonlyArray<File>
  /** What they are; left out, it is guessed by their names. */
  readonly type?: string
  readonly hasResume: boolean
}

/** Uploads files one after the other. Fails with those that were refused, once the others are there. */
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
