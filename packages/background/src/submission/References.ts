/**
 * References, with which people see and withdraw what they sent. A reference consists of the ids of the organization
 * and of the submission, and a code that only the organization's secret can produce. So a repeated submission has the
 * same reference, and references are not stored.
 */
import {
  InterviewId,
  type OrganizationId,
  SchedulingLinkId,
  SubmissionId,
  UserId,
  uuidOfDigits
} from "@candor/domain/Id"
import { Submissions } from "@candor/domain/submission/Submissions"
import { Context, Effect, Layer, Option } from "effect"
import { createHmac, timingSafeEqual } from "node:crypto"

/** Begin like other secrets, which are kept out of logs (LoggablePath.ts). */
const prefixes = { reference: "candor_sent_", scheduling: "candor_meet_" } as const
type Purpose = keyof typeof prefixes

/** A kit is identified by an interview and its interviewer. */
const kitPrefix = "candor_kit_"
const kitPattern = new RegExp(`^${kitPrefix}([0-9a-f]{32})([0-9a-f]{32})([0-9a-f]{32})([0-9a-f]{40})$`)

const pattern = /^candor_(?:sent|meet)_([0-9a-f]{32})([0-9a-f]{32})([0-9a-f]{40})$/

const hexOf = (id: string): string => id.replaceAll("-", "")

/** Maximum secrets in the cache. When it is full, it is emptied. */
const maxRemembered = 10_000

/** A scheduling link that a reference names. */
export interface ReferredLink {
  readonly organization_id: OrganizationId
  readonly id: SchedulingLinkId
}

/** A submission that a reference names. */
export interface Referred {
  readonly organization_id: OrganizationId
  readonly id: SubmissionId
}

/** The kit of an interview that a reference names, for one interviewer. */
export interface ReferredKit {
  readonly organization_id: OrganizationId
  readonly interview_id: InterviewId
  readonly member_id: UserId
}

export class References extends Context.Service<References, {
  /** Returns a code for a text and a purpose that only the organization's secret can produce: 64 hexadecimal digits. */
  readonly code: (organization: OrganizationId, purpose: string, text: string) => Effect.Effect<string>
  readonly format: (referred: Referred) => Effect.Effect<string>
  /** Returns what a reference names; none if it is forged. */
  readonly parse: (reference: string) => Effect.Effect<Option.Option<Referred>>
  /** The same for scheduling links. */
  readonly formatLink: (referred: ReferredLink) => Effect.Effect<string>
  readonly parseLink: (reference: string) => Effect.Effect<Option.Option<ReferredLink>>
  /** The same for kits of interviews. */
  readonly formatKit: (referred: ReferredKit) => Effect.Effect<string>
  readonly parseKit: (reference: string) => Effect.Effect<Option.Option<ReferredKit>>
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

      const codeBy = (secret: string, purpose: string, text: string) =>
        createHmac("sha256", secret).update(`${purpose}\n${text}`).digest("hex")

      const code = (organization: OrganizationId, purpose: string, text: string) =>
        Effect.map(secretOf(organization), (secret) => codeBy(Option.getOrThrow(secret), purpose, text))

      const macOf = (secret: string, purpose: Purpose | "kit", id: string) => codeBy(secret, purpose, id).slice(0, 40)

      const format =
        (purpose: Purpose) =>
        ({ id, organization_id }: { readonly id: string; readonly organization_id: OrganizationId }) =>
          Effect.map(
            secretOf(organization_id),
            (secret) =>
              `${prefixes[purpose]}${hexOf(organization_id)}${hexOf(id)}${
                macOf(Option.getOrThrow(secret), purpose, id)
              }`
          )

      const parse = <Id>(purpose: Purpose, make: (id: string) => Id) =>
        Effect.fnUntraced(function*(reference: string) {
          const [, organization, hex, mac] = pattern.exec(reference) ?? []
          if (
            organization === undefined || hex === undefined || mac === undefined ||
            !reference.startsWith(prefixes[purpose])
          ) return Option.none()
          const [organization_id, id] = [uuidOfDigits(organization) as OrganizationId, uuidOfDigits(hex)]
          const secret = yield* secretOf(organization_id)
          return Option.isSome(secret) &&
              timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret.value, purpose, id)))
            ? Option.some({ organization_id, id: make(id) })
            : Option.none()
        })

      const idsOf = ({ interview_id, member_id }: ReferredKit) => `${interview_id} ${member_id}`

      const formatKit = (referred: ReferredKit) =>
        Effect.map(
          secretOf(referred.organization_id),
          (secret) =>
            kitPrefix + [referred.organization_id, referred.interview_id, referred.member_id].map(hexOf).join("") +
            macOf(Option.getOrThrow(secret), "kit", idsOf(referred))
        )

      const parseKit = Effect.fnUntraced(function*(reference: string) {
        const [, organization, interview, member, mac] = kitPattern.exec(reference) ?? []
        if (organization === undefined || interview === undefined || member === undefined || mac === undefined)
          return Option.none()
        const referred = {
          organization_id: uuidOfDigits(organization) as OrganizationId,
          interview_id: InterviewId.make(uuidOfDigits(interview)),
          member_id: UserId.make(uuidOfDigits(member))
        }
        const secret = yield* secretOf(referred.organization_id)
        return Option.isSome(secret) &&
            timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret.value, "kit", idsOf(referred))))
          ? Option.some(referred)
          : Option.none()
      })

      return References.of({
        code,
        format: format("reference"),
        parse: parse("reference", (id) => SubmissionId.make(id)),
        formatLink: format("scheduling"),
        parseLink: parse("scheduling", (id) => SchedulingLinkId.make(id)),
        formatKit,
        parseKit
      })
    })
  )
}
