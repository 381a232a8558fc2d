/** Converts rejection reasons. If the candidate rejected, it becomes a withdrawal here. */
import { maxReasons } from "@candor/domain/rejection/RejectionReason"
import type { Conversion } from "../Conversion.ts"
import type { Foreign } from "../Foreign.ts"

/** Matches reasons of candidates, for systems that do not say who rejected whom. */
const isTheirs =
  /\b(?:withdrew|withdrawn|candidate (?:declined|rejected)|declined (?:our )?offer|offer declined|(?:took|accepted) (?:another|other)|not interested)\b/i

export interface Reason {
  readonly name: string
  readonly becomes: "rejected" | "withdrawn"
}

export class Reasons {
  private readonly known = new Map<string, Reason>()
  private readonly all = new Map<string, string>()

  private readonly conversion: Conversion

  constructor(conversion: Conversion) {
    this.conversion = conversion
  }

  /** Returns the reason of a record; null if there is none. `They rejected us` marks a candidate's own decision. */
  of(record: Foreign | null): Reason | null {
    const name = record?.line("name") ?? null
    const key = record?.text("id") ?? name
    const type = record?.part("type")
    const kind = type?.text("name")
    type?.skip("id", "key")
    record?.skip("created_at", "updated_at")
    if (name === null || key === null) return null
    const becomes = this.conversion.choices.choose(
      "reasons",
      name,
      kind === "They rejected us" || kind === undefined && isTheirs.test(name) ? "withdrawn" : "rejected"
    )
    const reason = this.known.get(key) ?? { name, becomes }
    this.known.set(key, reason)
    if (becomes === "rejected" && !this.all.has(name.toLowerCase())) {
      if (this.all.size < maxReasons.limit) this.all.set(name.toLowerCase(), name)
      else this.conversion.left.add("Rejection reasons above the limit: applications keep them")
    }
    return reason
  }

  /** The names of the reasons for which we reject, each once. */
  get names(): ReadonlyArray<string> {
    return [...this.all.values()]
  }
}
