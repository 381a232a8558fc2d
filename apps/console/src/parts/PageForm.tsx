/** A form on a page, outside of dialogs: leaving the page with unsaved input asks first. */
import { useState } from "react"
import { Form, type FormProps } from "./Action.tsx"
import { Unsaved } from "./Unsaved.tsx"

export const PageForm = ({ action, ...rest }: FormProps<[FormData]>) => {
  const [isEdited, setEdited] = useState(false)
  const run = async (form: FormData) => {
    // Text that is typed while the form is being submitted is not part of the submission.
    setEdited(false)
    const isDone = await action.run(form)
    if (!isDone) setEdited(true)
    return isDone
  }
  return (
    <>
      <Form {...rest} action={{ ...action, run }} onInput={() => setEdited(true)} />
      <Unsaved isEdited={isEdited} />
    </>
  )
}
