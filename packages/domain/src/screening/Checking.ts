/** Finds the signals of an application, or of a quarantined submission, by comparison with others. */
import { mayBePhone } from "../candidate/ContactDetails.ts"
import type { AskedForm } from "../submission/SubmittedForm.ts"
import { mayBeSame } from "../submission/Sender.ts"
import { hiddenQuote, instructionsIn } from "../signal/Instructions.ts"
import type { SignalReason } from "../signal/Signal.ts"
import type { SignalKind } from "../signal/SignalKind.ts"
import { bandsOf, keyOfText, likeness, pairsInCommon, printOf, type TextPrint, wordsOf } from "../signal/TextPrint.ts"

/** The data of an application or submission that is checked. */
export interface CheckedFacts {
  readonly full_name: string
  readonly emails: ReadonlyArray<string>
  readonly phones: ReadonlyArray<string>
  /** The cover letter and the answers. */
  readonly texts: ReadonlyArray<string>
  /** Its files that were read, or whose digest is known. */
  readonly files: ReadonlyArray<{
    readonly name: string
    readonly digest: string | null
    readonly text: string | null
    readonly hidden_text: string | null
  }>
  /** Seconds from the first input to the submission, measured by a signed challenge; null if unknown. */
  readonly filling_seconds: number | null
  readonly form: Pick<AskedForm, "questions"> | null
  /** A keyed digest of the sender's network; null if unknown. */
  readonly network_key: string | null
  /** The day on which it was sent, in UTC. */
  readonly day: string
  readonly off: ReadonlyArray<SignalKind>
}

/** The fewest words of a letter and of a résumé for which similarity is no accident. */
const minWords = { letter: 30, resume: 50 } as const

/** The fewest words of an answer that others would not give as well. */
const minAnswer = 12

/**
 * The shares of common word pairs from which two texts count as nearly equal: measured with soak/flood.ts, where a
 * machine's variants of one letter reach them, and people's own texts in one template do not.
 */
export const minShares = { letter: 0.34, resume: 0.4 } as const

/**
 * A short original letter is mostly set phrases, about 25 word pairs. With fewer than `minPairs` in common, two texts
 * count as nearly equal only from `copiedShare` on.
 */
const [minPairs, copiedShare] = [30, 0.6]

const parts = ["letter", "resume"] as const
type Part = (typeof parts)[number]

/** The files of an application whose digests are compared. */
const maxFiles = 20

/** The fingerprints of texts and values, which are stored to compare them with others'. */
export interface Prints {
  readonly letter: TextPrint | null
  readonly resume: TextPrint | null
  readonly values: ReadonlyArray<{ readonly kind: SignalKind; readonly key: bigint; readonly reason: SignalReason }>
}

const digitsOf = (phone: string): string => phone.normalize("NFKC").replace(/\P{Nd}/gu, "").slice(-9)

const valuesOf = ({ files, network_key, phones }: Pick<CheckedFacts, "network_key" | "phones"> & {
  readonly files: ReadonlyArray<Pick<CheckedFacts["files"][number], "digest" | "name">>
}): Prints["values"] => [
  ...files.slice(0, maxFiles).flatMap(({ digest, name }) =>
    digest === null
      ? []
      : [{ kind: "same_file" as const, key: keyOfText("file", digest), reason: { filename: name } }]
  ),
  ...phones.filter(mayBePhone).map((phone) => ({
    kind: "shared_phone" as const,
    key: keyOfText("phone", digitsOf(phone)),
    reason: { phone }
  })),
  ...(network_key === null
    ? []
    : [{ kind: "shared_network" as const, key: keyOfText("network", network_key), reason: {} }])
]

/** Returns the fingerprints of an application or submission. */
export const printsOf = (facts: CheckedFacts): Prints => {
  const { files, texts } = facts
  const long = texts.filter((text) => wordsOf(text).length >= minAnswer)
  return {
    letter: printOf(long.join("\n"), minWords.letter),
    resume: printOf(files.flatMap(({ text }) => text === null ? [] : [text]).join("\n"), minWords.resume),
    values: valuesOf(facts)
  }
}

/** Returns the keys that find others with nearly the same texts, or the same values. */
export const keysOf = (prints: Prints): ReadonlyArray<bigint> => [
  ...parts.flatMap((part) => {
    const print = prints[part]
    return print === null ? [] : bandsOf(part, print)
  }),
  ...prints.values.map(({ key }) => key)
]

/** Another application or submission that shares a key. */
export interface OtherPrint {
  readonly id: string
  readonly full_name: string
  /** The shared keys. */
  readonly keys: ReadonlySet<bigint>
  readonly letter: TextPrint | null
  readonly resume: TextPrint | null
  /** The group of nearly equal ones that it belongs to. */
  readonly group_id: string | null
  /** Its own files and phone numbers: a shared file may have another name there. */
  readonly files: ReadonlyArray<Pick<CheckedFacts["files"][number], "digest" | "name">>
  readonly phones: ReadonlyArray<string>
  /** Whether it was sent within a day of this one. */
  readonly is_of_day: boolean
}

/** A signal that was found, with the others that share it. */
export interface Finding {
  readonly kind: SignalKind
  readonly reason: SignalReason
  /** The same id for all applications that share this signal; null if it concerns only this application. */
  readonly group_id: string | null
  readonly others: ReadonlyArray<{ readonly id: string; readonly reason: SignalReason }>
}

