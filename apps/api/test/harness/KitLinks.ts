/** The links in mails to interviewers, which lead to the kits of interviews. */
import { References } from "@candor/background/submission/References"
import { InterviewId, UserId } from "@candor/domain/Id"
import { Effect } from "effect"
import type { World } from "./World.ts"

/** Returns a reference to the kit of an interview for one of its interviewers, and the address of its page. */
export const kitLink = async ({ backend, own, server }: World, interview: string, member: string) => {
  const referred = {
    organization_id: own.organization.id,
    interview_id: InterviewId.make(interview),
    member_id: UserId.make(member)
  }
  const reference = await backend.run(
    Effect.flatMap(References, ({ formatKit }) => formatKit(referred)).pipe(Effect.provide(References.layer))
  )
  return { reference, url: `${server.own_origin}/interviews/${reference}` }
}
