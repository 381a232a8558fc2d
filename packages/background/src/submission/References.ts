/**
 * References: by one, a person sees what they sent, and withdraws it. A reference has the ids of the organization and of the submission, and
 * a code that only the organization's secret makes; so it is the same for a submission that is repeated, and none is stored.
 */
import { type OrganizationId, SubmissionId } from "@candor/domain/Id"
import { Submissions } from "@candor/domain/submission/Submissions"
import { Context, Effect, Layer, Option } from "effect"
import { createHmac, timingSafeEqual } from "node:crypto"

/** As other texts that nobody may see in a log (LoggablePath.ts). */
const prefix = "candor_sent_"

const pattern = new RegExp(`^${prefix}([0-9a-f]{32})([0-9a-f]{32})([0-9a-f]{40})$`)

const hexOf = (id: string): string => id.replaceAll("-", "")
const idOf = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")

/** Secrets that are remembered. One more, and all are read anew. */
const maxRemembered = 10_000

/** A submission that a reference names. */
export interface Referred {
  readonly organization_id: OrganizationId
  readonly id: SubmissionId
}

export class References extends Context.Service<References, {
  /** Returns a code of a text, for this purpose, that only the organization's secret makes: 64 hexadecimal digits. */
  readonly code: (organization: OrganizationId, purpose: string, text: string) => Effect.Effect<string>
  readonly format: (referred: Referred) => Effect.Effect<string>
  /** Returns what a reference names; none for a forged one. */
  readonly parse: (reference: string) => Effect.Effect<Option.Option<Referred>>
}>()("@candor/background/References") {
  static readonly layer = Layer.effect(
    References,
    Effect.gen(function*() {
      const submissions = yield* Submissions
      let remembered = new Map<OrganizationId, string>()

      const secretOf = (organization: OrganizationId) => {
        const known = remembered.get(organization)
        if (known !== undefined) return Effect.succeed(Option.some(known))
        return Effect.tap(submissions.secret(organization), (secret) =>
          Effect.sync(() => {
            if (remembered.size >= maxRemembered) remembered = new Map()
            if (Option.isSome(secret)) remembered.set(organization, secret.value)
          }))
      }

      const codeBy = (secret: string, purpose: string, text: string) => createHmac("sha256", secret).update(`${purpose}\n${text}`).digest("hex")

      const code = (organization: OrganizationId, purpose: string, text: string) =>
        Effect.map(secretOf(organization), (secret) => codeBy(Option.getOrThrow(secret), purpose, text))

      const macOf = (secret: string, { id }: Referred) => codeBy(secret, "reference", id).slice(0, 40)

      const format = (referred: Referred) =>
        Effect.map(secretOf(referred.organization_id), (secret) => macOf(Option.getOrThrow(secret), referred)).pipe(Effect.map((mac) => `${prefix}${hexOf(referred.organization_id)}${hexOf(referred.id)}${mac}`))

      const parse = Effect.fnUntraced(function*(reference: string) {
        const [, organization, id, mac] = pattern.exec(reference) ?? []
        if (organization === undefined || id === undefined || mac === undefined) return Option.none<Referred>()
        const referred: Referred = { organization_id: idOf(organization) as OrganizationId, id: SubmissionId.make(idOf(id)) }
        const secret = yield* secretOf(referred.organization_id)
        return Option.isSome(secret) && timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret.value, referred))) ? Option.some(referred) : Option.none<Referred>()
      })

      return References.of({ code, format, parse })
    })
  )
}
