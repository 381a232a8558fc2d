/** Fields of forms, each with its label, its hint and the connection between them. */
import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, type TextareaHTMLAttributes, useId } from "react"

interface Labelled {
  readonly label: string
  readonly hint?: string
}

const Field = ({ children, hint, id, label }: Labelled & { readonly id: string; readonly children: ReactNode }) => (
  <div className="field">
    <label htmlFor={id}>{label}</label>
    {children}
    {hint === undefined ? null : <p className="hint" id={`${id}-hint`}>{hint}</p>}
  </div>
)

const described = (id: string, hint: string | undefined) => hint === undefined ? {} : { "aria-describedby": `${id}-hint` }

/** A switch: the form has its value by its name while it is on. */
export const Switch = ({ hint, label, ...rest }: Labelled & InputHTMLAttributes<HTMLInputElement>) => {
  const id = useId()
  return (
    <div className="field">
      <label className="check"><input type="checkbox" role="switch" {...described(id, hint)} {...rest} />{label}</label>
      {hint === undefined ? null : <p className="hint" id={`${id}-hint`}>{hint}</p>}
    </div>
  )
}

export const TextField = ({ hint, label, ...rest }: Labelled & InputHTMLAttributes<HTMLInputElement>) => {
  const id = useId()
  return (
    <Field id={id} label={label} {...(hint === undefined ? {} : { hint })}>
      <input id={id} className="input" autoComplete="off" {...described(id, hint)} {...rest} />
    </Field>
  )
}

export const TextArea = ({ hint, label, ...rest }: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) => {
  const id = useId()
  return (
    <Field id={id} label={label} {...(hint === undefined ? {} : { hint })}>
      <textarea id={id} className="input" rows={4} {...described(id, hint)} {...rest} />
    </Field>
  )
}

interface Choice extends Labelled {
  /** Values with their names. */
  readonly options: ReadonlyArray<readonly [value: string, name: string]>
}

export const Select = ({ hint, label, options, ...rest }: Choice & SelectHTMLAttributes<HTMLSelectElement>) => {
  const id = useId()
  return (
    <Field id={id} label={label} {...(hint === undefined ? {} : { hint })}>
      <select id={id} className="input" {...described(id, hint)} {...rest}>
        {options.map(([value, name]) => <option key={value} value={value}>{name}</option>)}
      </select>
    </Field>
  )
}
