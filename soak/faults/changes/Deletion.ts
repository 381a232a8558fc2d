/** Deletes something, and records that it may be gone. */
import type { Thing } from "../History.ts"
import type { Session } from "../Session.ts"

/** Deletes what the path names. */
export const remove = async (session: Session, thing: Thing, path: string, event: string): Promise<void> => {
  const { attempt } = await session.attempt({
    what: `deleting a ${thing.kind}`,
    request: { method: "DELETE", path },
    status: 200,
    events: [event]
  })
  thing.deletions.push(attempt)
}
