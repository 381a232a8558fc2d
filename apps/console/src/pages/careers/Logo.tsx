/** The logo of the careers site, which the console shows, too. */
import { useRef } from "react"
import { candor } from "../../api/Client.ts"
import { t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { ConfirmButton } from "../../parts/ConfirmButton.tsx"
import { Part } from "../../parts/Part.tsx"
import { useSession } from "../../session/CurrentSession.tsx"
import { type Careers, useLogo } from "./careers.ts"

const dataOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener("load", () => resolve(String(reader.result)))
    reader.addEventListener("error", () => reject(reader.error ?? new Error()))
    reader.readAsDataURL(file)
  })

interface Props {
  readonly careers: Careers
  readonly onChange: () => void
}

export const Logo = ({ careers, onChange }: Props) => {
  const { organization } = useSession()
  const address = useLogo(careers)
  const input = useRef<HTMLInputElement>(null)
  const set = useAction(async (file: File) => {
    await candor.boards.setLogo({ content: await dataOf(file) })
    onChange()
  })
  const remove = useAction(async () => {
    await candor.boards.deleteLogo()
    onChange()
  })
  return (
    <Part title={t("Logo")}>
      {address === undefined ? null : <img className="careers-logo" src={address} alt={t("{name} logo", { name: organization.name })} />}
      <p className="hint">{t("A PNG, JPEG or WebP image, up to 256 KB.")}</p>
      <input
        ref={input}
        className="hidden"
        type="file"
        tabIndex={-1}
        accept="image/png,image/jpeg,image/webp"
        aria-label={t("Logo file")}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) void set.run(file)
          // The same file can be chosen again.
          target.value = ""
        }}
      />
      <Problem text={set.error ?? remove.error} />
      <div className="buttons">
        <Button pending={set.pending} onClick={() => input.current?.click()}>{careers.logo === null ? t("Choose logo") : t("Change logo")}</Button>
        {careers.logo === null ? null : <ConfirmButton label={t("Remove logo")} question={t("Remove?")} pending={remove.pending} onConfirm={() => void remove.run()}>{t("Remove logo")}</ConfirmButton>}
      </div>
    </Part>
  )
}
