/** Buttons and forms whose work takes a moment and may fail. */
import {
  type ButtonHTMLAttributes,
  type FormEvent,
  type FormEventHandler,
  type KeyboardEvent,
  type ReactNode,
  useState
} from "react"
import { messageOfChange } from "../api/failures.ts"
import { t } from "../language/text.tsx"
import { useDialog } from "./DialogContext.ts"

export interface Action<Args extends ReadonlyArray<unknown>> {
  readonly run: (...args: Args) => Promise<boolean>
  readonly pending: boolean
  /** Why the latest run failed, as a sentence. */
  readonly error: string | undefined
}

/** Runs one call at a time; `run` resolves to whether it succeeded. */
export const useAction = <Args extends ReadonlyArray<unknown>>(
  work: (...args: Args) => Promise<unknown>
): Action<Args> => {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const run = async (...args: Args): Promise<boolean> => {
    if (pending) return false
    setPending(true)
    setError(undefined)
    try {
      await work(...args)
      return true
    } catch (failure) {
      setError(messageOfChange(failure))
      return false
    } finally {
      setPending(false)
    }
  }
  return { run, pending, error }
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: "primary" | "plain" | "quiet" | "danger"
  readonly pending?: boolean
  readonly children: ReactNode
}

export const Button = (
  { children, className = "", look = "plain", pending = false, type = "button", ...rest }: ButtonProps
) => (
  <button
    {...rest}
    type={type}
    className={`button ${look} ${className}`}
    aria-busy={pending || undefined}
    aria-disabled={pending || undefined}
  >
    {children}
  </button>
)

export interface FormProps<Args extends readonly [FormData]> {
  readonly action: Action<Args>
  readonly children: ReactNode
  readonly submit: string
  /** A second submit button: the form then has the field `name` with the value "yes". */
  readonly other?: { readonly name: string; readonly submit: string }
  readonly look?: "primary" | "plain" | "danger"
  /** Content beside the button, such as the result of the last submission. */
  readonly status?: ReactNode
  /** The label of the button that closes the form, where “Cancel” would read as the action itself. */
  readonly cancel?: string
  /** Closes what contains the form, if that is not a dialog. */
  readonly onCancel?: () => void
  /** Is called when something is typed or chosen. */
  readonly onInput?: FormEventHandler<HTMLFormElement>
  readonly className?: string
}

/** A form with its submit button, and the failure of the last submission. Ctrl+Enter submits, also from a text area. */
export const Form = (
  {
    action,
    cancel = t("Cancel"),
    children,
    className = "",
    look = "primary",
    onCancel,
    onInput,
    other,
    status,
    submit
  }: FormProps<[FormData]>
) => {
  const close = useDialog()?.close ?? onCancel
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void action.run(new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter))
  }
  const press = ({ ctrlKey, currentTarget, key, metaKey }: KeyboardEvent<HTMLFormElement>) => {
    if ((ctrlKey || metaKey) && key === "Enter") currentTarget.requestSubmit()
  }
  return (
    <form className={`form ${className}`} onInput={onInput} onSubmit={send} onKeyDown={press}>
      {children}
      <div className="buttons">
        <Problem text={action.error} />
        <Button type="submit" look={look} pending={action.pending}>{submit}</Button>
        {other === undefined
          ? null
          : <Button type="submit" name={other.name} value="yes" pending={action.pending}>{other.submit}</Button>}
        {close === undefined ? null : <Button look="quiet" onClick={close}>{cancel}</Button>}
        {status}
      </div>
    </form>
  )
}

/** The text of a failure. */
export const Problem = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : <p className="problem" role="alert">{text}</p>

/** Returns the text of a form's field, trimmed. */
export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === "string" ? value.trim() : ""
}
