/** The AI profile of a candidate. */
import type { ApplicationDetail } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Part } from "../../parts/Part.tsx"
import { Status } from "../../parts/Status.tsx"
import { useMay } from "../../session/CurrentSession.tsx"

type AiProfile = ApplicationDetail["ai_profiles"][number]

interface Props {
  readonly candidateId: string
  /** A profile can be made from this page. */
  readonly linkedinUrl: string | null
  readonly profiles: ReadonlyArray<AiProfile>
  readonly onChange: () => void
}

/** Returns the texts of a list, such as skills; empty if the profile has no such list. */
const textsOf = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : []

export const Profile = ({ candidateId, linkedinUrl, onChange, profiles }: Props) => {
  const mayWrite = useMay("write")
  const tell = useNotice()
  const profile = profiles.find(({ is_current }) => is_current) ?? profiles[0]
  const refresh = useAction(async () => {
    await candor.aiProfiles.refresh(candidateId)
    tell(t("A new AI profile is being generated."))
    onChange()
  })
  return (
    <Part
      title={t("AI profile")}
      side={mayWrite && linkedinUrl !== null
        ? (
          <Button look="quiet" pending={refresh.pending} onClick={() => refresh.run()}>
            {profile === undefined ? t("Generate") : t("Regenerate")}
          </Button>
        )
        : null}
    >
      {profile === undefined
        ? (
          <p className="hint">
            {linkedinUrl === null
              ? t("No AI profile yet. Add a LinkedIn URL to generate one.")
              : t("No AI profile yet.")}
          </p>
        )
        : null}
      {profile === undefined || profile.status === "completed" ? null : (
        <p>
          <Status of={profile.status} />
        </p>
      )}
      {profile?.summary === undefined || profile.summary === null ? null : <p className="prose">{profile.summary}</p>}
      <ul className="tags">
        {textsOf(profile?.extracted_json?.["skills"]).map((skill) => <li key={skill}>{skill}</li>)}
      </ul>
      <Problem text={refresh.error} />
    </Part>
  )
}
