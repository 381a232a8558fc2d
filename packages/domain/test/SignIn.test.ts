import * as ApiKeyText from "@candor/domain/authentication/ApiKeyText"
import { IdentityNotFound, maxIdentities } from "@candor/domain/authentication/Identity"
import * as Session from "@candor/domain/authentication/Session"
import * as SignIn from "@candor/domain/authentication/SignIn"
import { OrganizationId } from "@candor/domain/Id"
import { LimitReached } from "@candor/domain/Limit"
import { add, MemberDeactivated } from "@candor/domain/organization/Member"
import { describe, expect, test } from "bun:test"
import { Option, Result, Schema } from "effect"
import { contextAt, id } from "./context.ts"

const organization = { id: OrganizationId.make(id(42)), name: "Acme" }
const member =
  Result.getOrThrow(add({ full_name: "Mary Allen", email: "mary@example.com", role: "write" }, null, contextAt()))
    .entity
const none: SignIn.SignIn = {
  member,
  organization,
  password_hash: null,
  link_expires_at: null,
  passkeys: [],
  identities: [],
  session: null
}
const deactivated = { ...member, status: "deactivated" } as const

const linked = Result.getOrThrow(SignIn.issueLink(none, contextAt("09:00:00.000"))).entity
const signedIn: SignIn.SignIn = { ...none, password_hash: "hash" }

describe("a sign-in link", () => {
  test("works once, until its end, for an active member", () => {
    expect(linked.link_expires_at as string).toBe("2026-11-21T09:00:00.000Z")
    const { entity, events } = Result.getOrThrow(SignIn.redeemLink(linked, "hash", contextAt("23:59:59.999")))
    expect(entity).toMatchObject({
      password_hash: "hash",
      link_expires_at: null,
      session: { expires_at: "2026-11-21T11:59:59.999Z" }
    })
    expect(events.map(({ subject_id, type }) => [type, subject_id])).toEqual([["member.password_set", member.id]])
    const ended = Result.fail(new SignIn.SignInLinkEnded())
    expect(SignIn.redeemLink(entity, "hash", contextAt())).toEqual(ended)
    expect(SignIn.redeemLink({ ...linked, link_expires_at: contextAt().now }, "hash", contextAt())).toEqual(ended)
    expect(SignIn.redeemLink({ ...linked, member: deactivated }, "hash", contextAt())).toEqual(ended)
  })

  test("links an identity in place of a password, once, until its end, for an active member", () => {
    const identity = { issuer: "https://id.example", subject: "1" }
    const { entity, events } = Result.getOrThrow(SignIn.linkIdentity(linked, identity, contextAt("23:59:59.999")))
    expect(entity).toMatchObject({
      identities: [identity],
      password_hash: null,
      link_expires_at: null,
      session: { expires_at: "2026-11-21T11:59:59.999Z" }
    })
    expect(events).toEqual([{ type: "member.identity_linked", subject_id: member.id, data: { ...member } }])
    for (
      const ended of [entity, none, { ...linked, link_expires_at: contextAt().now }, { ...linked, member: deactivated }]
    ) {
      expect(SignIn.linkIdentity(ended, identity, contextAt())).toEqual(Result.fail(new SignIn.SignInLinkEnded()))
    }
  })

  test("is made for an active member, with an event that has nothing of it", () => {
    const { events } = Result.getOrThrow(SignIn.issueLink(none, contextAt()))
    expect(events).toEqual([{ type: "member.sign_in_link_created", subject_id: member.id, data: { ...member } }])
    expect(SignIn.issueLink({ ...none, member: deactivated }, contextAt())).toEqual(
      Result.fail(new MemberDeactivated({ member_id: member.id }))
    )
  })
})

