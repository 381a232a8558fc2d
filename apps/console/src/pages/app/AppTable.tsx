/** A table of connected apps, each with its permissions, the time of connection, and its last use. */
import type { ConnectedApp } from "@candor/client"
import { Rich, t } from "../../language/text.tsx"
import { ConfirmButton } from "../../parts/ConfirmButton.tsx"
import { Badge } from "../../parts/Page.tsx"
import { Table } from "../../parts/Table.tsx"
import { Ago, Day } from "../../parts/Time.tsx"
import type { MemberNames } from "../../api/memberNames.ts"
import { scopes } from "../scopes.ts"
import { hasEnded, placeOf } from "./apps.ts"

interface Props {
  readonly apps: ReadonlyArray<ConnectedApp>
  /** Names of members, if the table has apps of several. */
  readonly names?: MemberNames
  readonly pending: boolean
  readonly onRevoke: (app: ConnectedApp) => void
}

export const AppTable = ({ apps, names, onRevoke, pending }: Props) => (
  <Table
    rows={apps}
    keyOf={({ id }) => id}
    columns={[
      [t("Name"), (app) => (
        <>
          {app.name}
          <span className="hint">{" "}{placeOf(app)}</span>
        </>
      )],
      ...(names === undefined
        ? []
        : [[t("Acts as"), ({ user_id }: ConnectedApp) => names.get(user_id) ?? t("A member")] as const]),
      [t("Scope"), ({ scope }) => <Badge tone={scope === "admin" ? "accent" : "neutral"}>{scopes.name(scope)}</Badge>],
      [t("Connected"), ({ created_at }) => <Day at={created_at} />],
      [t("Last used"), ({ last_used_at }) => last_used_at === null ? t("Never") : <Ago at={last_used_at} />]
    ]}
    actions={(app) =>
      hasEnded(app)
        ? app.revoked_at === null
          ? t("Expired")
          : <Rich text="Revoked {time}" values={{ time: <Ago at={app.revoked_at} /> }} />
        : (
          <ConfirmButton
            label={t("Revoke {name}", { name: app.name })}
            question={t("Revoke?")}
            pending={pending}
            onConfirm={() => onRevoke(app)}
          >
            {t("Revoke")}
          </ConfirmButton>
        )}
  />
)
