/** Changes of candidates, some of which request a profile. */
import { type Belongings, idIn } from "../Belongings.ts"
import type { Thing } from "../History.ts"
import type { Session } from "../Session.ts"

export const candidates = (session: Session, own: Belongings) => {
  const { random } = session

  const createCandidate = async () => {
    const marker = session.marker()
    const linkedin = random.chance(30) ? `https://www.linkedin.com/in/${session.marker()}` : null
    const { things: made } = await session.create({
      what: "creating a candidate",
      request: {
        method: "POST",
        path: "/candidates",
        body: {
          full_name: marker,
          primary_email: `${marker}@example.com`,
          ...(linkedin === null ? {} : { linkedin_url: linkedin })
        }
      },
      status: 201,
      events: ["candidate.created", ...(linkedin === null ? [] : ["ai_profile.requested"])],
      made: [{
        kind: "candidate",
        marker,
        fields: { primary_email: `${marker}@example.com`, university: null, linkedin_url: linkedin }
      }],
      ids: idIn("candidate")
    })
    own.keep(made)
  }

  const updateCandidate = (candidate: Thing) => {
    const text = session.marker()
    const linkedin = random.chance(25)
    const fields = linkedin ? { linkedin_url: `https://www.linkedin.com/in/${text}` } : { university: text }
    return session.write(candidate, fields, {
      what: "updating a candidate",
      request: { method: "PATCH", path: `/candidates/${candidate.id}`, body: fields },
      status: 200,
      events: ["candidate.updated", ...(linkedin ? ["ai_profile.requested"] : [])]
    })
  }

  return { createCandidate, updateCandidate }
}
