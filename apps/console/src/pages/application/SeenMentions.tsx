/** Marks the mentions in notes as seen while a page shows them. */
import { useEffect } from "react"
import { candor } from "../../api/Client.ts"
import { reloadChanged } from "../../api/store.ts"
import { useSession } from "../../session/CurrentSession.tsx"
import { useWaiting } from "../useWaiting.ts"
import type { Application } from "./Application.ts"

type Notes = Application["notes"]

export const SeenMentions = ({ notes }: { readonly notes: Notes }) => {
  const { user } = useSession()
  const mine = notes.filter(({ author, mentioned_member_ids }) =>
    author.id !== user.id && mentioned_member_ids.includes(user.id)
  )
  return mine.length === 0 ? null : <Seen notes={mine} />
}

/** Loads what waits first, since most mentions were seen before. */
const Seen = ({ notes }: { readonly notes: Notes }) => {
  const { value } = useWaiting("")
  const unseen = (value?.mentions ?? []).map(({ note_id }) => note_id).filter((id) =>
    notes.some((note) => note.id === id)
  ).join(" ")
  useEffect(() => {
    if (unseen === "") return
    // A mention whose request fails keeps waiting, and is marked another time.
    void Promise.all(unseen.split(" ").map((id) => candor.overviews.seen(id)))
      .then(() => reloadChanged(["waiting"]), () => {})
  }, [unseen])
  return null
}
