/** Chooses how many of the chosen members hold an interview: all, or a number of them. */
import { t } from "../../language/text.tsx"
import { Select, Switch } from "../../parts/Fields.tsx"

interface Held {
  readonly chosen: ReadonlyArray<string>
  /** How many of the chosen members hold it, or all of them. */
  readonly required: string
}

/** Returns the number, at most that of the chosen members. */
export const requiredOf = ({ chosen, required }: Held): number =>
  required === "all" ? chosen.length : Math.min(Number(required), chosen.length)

export const HeldBy = ({ chosen, onChange, required }: Held & { readonly onChange: (required: string) => void }) => (
  <Select
    label={t("Held by")}
    value={requiredOf({ chosen, required }) === chosen.length && chosen.length > 1 ? "all" : required}
    onChange={({ target }) => onChange(target.value)}
    options={[
      ["all", t("All of them")],
      ...Array.from(
        { length: Math.max(1, chosen.length - 1) },
        (_, index) => [String(index + 1), t("Any {n} of them", { n: index + 1 })] as const
      )
    ]}
  />
)

/** Whether the next free member replaces an interviewer who declines. */
export const PassOn = ({ defaultChecked }: { readonly defaultChecked: boolean }) => (
  <Switch
    label={t("If someone declines, ask the next free person")}
    hint={t("The person with the fewest interviews is asked. You, the candidate and both interviewers get an email.")}
    name="replaces_declined"
    defaultChecked={defaultChecked}
  />
)
