/** Returns which key was pressed, on any keyboard layout. */

type Pressed = Pick<KeyboardEvent, "code" | "key" | "shiftKey">

/** Keys with a sign on Latin layouts, where layouts of other scripts have a letter or another sign. */
const signs: Readonly<Record<string, readonly [plain: string, shifted: string]>> = { Slash: ["/", "?"] }

/** Returns whether a key is a letter of a non-Latin script, or comes from an input method. */
const isForeign = (key: string): boolean =>
  [...key].length === 1
    ? /[^\p{Script=Latin}\p{ASCII}]/u.test(key)
    : key === "Process" || key === "Unidentified" || key === "Dead"

/**
 * Returns the letter (ignoring Caps Lock), the sign or the name of a key, in lower case. On a non-Latin layout returns
 * what a Latin keyboard has at this position: `j` for `о` on a Russian one. Latin layouts in any arrangement keep their
 * own letters.
 */
export const keyOf = ({ code, key, shiftKey }: Pressed): string => {
  const meant = isForeign(key) ? /^Key([A-Z])$/.exec(code)?.[1] ?? signs[code]?.[shiftKey ? 1 : 0] : undefined
  return (meant ?? key).toLowerCase()
}
