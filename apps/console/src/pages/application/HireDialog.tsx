/** Asks before a candidate is hired. */
import { Rich, t } from "../../language/text.tsx"
import { Form, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"

interface Props {
  readonly name: string
  /** The stage to which the application moves; undefined if it stays. */
  readonly stage: string | undefined
  readonly onHire: () => Promise<unknown>
  readonly onClose: () => void
}

export const HireDialog = ({ name, onClose, onHire, stage }: Props) => {
  const action = useAction(async (_: FormData) => {
    await onHire()
    onClose()
  })
  return (
    <Dialog title={t("Hire {name}?", { name })} onClose={onClose}>
      <Form action={action} submit={t("Hire")}>
        <p>
          {stage === undefined
            ? t("This closes the application.")
            : (
              <Rich
                text="This closes the application and moves it to {stage}."
                values={{ stage: <strong>{stage}</strong> }}
              />
            )}
        </p>
      </Form>
    </Dialog>
  )
}
