/** Leads to the page above this one. */
import { Link, type LinkProps } from "@tanstack/react-router"
import { Icon } from "./Icon.tsx"

export const Above = ({ children, ...to }: Pick<LinkProps, "to" | "params" | "children">) => (
  // The page above is not the present one, although its address begins this one's.
  <Link {...to} className="above" activeOptions={{ exact: true }}>
    <Icon name="back" />
    <>{children}</>
  </Link>
)
