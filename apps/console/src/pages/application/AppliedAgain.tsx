/** Says that the person has sent the application again, and when. */
import { Rich } from "../../language/text.tsx"
import { Badge } from "../../parts/Page.tsx"
import { Day } from "../../parts/Time.tsx"

export const AppliedAgain = ({ at }: { readonly at: string }) => (
  <Badge tone="warning">
    <Rich text="Applied again on {day}" values={{ day: <Day at={at} /> }} />
  </Badge>
)
