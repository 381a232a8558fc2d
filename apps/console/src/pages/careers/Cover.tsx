/** The cover picture above the jobs of the careers site. A large picture is scaled down before the upload. */
import { candor } from "../../api/Client.ts"
import { changesOf } from "../../api/changesOf.ts"
import { t } from "../../language/text.tsx"
import { Form, textOf, useAction } from "../../parts/Action.tsx"
import { TextField } from "../../parts/Fields.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Part } from "../../parts/Part.tsx"
import { type Careers, useCover } from "./careers.ts"
import { ImageField } from "./ImageField.tsx"
import { scaledDown } from "./scaledDown.ts"

interface Props {
  readonly careers: Careers
  readonly onChange: () => void
}

export const Cover = ({ careers, onChange }: Props) => {
  const tell = useNotice()
  const address = useCover(careers)
  const save = useAction(async (form: FormData) => {
    await candor.boards.update(changesOf({ cover_text: textOf(form, "cover_text") || null }, careers))
    tell(t("Careers site saved"))
    onChange()
  })
  return (
    <Part title={t("Cover picture")}>
      <ImageField
        address={address}
        className="careers-cover"
        words={{
          shown: careers.cover_text ?? "",
          hint: t("A PNG, JPEG or WebP image, shown wide above your jobs. 1600 × 600 pixels work best."),
          file: t("Cover picture file"),
          choose: t("Choose picture"),
          change: t("Change picture"),
          remove: t("Remove picture")
        }}
        onSet={async (file) => {
          await candor.boards.setCover({ content: await scaledDown(file) })
          onChange()
        }}
        onRemove={async () => {
          await candor.boards.deleteCover()
          onChange()
        }}
      />
      {careers.cover === null ? null : (
        <Form action={save} submit={t("Save description")} className="cover-text">
          <TextField
            key={careers.cover_text}
            label={t("What the picture shows")}
            name="cover_text"
            defaultValue={careers.cover_text ?? ""}
            help={t("Read aloud to people who can't see the picture. Leave it empty if it only decorates.")}
          />
        </Form>
      )}
    </Part>
  )
}
