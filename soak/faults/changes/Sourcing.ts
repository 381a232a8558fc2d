/** Changes of sourcing searches and their prospects. */
import { type Belongings, idIn, setting } from "../Belongings.ts"
import type { Thing } from "../History.ts"
import type { Session } from "../Session.ts"
import { partsDeleted, remove } from "./Deletion.ts"

export const sourcing = (session: Session, own: Belongings) => {
  const { random } = session

  const createSearch = async () => {
    const marker = session.marker()
    const { things: made } = await session.create({
      what: "creating a search",
      request: { method: "POST", path: "/sourcing/searches", body: { name: marker } },
      status: 201,
      events: ["sourcing_search.created"],
      made: [{ kind: "search", marker, fields: {} }],
      ids: idIn("search")
    })
    own.keep(made)
  }

  const discover = async (search: Thing) => {
    const markers = Array.from({ length: random.integer(1, 4) }, session.marker)
    const { things: made } = await session.create({
      what: "adding prospects",
      request: {
        method: "POST",
        path: `/sourcing/searches/${search.id}/prospects`,
        body: { prospects: markers.map((full_name) => ({ full_name })) }
      },
      status: 201,
      events: markers.map(() => "prospect.discovered"),
      made: markers.map((marker) => ({
        kind: "prospect",
        marker,
        parent: search,
        fields: { email: null, status: "discovered" }
      })),
      ids: (text) => (JSON.parse(text).prospects as ReadonlyArray<{ id: string }>).map(({ id }) => id)
    })
    own.keep(made)
  }

  const setEmail = (prospect: Thing) => {
    const email = `${session.marker()}@example.com`
    return session.write(prospect, { email }, {
      what: "setting a prospect's e-mail address",
      request: { method: "PATCH", path: `/sourcing/prospects/${prospect.id}/email`, body: { email } },
      status: 200,
      events: ["prospect.email_changed"]
    })
  }

  const shortlist = (prospect: Thing) => {
    const add = random.chance(50)
    const status = add ? "shortlisted" : "discovered"
    return session.write(prospect, { status }, {
      what: add ? "shortlisting a prospect" : "taking a prospect from the shortlist",
      request: { method: add ? "POST" : "DELETE", path: `/sourcing/prospects/${prospect.id}/shortlist` },
      status: 200,
      ...setting(prospect, "status", status, add ? "prospect.shortlisted" : "prospect.unshortlisted")
    })
  }

  const deleteSearch = (search: Thing) => {
    const { known, unknown } = partsDeleted(session, own, "prospect", search)
    return remove(session, search, `/sourcing/searches/${search.id}`, {
      events: ["sourcing_search.deleted", ...known],
      besides: unknown
    })
  }

  return { createSearch, deleteSearch, discover, setEmail, shortlist }
}