describe("a linked identity", () => {
  const identityOf = (n: number) => ({ issuer: "https://id.example", subject: String(n), linked_at: contextAt().now })
  const ofTen = { ...linked, identities: Array.from({ length: maxIdentities.limit }, (_, n) => identityOf(n)) }

  test("is one of ten at most, and the same one again is no further one", () => {
    const refused = Result.fail(new LimitReached({ ...maxIdentities, present: 10, added: 1 }))
    expect(SignIn.linkIdentity(ofTen, identityOf(10), contextAt())).toEqual(refused)
    expect(Result.getOrThrow(SignIn.linkIdentity(ofTen, identityOf(9), contextAt())).entity.identities).toHaveLength(10)
  })

  test("signs an active member in until it is unlinked, which leaves the others and opens a session in the place of all", () => {
    expect(Result.getOrThrow(SignIn.openByIdentity(ofTen, identityOf(3), contextAt())).events).toEqual([])
    const { entity, events } = Result.getOrThrow(SignIn.unlinkIdentity(ofTen, identityOf(3), contextAt()))
    expect([entity.identities, entity.session?.created_at]).toEqual([ofTen.identities.toSpliced(3, 1), contextAt().now])
    expect(events).toEqual([{ type: "member.identity_unlinked", subject_id: member.id, data: { ...member } }])
    const refused = Result.fail(new SignIn.SignInRefused())
    expect(SignIn.openByIdentity(entity, identityOf(3), contextAt())).toEqual(refused)
    expect(SignIn.unlinkIdentity(entity, identityOf(3), contextAt())).toEqual(Result.fail(new IdentityNotFound()))
    for (const decide of [SignIn.openByIdentity, SignIn.unlinkIdentity]) {
      expect(decide({ ...ofTen, member: deactivated }, identityOf(3), contextAt())).toEqual(refused)
    }
  })
})

describe("a password", () => {
  test("opens a session without an event, if it is the one that was compared", () => {
    const { entity, events } = Result.getOrThrow(SignIn.open(signedIn, "hash", contextAt()))
    expect([entity.session?.created_at, events]).toEqual([contextAt().now, []])
    for (
      const refused of [
        SignIn.open(signedIn, "another", contextAt()),
        SignIn.open({ ...signedIn, member: deactivated }, "hash", contextAt())
      ]
    ) {
      expect(refused).toEqual(Result.fail(new SignIn.SignInRefused()))
    }
  })

  test("is replaced by one that the member compared with it, and the link ends too", () => {
    const change = { compared: "hash", password_hash: "new" }
    const { entity } = Result.getOrThrow(
      SignIn.changePassword({ ...linked, password_hash: "hash" }, change, contextAt())
    )
    expect(entity).toMatchObject({ password_hash: "new", link_expires_at: null })
    expect(SignIn.changePassword({ ...signedIn, password_hash: "changed" }, change, contextAt())).toEqual(
      Result.fail(new SignIn.SignInRefused())
    )
  })

  test("a password has 12 to 200 characters, each counted once however a keyboard sends it", () => {
    const accepts = Schema.is(SignIn.Password)
    // To compose its characters would take minutes.
    const marked = `a${"\u0315".repeat(150_000)}${"\u0327".repeat(150_000)}`
    for (const good of ["a".repeat(12), "a".repeat(200), "e\u0301".repeat(12), "🔑".repeat(12), "            "])
      expect(accepts(good)).toBe(true)
    for (const bad of ["a".repeat(11), "a".repeat(201), "e\u0301".repeat(11), "a".repeat(11) + "\u0000", marked])
      expect(accepts(bad)).toBe(false)
  })
})

test("the texts of keys, sessions and links are not read as each other", () => {
  const kinds = [ApiKeyText, Session.sessionText, SignIn.linkText]
  const texts = kinds.map(({ format }) => format(organization.id, "0123456789abcdef0123456789abcdef01234567"))
  for (const [index, text] of texts.entries()) {
    expect(kinds.map(({ parse }) => Option.isSome(parse(text)))).toEqual(kinds.map((_, at) => at === index))
  }
})
