/** Converts attachments of candidates and applications, with their files in the folder. */
import { fileName } from "@candor/domain/attachment/FileName"
import { Effect } from "effect"
import { type Conversion, Leftovers } from "../Conversion.ts"
import * as Contents from "../Contents.ts"
import type { Folder } from "../Folder.ts"
import type { Foreign } from "../Foreign.ts"
import type { Rows } from "../Rows.ts"

/** Types of files that not everybody who sees the candidate may see in the other system. */
const restricted: ReadonlySet<string> = new Set(["offer_packet", "offer_letter"])

type Owner = { readonly application_id: string } | { readonly candidate_id: string }

const attachmentOf = (candidate: string, record: Foreign) => {
  const name = record.text("filename") ?? "file"
  const created = record.time("created_at")
  const type = record.line("type", 100) ?? "other"
  const id = record.text("id")
  return {
    name,
    created,
    type,
    id,
    path: record.text("path"),
    url: record.text("url"),
    key: `${candidate} ${type} ${name} ${created ?? ""}`
  }
}

export class Files {
  /** The attachments by name: a file in the folder itself is matched by its name only if one attachment has it. */
  private readonly named = new Map<string, Set<string>>()
  private readonly ofApplications = new Set<string>()
  private readonly taken = new Set<string>()

  private readonly conversion: Conversion
  private readonly folder: Folder
  private readonly rows: Rows

  constructor(conversion: Conversion, folder: Folder, rows: Rows) {
    this.conversion = conversion
    this.folder = folder
    this.rows = rows
  }

  /**
   * Examines the attachments of a record before any is added, because those of applications are also listed with their
   * candidate.
   */
  look(candidate: string, records: ReadonlyArray<Foreign>, isApplication: boolean): void {
    for (const record of records) {
      const { key, name } = attachmentOf(candidate, record)
      this.named.set(name, (this.named.get(name) ?? new Set()).add(key))
      if (isApplication) this.ofApplications.add(key)
    }
  }

  private pathOf(name: string, given: string | null, keys: ReadonlyArray<string>): string | undefined {
    const paths = [
      ...given === null ? [] : [given],
      ...keys.map((key) => `attachments/${key}/${name}`),
      ...this.named.get(name)?.size === 1 ? [`attachments/${name}`] : []
    ]
    const found = paths.find((path) => this.folder.contents.has(path))
    if (found !== undefined) this.taken.add(found)
    return found
  }

  /** Reads a file; returns the reason if it is not accepted. */
  private content(
    { name, path: given, type }: Pick<ReturnType<typeof attachmentOf>, "name" | "path" | "type">,
    keys: ReadonlyArray<string>
  ): Effect.Effect<Contents.Content | string> {
    const chosen = this.conversion.choices.choose("files", type, restricted.has(type) ? "left" : "taken")
    const path = this.pathOf(name, given, keys)
    if (chosen === "left") return Effect.succeed("not everybody may see it who sees the candidate")
    return path === undefined
      ? Effect.succeed("it was not in the folder")
      : Effect.catch(Contents.read(this.folder.path(path), name), (reason) => Effect.succeed(reason))
  }

  /**
   * Adds the attachments of a record to their owner; one that is not accepted becomes a note. `keys` are the ids of the
   * candidate and the application. Attachments without a time get that of their owner.
   */
  add(
    owner: Owner,
    candidate: string,
    keys: ReadonlyArray<string>,
    records: ReadonlyArray<Foreign>,
    owned_at: string
  ) {
    return Effect.gen({ self: this }, function*() {
      const { conversion } = this
      for (const record of records) {
        const attachment = attachmentOf(candidate, record)
        const { created, id: theirs, key, name, type, url } = attachment
        record.skip("application_id", "candidate_id", "updated_at")
        if ("candidate_id" in owner && this.ofApplications.has(key)) continue
        const content = yield* this.content(attachment, theirs === null ? keys : [...keys, theirs])
        const created_at = created ?? owned_at
        if (typeof content === "string") {
          conversion.left.add(`Files that were not taken: ${content}`)
          const note = new Leftovers()
          note.add(`File not taken (${content})`, [name, type, url].filter((text) => text !== null).join(", "))
          conversion.note(owner, `attachment ${key}`, note.note(conversion.title)!, { created_at })
          continue
        }
        const { bytes, type: content_type } = content
        const id = conversion.id("attachment", key)
        const isNew = conversion.add("attachment", key, {
          ...owner,
          id,
          file_type: type,
          original_filename: fileName(name),
          created_at,
          content_type,
          size_bytes: bytes.byteLength,
          text_status: "pending"
        })
        if (isNew) yield* this.rows.content(id, bytes)
      }
    })
  }

  /** Counts the files that no record names. */
  end(): void {
    const rest = this.folder.contents.size - this.taken.size
    if (rest > 0) this.conversion.left.add("Files in `attachments` that no record names", rest)
  }
}
