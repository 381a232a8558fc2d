/** Dead letters: background work that used up its attempts. */
import { candor } from "../api/Client.ts"
import { useLoaded } from "../api/useLoaded.ts"
import { Button, Problem, useAction } from "../parts/Action.tsx"
import { useNotice } from "../parts/Notice.tsx"
import { Empty, Page, Show } from "../parts/Page.tsx"
import { spelled } from "../parts/Status.tsx"
import { Ago } from "../parts/Time.tsx"

/** Pieces of failed work that are shown. */
const maxShown = 100

export const FailedWork = () => {
  const tell = useNotice()
  const loaded = useLoaded(["failed_work"], (signal) => candor.failedWork.list({ limit: maxShown }, { signal }))
  const requeue = useAction(async (workId: string) => {
    await candor.failedWork.requeue(workId)
    tell("The work is due again.")
    loaded.reload()
  })
  return (
    <Page title="Background work" lead="What failed in every attempt stays here, until it is tried again.">
      <Problem text={requeue.error} />
      <Show of={loaded}>
        {({ dead_letters, has_more }) =>
          dead_letters.length === 0 ? <Empty title="Nothing has failed." /> : (
            <>
              <table className="table">
                <thead>
                  <tr><th scope="col">Work</th><th scope="col">Why it failed</th><th scope="col">Attempts</th><th scope="col">Failed</th><th scope="col"><span className="hidden">Actions</span></th></tr>
                </thead>
                <tbody>
                  {dead_letters.map(({ attempts, failed_at, id, last_failure, queue }) => (
                    <tr key={id}>
                      <th scope="row">{spelled(queue)}</th>
                      <td data-label="Why">{last_failure ?? "Not known"}</td>
                      <td data-label="Attempts">{attempts}</td>
                      <td data-label="Failed"><Ago at={failed_at} /></td>
                      <td className="cell-actions"><Button look="quiet" onClick={() => requeue.run(id)}>Try again</Button></td>
                    </tr>
                  ))}
                </tbody>
              </table>
              {has_more ? <p className="hint more">There is more. The oldest are shown once these are done.</p> : null}
            </>
          )}
      </Show>
    </Page>
  )
}
