/** Converts users to members: those that the organization has (by email address) are reused, others are added. */
import { MemberRole } from "@candor/domain/access/MemberRole"
import { Schema } from "effect"
import { type Conversion, emailOf, memberRow, unknownTime } from "../Conversion.ts"
import type { Foreign } from "../Foreign.ts"

const isRole = Schema.is(MemberRole)

export class Users {
  private readonly members = new Map<string, string>()
  private readonly emails = new Set<string>()

  private readonly conversion: Conversion

  constructor(conversion: Conversion) {
    this.conversion = conversion
  }

  private make(key: string, email: string | null, name: string | null, created_at: string, chosen: string): string {
    const { conversion } = this
    const id = conversion.id("member", key)
    const stored = email === null ? undefined : conversion.existing.member.get(email.toLowerCase())
    const isFree = email !== null && !this.emails.has(email.toLowerCase()) && (stored === undefined || stored === id)
    if (isFree) this.emails.add(email.toLowerCase())
    conversion.add("member", key, {
      ...memberRow,
      id,
      email: isFree ? email : `${conversion.system}-${key}@import.invalid`,
      full_name: name ?? email ?? `User ${key}`,
      created_at,
      role: isRole(chosen) ? chosen : "limited",
      status: isRole(chosen) ? "active" : "deactivated",
      ...conversion.externalIds(key)
    })
    if (!isRole(chosen)) conversion.left.add("Users who became deactivated members")
    return id
  }

  /** Reads a record of `users`. */
  read(record: Foreign): void {
    const { choices, existing, isNew } = this.conversion
    const key = record.text("id")
    if (key === null) return this.conversion.left.add(`${record.place}: it has no id`)
    const first = [record.text("first_name"), record.text("last_name")].filter((name) => name !== null).join(" ")
    const name = record.line("name") ?? (first || null)
    const given = [record.text("primary_email_address") ?? record.text("primary_email"), ...record.texts("emails")]
    const emails = given.map(emailOf).filter((email) => email !== null)
    const email = emails[0] ?? null
    const created = record.time("created_at") ?? unknownTime
    const isDisabled = record.is("disabled") || record.is("deactivated")
    const isAdmin = record.is("site_admin")
    record.skip("primary_email_address", "updated_at", "employee_id")
    const known = emails.find((one) => existing.member.has(one.toLowerCase()))
    const otherwise =
      known !== undefined && existing.member.get(known.toLowerCase()) !== this.conversion.id("member", key)
        ? known
        : !isNew || isDisabled
        ? "deactivated"
        : isAdmin
        ? "admin"
        : "limited"
    const chosen = choices.choose("members", email ?? key, otherwise)
    if (chosen !== "deactivated" && !isRole(chosen) && !existing.member.has(chosen.toLowerCase())) {
      this.conversion.left.add("Members whom the mapping names, and the organization does not have")
    }
    this.members.set(key, existing.member.get(chosen.toLowerCase()) ?? this.make(key, email, name, created, chosen))
    record.end()
  }

  /** Returns the member of a user by key; null if there is none. */
  withKey(key: string | null): string | null {
    return key === null ? null : this.members.get(key) ?? null
  }

  /** Returns the member that a record names, even if `users` does not have it; null if it names nobody. */
  named(user: Foreign | null): string | null {
    if (user === null) return null
    const id = user.text("id") ?? user.text("user_id")
    const name = user.line("name")
    const email = emailOf(user.text("email"))
    user.skip("first_name", "last_name", "employee_id", "responsible")
    if (id === null && email === null) return null
    const own = id ?? email!
    const known = this.members.get(own) ??
      (email === null ? undefined : this.conversion.existing.member.get(email.toLowerCase()))
    const member = known ?? this.make(own, email, name, unknownTime, "deactivated")
    this.members.set(own, member)
    return member
  }
}
