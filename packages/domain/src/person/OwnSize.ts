/** What belongs to a candidate without an application, and how much of it there can be. */
import { Result, Struct } from "effect"
import * as ApplicationSize from "../application/ApplicationSize.ts"
import * as FileUsage from "../attachment/FileUsage.ts"
import { type Limit, type LimitReached, withinLimit } from "../Limit.ts"
import { maxProfiles } from "../candidate/AiProfile.ts"

/** Its AI profiles, its notes and its files. */
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

/** Fails where what moves to a candidate would exceed a limit beside what it has. */
export const fits = (
  { moved, present }: { readonly moved: OwnSize; readonly present: OwnSize }
): Result.Result<void, LimitReached> =>
  Result.gen(function*() {
    for (const name of Struct.keys(limits)) yield* withinLimit(limits[name], present[name], moved[name])
  })
