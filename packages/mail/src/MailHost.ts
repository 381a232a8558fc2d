/**
 * Resolves the host of a mail server. Its name is looked up once, every address is checked, and the connection goes to
 * a checked one. So a name that resolves to another address a moment later has no effect (DNS rebinding).
 */
import { addressesOf, familyOf, isPublic, unbracketed } from "@candor/connections/guarded/PublicAddress"
import type { SmtpServer, Trouble } from "@candor/domain/mail/MailServer"
import { Duration, Effect } from "effect"

/** Which servers may be reached. */
export interface MailPolicy {
  /** `CANDOR_MAIL_PRIVATE=allow`: those of private networks too. */
  readonly allowsPrivate: boolean
}

/** A host that may be connected to. */
export interface MailHost {
  /** Its addresses, the preferred first. Each was checked. */
  readonly addresses: readonly [string, ...ReadonlyArray<string>]
  /** The name that the certificate is for, and that the TLS handshake names; undefined where the host is an address. */
  readonly servername: string | undefined
}

const lookupTimeout = Duration.seconds(10)

const trouble = (problem: Trouble["problem"]) => Effect.fail<Trouble>({ problem, detail: null })

/**
 * Returns where to connect to. Fails with `host_unknown`, `no_answer` (of the resolver, within 10 s), `private_address`
 * where one of the addresses is private and the policy refuses those, and `encryption` for `security: "none"` to a
 * public address.
 */
export const resolve = (
  { host, security }: Pick<SmtpServer, "host" | "security">,
  policy: MailPolicy
): Effect.Effect<MailHost, Trouble> =>
  Effect.gen(function*() {
    const name = unbracketed(host).replace(/\.$/, "")
    const [first, ...others] = yield* addressesOf(name).pipe(
      Effect.timeoutOrElse({ duration: lookupTimeout, orElse: () => trouble("no_answer") })
    )
    if (first === undefined) return yield* trouble("host_unknown")
    const addresses = [first, ...others] as const
    if (!policy.allowsPrivate && !addresses.every(isPublic)) return yield* trouble("private_address")
    if (security === "none" && addresses.some(isPublic)) return yield* trouble("encryption")
    return { addresses, servername: familyOf(name) === 0 ? name : undefined }
  })
