/** Deletes a thing, and records that it may be gone. */
import type { Belongings } from "../Belongings.ts"
import type { Kind, Thing } from "../History.ts"
import type { Attempted, Session } from "../Session.ts"

/** Deletes the resource at the path. */
export const remove = async (
  session: Session,
  thing: Thing,
  path: string,
  told: Pick<Attempted, "besides" | "events">
): Promise<void> => {
  const { attempt } = await session.attempt({
    what: `deleting a ${thing.kind}`,
    request: { method: "DELETE", path },
    status: 200,
    ...told
  })
  thing.deletions.push(attempt)
}

/** Returns the events of parts that are deleted together with their parent: each has one. */
export const partsDeleted = (session: Session, own: Belongings, kind: Kind, parent: Thing) => {
  const event = `${kind}.deleted`
  return {
    known: own.living(kind).filter((one) => one.parent === parent).map(() => event),
    unknown: Array.from({ length: session.unanswered(kind, parent) }, () => event)
  }
}
