/** Dead letters: background work that used up its attempts. */
import { candor } from "../api/Client.ts"
import { useLoaded } from "../api/useLoaded.ts"
import { t } from "../language/text.tsx"
import { Button, Problem, useAction } from "../parts/Action.tsx"
import { useNotice } from "../parts/Notice.tsx"
import { Empty, Page, Show } from "../parts/Page.tsx"
import { spelled } from "../parts/Status.tsx"
import { Table } from "../parts/Table.tsx"
import { Ago } from "../parts/Time.tsx"

/** The maximum number of dead letters that are shown. */
const maxShown = 100

export const FailedWork = () => {
  const tell = useNotice()
  const loaded = useLoaded(["failed_work"], (signal) => candor.failedWork.list({ limit: maxShown }, { signal }))
  const requeue = useAction(async (workId: string) => {
    await candor.failedWork.requeue(workId)
    tell(t("The task will run again."))
    loaded.reload()
  })
  return (
    <Page
      title={t("Failed tasks")}
      lead={t("Tasks that still failed after the last retry. Fix the cause, then retry them.")}
    >
      <Problem text={requeue.error} />
      <Show of={loaded}>
        {({ dead_letters, has_more }) =>
          dead_letters.length === 0 ?
            (
              <Empty title={t("No failed tasks")}>
                <p>{t("Emails, webhooks and other work that can't be completed appear here.")}</p>
              </Empty>
            ) :
            (
              <>
                <Table
                  rows={dead_letters}
                  keyOf={({ id }) => id}
                  columns={[
                    [t("Task"), ({ queue }) => spelled(queue)],
                    [t("Cause"), ({ last_failure }) => last_failure ?? t("Unknown")],
                    [t("Attempts"), ({ attempts }) => attempts],
                    [t("Failed"), ({ failed_at }) => <Ago at={failed_at} />]
                  ]}
                  actions={({ id }) => <Button look="quiet" onClick={() => requeue.run(id)}>{t("Retry")}</Button>}
                />
                {has_more
                  ? <p className="hint more">{t("There are more. Older ones appear once you've handled these.")}</p>
                  : null}
              </>
            )}
      </Show>
    </Page>
  )
}
