/** Changes of requests for feedback. */
import { type Belongings, idIn, setting } from "../Belongings.ts"
import { type Attempt, possibleValues, type Thing } from "../History.ts"
import type { Session } from "../Session.ts"

export const feedbackRequests = (session: Session, own: Belongings) => {
  /** The requests by application and member, each of whom is asked only once; undefined if unanswered. */
  const asked = new Map<string, Thing | undefined>()
  const keyOf = (application: Thing, member: string) => `${application.id} ${member}`

  const ask = async (application: Thing) => {
    const member_id = session.random.chance(50) ? session.member : session.random.pick(session.members)
    const key = keyOf(application, member_id)
    // A late effect of feedback would fulfill the request.
    if (asked.has(key) || session.unanswered("feedback", application) > 0) return
    const message = session.marker()
    const { things: made } = await session.create({
      what: "asking for feedback",
      request: {
        method: "POST",
        path: `/applications/${application.id}/feedback-requests`,
        body: { member_id, message }
      },
      status: 201,
      events: ["feedback_request.asked"],
      made: [{ kind: "feedback_request", marker: message, parent: application, fields: { status: "asked" } }],
      ids: idIn("feedback_request")
    })
    own.keep(made)
    asked.set(key, made[0])
  }

  const withdraw = (request: Thing) =>
    session.write(request, { status: "withdrawn" }, {
      what: "withdrawing a request for feedback",
      request: { method: "POST", path: `/feedback-requests/${request.id}/withdraw` },
      status: 200,
      // The feedback may already have been given.
      refusals: possibleValues(request, "status").includes("given") ? [400] : [],
      ...setting(request, "status", "withdrawn", "feedback_request.withdrawn")
    })

  /** The events of giving feedback on an application, if this client's member may have been asked for it. */
  const answering = (application: Thing) => {
    const key = keyOf(application, session.member)
    const request = asked.get(key)
    const possible = request === undefined ? [] : possibleValues(request, "status")
    const mayBeOpen = request === undefined ? asked.has(key) : possible.includes("asked")
    const events = mayBeOpen ? ["feedback_request.given"] : []
    const isOpen = mayBeOpen && possible.length === 1
    return {
      ...isOpen ? { events, besides: [] } : { events: [], besides: events },
      /** Notes that the attempt fulfilled the request, certainly if the request was certainly open. */
      fulfilled: (attempt: Attempt) => {
        const known: Attempt = isOpen || attempt.knowledge !== "acknowledged"
          ? attempt
          : { ...attempt, knowledge: "unanswered" }
        if (mayBeOpen) request?.writes.get("status")!.push({ value: "given", attempt: known })
      }
    }
  }

  return { answering, ask, withdraw }
}

export type FeedbackRequests = ReturnType<typeof feedbackRequests>
