/** Marks a job that only its team and administrators see. */
import { t } from "../../language/text.tsx"
import { Icon } from "../../parts/Icon.tsx"

export const ConfidentialMark = ({ of: { is_confidential } }: { readonly of: { readonly is_confidential: boolean } }) =>
  is_confidential
    ? (
      <span className="confidential" title={t("Only the hiring team and administrators can see this job.")}>
        {" "}
        <Icon name="lock" />
        <span className="hidden">{t("Confidential")}</span>
      </span>
    )
    : null
