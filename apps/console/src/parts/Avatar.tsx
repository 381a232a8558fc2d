/** Avatars of people: their initials on a color that depends on the name. */
import { t } from "../language/text.tsx"

interface Person {
  readonly id: string
  readonly full_name: string
  /** The person's role, such as “Recruiter”. */
  readonly role?: string
}

/** Returns the initials of the first and the last word: AL for “Ada King Lovelace”. */
const initialsOf = (name: string): string => {
  const words = name.split(/\s+/u).filter((word) => word !== "")
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...word ?? ""][0] ?? "").join("")
    .toUpperCase()
}

/** The number of avatar colors in the styles. */
const tones = 6

const toneOf = (id: string): number =>
  [...id].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 997, 7) % tones

/** An avatar beside the person's name, or alone: then `title` names the person, also to screen readers. */
export const Avatar = (
  { isNamed = true, person: { full_name, id, role } }: { readonly person: Person; readonly isNamed?: boolean }
) => {
  const name = role === undefined ? full_name : `${full_name}, ${role}`
  return (
    <span
      className={`avatar tone-${toneOf(id)}`}
      {...(isNamed ? { "role": "img", "aria-label": name, title: name } : { "aria-hidden": true })}
    >
      {initialsOf(full_name)}
    </span>
  )
}

/** The maximum number of avatars for a group. */
const maxShown = 3

export const Avatars = ({ people }: { readonly people: ReadonlyArray<Person> }) => {
  const others = people.slice(people.length > maxShown ? maxShown - 1 : maxShown)
  return (
    <span className="avatars">
      {people.slice(0, people.length - others.length).map((person) => <Avatar key={person.id} person={person} />)}
      {others.length === 0 ?
        null :
        (
          <span
            className="avatar others"
            role="img"
            aria-label={t("and {count} more", { count: others.length })}
            title={others.map(({ full_name }) => full_name).join(", ")}
          >
            +{others.length}
          </span>
        )}
    </span>
  )
}
