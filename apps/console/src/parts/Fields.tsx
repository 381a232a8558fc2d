/** Form fields, each linked to its label and hint. */
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId
} from "react"
import { Help } from "./Help.tsx"

interface Labelled {
  readonly label: string
  /** A hint that is always shown. */
  readonly hint?: string | undefined
  /** An explanation behind a “?”. */
  readonly help?: string | undefined
}

/**
 * A class of its own is faster than `:has(button)`, for which browsers check the whole page whenever a button is added
 * or removed.
 */
const classOf = ({ help }: Labelled): string => `field${help === undefined ? "" : " with-help"}`

const Hints = ({ help, hint, id, label }: Labelled & { readonly id: string }) => (
  <>
    {help === undefined ? null : <Help id={`${id}-help`} about={label}>{help}</Help>}
    {hint === undefined ? null : <p className="hint" id={`${id}-hint`}>{hint}</p>}
  </>
)

const Field = ({ children, id, ...labelled }: Labelled & { readonly id: string; readonly children: ReactNode }) => (
  <div className={classOf(labelled)}>
    <label htmlFor={id}>{labelled.label}</label>
    {children}
    <Hints id={id} {...labelled} />
  </div>
)

/** Screen readers read a closed explanation, too. */
const described = (id: string, { help, hint }: Labelled) => {
  const ids = [...(hint === undefined ? [] : [`${id}-hint`]), ...(help === undefined ? [] : [`${id}-help`])]
  return ids.length === 0 ? {} : { "aria-describedby": ids.join(" ") }
}

/** A switch: the form has its value under its name while it is on. */
export const Switch = ({ help, hint, label, ...rest }: Labelled & InputHTMLAttributes<HTMLInputElement>) => {
  const id = useId()
  const labelled = { help, hint, label }
  return (
    <div className={classOf(labelled)}>
      <label className="check">
        <input type="checkbox" role="switch" {...described(id, labelled)} {...rest} />
        {label}
      </label>
      <Hints id={id} {...labelled} />
    </div>
  )
}

export const TextField = ({ help, hint, label, ...rest }: Labelled & InputHTMLAttributes<HTMLInputElement>) => {
  const id = useId()
  const labelled = { help, hint, label }
  return (
    <Field id={id} {...labelled}>
      <input id={id} className="input" autoComplete="off" {...described(id, labelled)} {...rest} />
    </Field>
  )
}

export const TextArea = ({ help, hint, label, ...rest }: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) => {
  const id = useId()
  const labelled = { help, hint, label }
  return (
    <Field id={id} {...labelled}>
      <textarea id={id} className="input" rows={4} {...described(id, labelled)} {...rest} />
    </Field>
  )
}

/** Values with their labels. */
type Options = ReadonlyArray<readonly [value: string, name: string]>

interface Choice extends Labelled {
  readonly options: Options
  /** Further options below these, grouped under labels. */
  readonly groups?: ReadonlyArray<readonly [label: string, options: Options]>
}

const optionsOf = (options: Options) =>
  options.map(([value, name]) => <option key={value} value={value}>{name}</option>)

export const Select = (
  { groups = [], help, hint, label, options, ...rest }: Choice & SelectHTMLAttributes<HTMLSelectElement>
) => {
  const id = useId()
  const labelled = { help, hint, label }
  return (
    <Field id={id} {...labelled}>
      <select id={id} className="input" {...described(id, labelled)} {...rest}>
        {optionsOf(options)}
        {groups.map(([label, options]) => <optgroup key={label} label={label}>{optionsOf(options)}</optgroup>)}
      </select>
    </Field>
  )
}
