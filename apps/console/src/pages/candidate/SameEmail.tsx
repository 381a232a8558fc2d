/** Warns, while an address is typed, that another candidate has it. */
import { Link } from "@tanstack/react-router"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { Rich, t } from "../../language/text.tsx"
import { listOf } from "../../parts/listOf.ts"
import { useDebounced } from "../../parts/useDebounced.ts"

interface Props {
  /** The typed text so far: addresses separated by commas. */
  readonly typed: string
  /** The id of the edited person. */
  readonly except?: string
}

/** Matches a text that may be a complete address. */
const mayBeAddress = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/

/** The maximum number of addresses to look up, and of people to name for each. */
const [maxAddresses, maxNamed] = [5, 3]

const having = async (emails: ReadonlyArray<string>, signal: AbortSignal) => {
  // An invalid address is reported on submitting.
  const found = await Promise.all(
    emails.map((email) =>
      candor.candidates.list({ email, limit: maxNamed }, { signal }).then(({ candidates }) => candidates, () => [])
    )
  )
  return [...new Map(found.flat().map((candidate) => [candidate.id, candidate])).values()]
}

export const SameEmail = ({ except, typed }: Props) => {
  const emails = listOf(useDebounced(typed)).filter((email) => mayBeAddress.test(email)).slice(0, maxAddresses)
  const { value = [] } = useLoaded(["candidate", "by_email", emails.join()], (signal) => having(emails, signal))
  return (
    <div className="same" role="status">
      {value.filter(({ id }) => id !== except).map(({ full_name, id, primary_email }) => (
        <p key={id}>
          {/* Opens in another tab, so that the typed text is not lost. */}
          <Rich
            text="{person} already has {address}."
            values={{
              person: <Link to="/candidates/$id" params={{ id }} target="_blank">{full_name}</Link>,
              address: emails.length > 1 ? primary_email ?? t("one of these") : t("this email address")
            }}
          />
        </p>
      ))}
    </div>
  )
}
