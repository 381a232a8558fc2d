/** `candor members …` */
import { MemberRole } from "@candor/domain/access/MemberRole"
import { issueLink, linkPath } from "@candor/domain/authentication/SignIn"
import { SignIns } from "@candor/domain/authentication/SignIns"
import { UserId } from "@candor/domain/Id"
import * as Member from "@candor/domain/organization/Member"
import { Members } from "@candor/domain/organization/Members"
import { memberStatus } from "@candor/domain/organization/MemberStatus"
import { address, baseUrl } from "@candor/process/Address"
import { Config, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { allOf } from "./AllPages.ts"
import { existing, operator, organization } from "./Organization.ts"
import { CommandRefused, json, print, table } from "./Output.ts"

const list = Command.make(
  "list",
  { organization, json },
  Effect.fnUntraced(function*({ organization: id, ...options }) {
    yield* existing(id)
    const port = yield* Members
    const members = yield* allOf((page) => port.list(id, page))
    const rows = members.map((
      member
    ) => [member.id, member.role, member.status, member.email, member.created_at, member.full_name])
    const lines = table(["ID", "ROLE", "STATUS", "EMAIL", "ADDED", "NAME"], rows)
    yield* print(options, members, ...(members.length === 0 ? ["There are no members."] : lines))
  })
).pipe(
  Command.withDescription("List an organization's members, newest first"),
  Command.withExamples([{ command: "candor members list --organization <id>" }])
)

const memberId = Argument.String("id").pipe(
  Argument.withDescription("The member's id, as members list shows it"),
  Argument.withSchema(UserId)
)

const notFound = (id: UserId) =>
  new CommandRefused({ message: `The organization has no member ${id} (see candor members list).` })

const update = Command.make(
  "update",
  {
    organization,
    id: memberId,
    role: Flag.Literals("role", MemberRole.literals).pipe(
      Flag.withDescription("The largest scope that the member's keys can have"),
      Flag.optional
    ),
    status: Flag.Literals("status", memberStatus.states).pipe(
      Flag.withDescription("Whether the member's keys are admitted"),
      Flag.optional
    ),
    json
  },
  Effect.fnUntraced(function*({ id, organization, role, status, ...options }) {
    yield* existing(organization)
    const by = yield* operator(organization, "members update")
    const patch: Member.MemberPatch = {
      ...(Option.isSome(role) ? { role: role.value } : {}),
      ...(Option.isSome(status) ? { status: status.value } : {})
    }
    const member = yield* (yield* Members).modify(by, id, (member) => Member.update(member, patch)).pipe(
      Effect.catchTags({
        MemberNotFound: () => notFound(id),
        LastAdmin: ({ member_id }) =>
          new CommandRefused({
            message: `${member_id} is the organization's last active admin. Give another member the role admin first.`
          }),
        TransitionRefused: Effect.die
      })
    )
    yield* print(options, member, `${member.email} has the role ${member.role} and is ${member.status}.`)
  })
).pipe(
  Command.withDescription(
    "Change a member's role, deactivate a member, or reactivate one; the member's keys follow at once"
  ),
  Command.withExamples([{ command: "candor members update --organization <id> <member-id> --role write" }])
)

/** The URL at which members reach the server: the configured one, or else the local one. */
const serverOrigin = Config.String("CANDOR_PUBLIC_URL").pipe(
  Config.orElse(() => Config.map(address, baseUrl))
)

const signInLink = Command.make(
  "sign-in-link",
  { organization, id: memberId, json },
  Effect.fnUntraced(function*({ id, organization, ...options }) {
    yield* existing(organization)
    const by = yield* operator(organization, "members sign-in-link")
    const { email, expires_at, text } = yield* (yield* SignIns).issueLink(by, id, issueLink).pipe(
      Effect.catchTags({
        MemberNotFound: () => notFound(id),
        MemberDeactivated: () =>
          new CommandRefused({
            message: "The member is deactivated. Reactivate the member first (candor members update)."
          })
      })
    )
    const path = linkPath(text, email)
    const origin = yield* serverOrigin
    yield* print(
      options,
      { member_id: id, token: text, path, expires_at },
      `The member opens this, sets a password and is signed in. It works once, until ${expires_at}:`,
      new URL(path, origin).href
    )
  })
).pipe(
  Command.withDescription("Make a link by which a member signs in to the console; it replaces the one before"),
  Command.withExamples([{ command: "candor members sign-in-link --organization <id> <member-id>" }])
)

export const members = Command.make("members").pipe(
  Command.withDescription("List members, change their roles and statuses, and let them sign in"),
  Command.withSubcommands([list, update, signInLink])
)
