/** Converts departments and offices: those that the organization has (by name) are reused, others are added. */
import { type Conversion, unknownTime } from "../Conversion.ts"
import type { Foreign } from "../Foreign.ts"

interface Place {
  readonly id: string
  readonly name: string
  readonly location: string | null
  readonly parent: string | null
  /** Whether the organization already has it. */
  readonly isKnown: boolean
}

export class Places {
  private readonly found = new Map<string, Place>()
  private readonly names = new Set<string>()

  private readonly conversion: Conversion
  private readonly part: "department" | "office"

  constructor(conversion: Conversion, part: "department" | "office") {
    this.conversion = conversion
    this.part = part
  }

  /** Reads a record and its children, unless it was read before. */
  read(record: Foreign, above: string | null = null): void {
    const { conversion, part } = this
    const key = record.text("id")
    const given = record.line("name")
    const parent = record.text("parent_id") ?? above
    const place = typeof record.take("location") === "object"
      ? record.part("location")?.line("name") ?? null
      : record.line("location")
    // Only the name of a department has a field here, so ids in further systems, and people, are skipped.
    record.skip(
      "child_ids",
      "parent_department_external_id",
      "child_department_external_ids",
      "parent_office_external_id",
      "child_office_external_ids",
      "created_at",
      "updated_at"
    )
    record.parts("children").forEach((child) => this.read(child, key))
    // A job may name by id alone a department or office that has a record of its own.
    if (key === null || given === null && record.path === `${part}s`)
      conversion.left.add(`${record.place}: it has no ${key === null ? "id" : "name"}`)
    else if (given !== null && !this.found.has(key)) {
      const own = conversion.id(part, key)
      const stored = conversion.existing[part].get(given.toLowerCase())
      const isKnown = stored !== undefined && stored !== own
      // Names are unique here.
      const name = isKnown || !this.names.has(given.toLowerCase()) ? given : `${given.slice(0, 180)} (${key})`
      this.names.add(name.toLowerCase())
      this.found.set(key, { id: isKnown ? stored : own, name, location: place, parent, isKnown })
    }
  }

  /** Adds the departments or offices that were read. */
  end(): void {
    for (const { id, isKnown, location, name, parent } of this.found.values()) {
      const above = parent === null ? undefined : this.found.get(parent)
      if (isKnown) continue
      this.conversion.add(this.part, id, {
        id,
        name,
        parent_id: above === undefined || above.id === id ? null : above.id,
        created_at: unknownTime,
        updated_at: unknownTime,
        ...(this.part === "office" ? { location } : {})
      })
    }
  }

  get(key: string | null): Place | undefined {
    return key === null ? undefined : this.found.get(key)
  }
}
