/** An answer as it was given; one that is an address can be followed. */

const isAddress = /^https?:\/\/\S+$/i

export const Answer = ({ text }: { readonly text: string }) =>
  isAddress.test(text) ? <a href={text} target="_blank" rel="noreferrer noopener">{text}</a> : <>{text}</>
