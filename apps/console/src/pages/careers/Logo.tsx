/** The logo of the careers site, which the console also shows. */
import { candor } from "../../api/Client.ts"
import { t } from "../../language/text.tsx"
import { Part } from "../../parts/Part.tsx"
import { useSession } from "../../session/CurrentSession.tsx"
import { type Careers, useLogo } from "./careers.ts"
import { ImageField } from "./ImageField.tsx"
import { dataOf } from "./scaledDown.ts"

interface Props {
  readonly careers: Careers
  readonly onChange: () => void
}

export const Logo = ({ careers, onChange }: Props) => {
  const { organization } = useSession()
  const address = useLogo(careers)
  return (
    <Part title={t("Logo")}>
      <ImageField
        address={address}
        className="careers-logo"
        words={{
          shown: t("{name} logo", { name: organization.name }),
          hint: t("A PNG, JPEG or WebP image, up to 256 KB."),
          file: t("Logo file"),
          choose: t("Choose logo"),
          change: t("Change logo"),
          remove: t("Remove logo")
        }}
        onSet={async (file) => {
          await candor.boards.setLogo({ content: await dataOf(file) })
          onChange()
        }}
        onRemove={async () => {
          await candor.boards.deleteLogo()
          onChange()
        }}
      />
    </Part>
  )
}
