/** Asks before a candidate is hired. */
import { Form, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"

interface Props {
  readonly name: string
  /** The stage that the application moves to; undefined where it stays. */
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
    <Dialog title={`Hire ${name}?`} onClose={onClose}>
      <Form action={action} submit="Hire">
        <p>The application is closed{stage === undefined ? "" : <>, in the stage <strong>{stage}</strong></>}.</p>
      </Form>
    </Dialog>
  )
}