/** The number of others from one network within a day that is more than a household. */
const minOfNetwork = 4

/** Words per second that a person can skim. */
const wordsPerSecond = 6

/** The least seconds to fill in a name, an address and a file. */
const leastSeconds = 3

/** Returns the least seconds to skim a form. */
export const readingSeconds = ({ questions }: Pick<AskedForm, "questions">): number =>
  leastSeconds +
  Math.floor(questions.flatMap(({ label, options }) => [label, ...options]).flatMap(wordsOf).length / wordsPerSecond)

const similar = (
  { full_name }: CheckedFacts,
  prints: Prints,
  others: ReadonlyArray<OtherPrint>,
  own: { readonly id: string; readonly group_id: string | null }
): ReadonlyArray<Finding> => {
  const alike = others.flatMap((other) => {
    if (mayBeSame(full_name, other.full_name)) return []
    const shares = parts.flatMap((part): ReadonlyArray<readonly [Part, number]> => {
      const [one, two] = [prints[part], other[part]]
      if (one === null || two === null) return []
      const share = likeness(one, two)
      const least = pairsInCommon(one, two) < minPairs ? copiedShare : minShares[part]
      return share >= least ? [[part, share]] : []
    }).toSorted(([, one], [, two]) => two - one)
    return shares.slice(0, 1).map(([part, share]) => ({ other, part, share }))
  }).toSorted((one, two) => two.share - one.share)
  const [nearest] = alike
  if (nearest === undefined) return []
  const known = alike.map(({ other }) => other.group_id).filter((group) => group !== null)
  // The oldest, so that groups that began independently become one.
  const group_id = [...known, ...(own.group_id === null ? [] : [own.group_id])].toSorted()[0] ?? own.id
  const reasonOf = ({ part, share }: typeof nearest): SignalReason => ({
    part,
    percent_shared: Math.round(share * 100)
  })
  return [{
    kind: "similar_text",
    reason: reasonOf(nearest),
    group_id,
    others: alike.map((one) => ({ id: one.other.id, reason: reasonOf(one) }))
  }]
}

const shared = (
  { day, full_name }: CheckedFacts,
  { values }: Prints,
  others: ReadonlyArray<OtherPrint>
): ReadonlyArray<Finding> =>
  values.filter(({ key }, at) => values.findIndex((one) => one.key === key) === at).flatMap((
    { key, kind, reason }
  ): ReadonlyArray<Finding> => {
    const isNetwork = kind === "shared_network"
    const same = others.flatMap((other) => {
      if (!other.keys.has(key) || mayBeSame(full_name, other.full_name) || (isNetwork && !other.is_of_day)) return []
      // Uses the reason of the other application, where a number or a file may be written differently.
      const its = isNetwork ? {} : valuesOf({ ...other, network_key: null }).find((one) => one.key === key)?.reason
      return its === undefined ? [] : [{ id: other.id, full_name: other.full_name, reason: its }]
    })
    const least = isNetwork ? minOfNetwork : 1
    // One person who applies four times counts once.
    if (new Set(same.map(({ full_name }) => full_name)).size < least) return []
    return [{
      kind,
      reason,
      group_id: `${kind} ${key}${isNetwork ? ` ${day}` : ""}`,
      others: same.map(({ id, reason }) => ({ id, reason }))
    }]
  })

const spoken = ({ files, texts }: CheckedFacts): ReadonlyArray<Finding> => {
  const finding = (reason: SignalReason): Finding => ({
    kind: "model_instructions",
    reason,
    group_id: null,
    others: []
  })
  for (const { hidden_text, name, text } of files) {
    const quote = hiddenQuote(hidden_text)
    if (quote !== null) return [finding({ filename: name, quote, is_hidden: true })]
    const said = text === null ? null : instructionsIn(text)
    if (said !== null) return [finding({ filename: name, quote: said, is_hidden: false })]
  }
  const said = texts.map(instructionsIn).find((one) => one !== null)
  return said === undefined ? [] : [finding({ quote: said, is_hidden: false })]
}

/**
 * Returns the signals, except the kinds that the organization has turned off. `isThrowaway` tells whether a domain
 * offers disposable addresses.
 */
export const findingsOf = (
  facts: CheckedFacts,
  prints: Prints,
  others: ReadonlyArray<OtherPrint>,
  own: { readonly id: string; readonly group_id: string | null },
  isThrowaway: (domain: string) => boolean
): ReadonlyArray<Finding> => {
  const { emails, filling_seconds, form, off } = facts
  const alone = (kind: SignalKind, reason: SignalReason): Finding => ({
    kind,
    reason,
    group_id: null,
    others: []
  })
  const domain = emails.map((email) => email.slice(email.lastIndexOf("@") + 1).toLowerCase()).find(isThrowaway)
  const reading_seconds = form === null ? 0 : readingSeconds(form)
  const isFast = filling_seconds !== null && filling_seconds < reading_seconds
  const all = [
    ...similar(facts, prints, others, own),
    ...shared(facts, prints, others),
    ...(isFast ? [alone("fast_form", { seconds: filling_seconds, reading_seconds })] : []),
    ...(domain === undefined ? [] : [alone("throwaway_email", { domain })]),
    ...spoken(facts)
  ]
  return all.filter(({ kind }) => !off.includes(kind))
}
