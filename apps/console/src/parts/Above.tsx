/** A link to the parent page. */
import { Link, type LinkProps } from "@tanstack/react-router"
import { Icon } from "./Icon.tsx"

export const Above = ({ children, ...to }: Pick<LinkProps, "to" | "params" | "children">) => (
  // Not marked as the current page, although its address is a prefix of this one's.
  <Link {...to} className="above" activeOptions={{ exact: true }}>
    <Icon name="back" />
    <>{children}</>
  </Link>
)
