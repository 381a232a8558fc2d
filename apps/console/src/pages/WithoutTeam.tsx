/** The page for a limited member who is in no team yet. */
import { candor } from "../api/Client.ts"
import { useLoaded } from "../api/useLoaded.ts"
import { t } from "../language/text.tsx"
import { Empty } from "../parts/Page.tsx"
import { useSession } from "../session/CurrentSession.tsx"

/** Returns whether the person is limited and sees no job. */
export const useIsWithoutTeam = (): boolean => {
  const { isLimited, user } = useSession()
  const { value } = useLoaded(
    ["team_member", "of", isLimited ? user.id : ""],
    async (signal) =>
      isLimited ? (await candor.teamMembers.ofMember(user.id, { limit: 1 }, { signal })).jobs.length === 0 : false
  )
  return value === true
}

export const WithoutTeam = () => (
  <Empty title={t("You're not on a hiring team yet")}>
    <p>
      {t(
        "Ask a recruiter or administrator to add you to a job's hiring team. The job and its applicants will appear here."
      )}
    </p>
  </Empty>
)
