/** What a person sees at an address that their role may not open: who may open it, and whom to ask. */
import { Link } from "@tanstack/react-router"
import { useMembers } from "../api/memberNames.ts"
import { type Marked, msg, t } from "../language/text.tsx"
import { Empty, Page } from "../parts/Page.tsx"
import type { Readers } from "./navigation.ts"

const said: Readonly<Record<Exclude<Readers, "all">, Marked>> = {
  unlimited: msg("Members with the role “Limited” can't open this page"),
  recruiters: msg("Only recruiters and administrators can open this page"),
  administrators: msg("Only administrators can open this page")
}

/** The maximum number of members to name. */
const maxNames = 5

interface RefusedPageProps {
  readonly name: string
  readonly readers: Readers
}

export const RefusedPage = ({ name, readers }: RefusedPageProps) => {
  const administrators = (useMembers() ?? []).flatMap(({ full_name, role, status }) =>
    role === "admin" && status === "active" ? [full_name] : []
  )
  return (
    <Page title={name}>
      <Empty title={readers === "all" ? "" : t(said[readers])}>
        {administrators.length === 0 ? null : (
          <p>
            {t("If you need something here, ask an administrator: {names}", {
              names: administrators.slice(0, maxNames).join(", ")
            })}
          </p>
        )}
        <Link to="/waiting">{t("To do")}</Link>
      </Empty>
    </Page>
  )
}
