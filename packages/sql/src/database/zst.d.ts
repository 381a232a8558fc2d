/** A compressed file that is imported as a file: its path. */
declare module "*.zst" {
  const path: string
  export default path
}
