/** Warns that the retention rule soon anonymizes people whose imported rejections are old. */
import type { Import } from "@candor/client"
import { Link } from "@tanstack/react-router"
import { Rich, t } from "../../language/text.tsx"
import { useOrganization } from "../UseOwnZone.tsx"

/** Returns whether an import may add rejections. */
const mayReject = ({ kind, mapping }: Import): boolean =>
  kind === "organization" || mapping.some(({ to }) => to === "status")

export const RetentionApplies = ({ one }: { readonly one: Import }) => {
  const retention = useOrganization().value?.retention ?? null
  return retention === null || !mayReject(one) ? null : (
    <p className="hint warning" role="status">
      <Rich
        text="The {rule} also applies to imported people: those whose last rejection is more than {months, plural, one {# month} other {# months}} old are anonymized soon after the import."
        values={{
          months: retention.anonymise_after_months,
          rule: <Link to="/organization">{t("retention rule")}</Link>
        }}
      />
    </p>
  )
}
