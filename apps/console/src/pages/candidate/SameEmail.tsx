/** Says, while an address is typed, that somebody has it already. */
import { Link } from "@tanstack/react-router"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { Rich, t } from "../../language/text.tsx"
import { listOf } from "../../parts/listOf.ts"
import { useDebounced } from "../../parts/useDebounced.ts"

interface Props {
  /** What was typed so far: addresses, with commas between them. */
  readonly typed: string
  /** The person that is edited. */
  readonly except?: string
}

/** What may be an address by now. */
const mayBeAddress = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/

/** Addresses that are asked for at a time, and people that are named for each. */
const [maxAddresses, maxNamed] = [5, 3]

const having = async (emails: ReadonlyArray<string>, signal: AbortSignal) => {
  // An address that the server does not take is told when it is sent.
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
          {/* In another tab: what was typed stays. */}
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
