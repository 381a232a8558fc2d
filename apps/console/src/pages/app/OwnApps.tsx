/** The apps that act on behalf of the signed-in person. */
import type { ConnectedApp } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { usePaged } from "../../api/usePaged.ts"
import { t } from "../../language/text.tsx"
import { Problem, useAction } from "../../parts/Action.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Part } from "../../parts/Part.tsx"
import { ShowPages } from "../../parts/ShowPages.tsx"
import { AppTable } from "./AppTable.tsx"

export const OwnApps = () => {
  const tell = useNotice()
  const apps = usePaged(
    ["connected_app", "own"],
    (query, signal) => candor.connectedApps.listOwn(query, { signal }),
    ({ connected_apps }) => connected_apps
  )
  const revoke = useAction(async ({ id, name }: ConnectedApp) => {
    await candor.connectedApps.revokeOwn(id)
    apps.reload()
    tell(t("“{name}” was revoked. It can't act as you anymore.", { name }))
  })
  return (
    <Part title={t("Connected apps")}>
      <p className="hint">
        {t("Assistants and other apps that act as you. To connect one, add {address} there.", {
          address: `${location.origin}/mcp`
        })}
      </p>
      <ShowPages of={apps} empty={t("No connected apps yet")}>
        {(items) => <AppTable apps={items} pending={revoke.pending} onRevoke={revoke.run} />}
      </ShowPages>
      <Problem text={revoke.error} />
    </Part>
  )
}
