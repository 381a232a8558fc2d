/** Returns whether a key press belongs to a field in which a person writes or chooses. */
export const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null
