/** A candidate's own records, without an application, and their limits. */
import { Result, Struct } from "effect"
import * as ApplicationSize from "../application/ApplicationSize.ts"
import * as FileUsage from "../attachment/FileUsage.ts"
import { type Limit, type LimitReached, withinLimit } from "../Limit.ts"
import { maxProfiles } from "../candidate/AiProfile.ts"

/** The size of a candidate's own AI profiles, notes and files. */
export interface OwnSize
  extends FileUsage.FileUsage, Pick<ApplicationSize.ApplicationSize, "notes_counted" | "text_bytes">
{
  readonly profiles: number
}

const limits: Readonly<Record<keyof OwnSize, Limit>> = {
  profiles: maxProfiles,
  notes_counted: ApplicationSize.ofCandidate.notes,
  text_bytes: ApplicationSize.ofCandidate.text,
  files_counted: FileUsage.ofCandidate.files,
  file_bytes: FileUsage.ofCandidate.bytes
}

/** Fails if the moved records would exceed a limit together with the present ones. */
export const fits = (
  { moved, present }: { readonly moved: OwnSize; readonly present: OwnSize }
): Result.Result<void, LimitReached> =>
  Result.gen(function*() {
    for (const name of Struct.keys(limits)) yield* withinLimit(limits[name], present[name], moved[name])
  })
