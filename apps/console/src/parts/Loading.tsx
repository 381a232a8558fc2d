/** Placeholder bars for content that is loading. */
import { t } from "../language/text.tsx"

interface Props {
  readonly count?: number
  readonly className?: string
}

export const Loading = ({ className = "", count = 3 }: Props) => (
  <div className={`bars ${className}`} role="status" aria-label={t("Loading")}>
    {Array.from({ length: count }, (_, index) => <span key={index} />)}
  </div>
)
