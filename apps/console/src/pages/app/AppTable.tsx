/** A table of connected apps, each with what it may do, since when, and when it was used. */
import type { ConnectedApp } from "@candor/client"
import { Rich, t } from "../../language/text.tsx"
import { ConfirmButton } from "../../parts/ConfirmButton.tsx"
import { Badge } from "../../parts/Page.tsx"
import { Ago, Day } from "../../parts/Time.tsx"
import type { MemberNames } from "../../api/memberNames.ts"
import { scopes } from "../scopes.ts"
import { hasEnded, placeOf } from "./apps.ts"

interface Props {
  readonly apps: ReadonlyArray<ConnectedApp>
  /** Names of members, where the apps are of several. */
  readonly names?: MemberNames
  readonly pending: boolean
  readonly onRevoke: (app: ConnectedApp) => void
}

export const AppTable = ({ apps, names, onRevoke, pending }: Props) => (
  <table className="table">
    <thead>
      <tr>
        <th scope="col">{t("Name")}</th>
        {names === undefined ? null : <th scope="col">{t("Acts as")}</th>}
        <th scope="col">{t("Scope")}</th>
        <th scope="col">{t("Connected")}</th>
        <th scope="col">{t("Last used")}</th>
        <th scope="col">
          <span className="hidden">{t("Actions")}</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {apps.map((app) => (
        <tr key={app.id}>
          <th scope="row">
            {app.name}
            <span className="hint">{" "}{placeOf(app)}</span>
          </th>
          {names === undefined ? null : <td data-label={t("Acts as")}>{names.get(app.user_id) ?? t("A member")}</td>}
          <td data-label={t("Scope")}>
            <Badge tone={app.scope === "admin" ? "accent" : "neutral"}>{scopes.name(app.scope)}</Badge>
          </td>
          <td data-label={t("Connected")}>
            <Day at={app.created_at} />
          </td>
          <td data-label={t("Last used")}>{app.last_used_at === null ? t("Never") : <Ago at={app.last_used_at} />}</td>
          <td className="cell-actions">
            {hasEnded(app)
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
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
