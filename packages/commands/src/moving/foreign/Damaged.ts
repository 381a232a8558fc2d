/** The message for a record that cannot be read. */
export const damaged = (place: string): string => `${place}: it is damaged, or longer than 16 MiB`
