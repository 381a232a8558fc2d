/** The state that all parts of a conversion share: written rows, choices, counts, and the members. */
import { Email } from "@candor/domain/Text"
import { Option, Schema } from "effect"
import type { Row } from "@candor/domain/moving/Moves"
import type { Existing } from "./Existing.ts"
import { fitted, Foreign } from "./Foreign.ts"
import { foreignId } from "./ForeignId.ts"
import { Left } from "./Left.ts"
import type { Choices } from "./Mapping.ts"
import type { Rows } from "./Rows.ts"

const decodeEmail = Schema.decodeUnknownOption(Email)

/** The most characters of a note or of feedback. */
const maxBody = 50_000

/** The time of records that have none. */
export const unknownTime = "2000-01-01T00:00:00.000Z"

/** Returns an email address in our form; null if the text is not one. */
export const emailOf = (text: string | null): string | null =>
  text === null ? null : Option.getOrNull(decodeEmail(text))

export class Conversion {
  readonly left = new Left()
  private readonly once = new Set<string>()

  readonly system: string
  /** The system's name in texts. */
  readonly title: string
  readonly existing: Existing
  /** Whether the import creates the organization. */
  readonly isNew: boolean
  readonly choices: Choices
  private readonly rows: Rows

  constructor(system: string, title: string, existing: Existing, isNew: boolean, choices: Choices, rows: Rows) {
    this.system = system
    this.title = title
    this.existing = existing
    this.isNew = isNew
    this.choices = choices
    this.rows = rows
  }

  id(noun: string, key: string): string {
    return foreignId(this.system, noun, key)
  }

  /** Returns the column with the id of a row in the other system. */
  externalIds(key: string): Row {
    return { external_ids: [{ system: this.system, id: key }] }
  }

  /** Adds a row unless one with its key was added before. Returns whether it did. */
  add(part: string, key: string, row: Row): boolean {
    const name = `${part} ${key}`
    if (this.once.has(name)) return false
    this.once.add(name)
    this.rows.add(part, row)
    return true
  }

  foreign(path: string, record: Row, place: string = path): Foreign {
    return new Foreign(path, record, this.left, place)
  }

  /** The member who counts as the author of texts without an author. */
  get importer(): string {
    const id = this.id("member", "import")
    this.add("member", "import", {
      ...memberRow,
      id,
      email: `${this.system}@import.invalid`,
      full_name: `Import from ${this.title}`,
      created_at: unknownTime,
      status: "deactivated"
    })
    return id
  }

  /** Adds a text as a note, or as several if it is too long. */
  note(
    owner: { readonly application_id: string } | { readonly candidate_id: string },
    key: string,
    text: string,
    { author = this.importer, created_at, isForTeam = false, isTheirs = false }: {
      readonly author?: string | undefined
      readonly created_at: string
      /** Whether only the job's team sees it. */
      readonly isForTeam?: boolean
      /** Whether the key is that of a note in the other system. */
      readonly isTheirs?: boolean
    }
  ): void {
    for (let [rest, nth] = [text, 0]; rest !== ""; nth++) {
      const [body] = fitted(rest, maxBody)
      rest = rest.slice(body.length).trim()
      this.add("note", `${key} ${nth}`, {
        ...owner,
        id: this.id("note", nth === 0 ? key : `${key} ${nth}`),
        author_id: author,
        body,
        created_at,
        updated_at: created_at,
        visibility: isForTeam ? "team" : "everyone",
        ...(isTheirs && nth === 0 ? this.externalIds(key) : {})
      })
    }
  }
}

/** The columns of a new member, with the default notices. */
export const memberRow: Row = {
  role: "limited",
  status: "active",
  mail_notices: ["mention", "feedback_request", "team"],
  muted_notices: [],
  external_ids: []
}

/** Collects lines of a note about values that have no field here, each with a name and a text. */
export class Leftovers {
  private readonly lines: Array<string> = []

  add(name: string, text: string | null): void {
    if (text !== null && text !== "") this.lines.push(`- ${name}: ${text.replaceAll("\n", "\n  ")}`)
  }

  /** Returns the note; null if there are no lines. */
  note(title: string): string | null {
    return this.lines.length === 0 ? null : `From ${title}\n\n${this.lines.join("\n")}`
  }
}
