/** Deletes something, and records that it may be gone. */
import type { Belongings } from "../Belongings.ts"
import type { Kind, Thing } from "../History.ts"
import type { Attempted, Session } from "../Session.ts"

/** Deletes what the path names. */
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

/** The events of parts that are deleted with the thing that they belong to: each is told. */
export const partsDeleted = (session: Session, own: Belongings, kind: Kind, parent: Thing) => {
  const event = `${kind}.deleted`
  return {
    known: own.living(kind).filter((one) => one.parent === parent).map(() => event),
    unknown: Array.from({ length: session.unanswered(kind, parent) }, () => event)
  }
}
