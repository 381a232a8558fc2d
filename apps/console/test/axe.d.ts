/**
 * The minified axe as text: each page is sent it anew, and what the module calls its source has more than twice the
 * bytes.
 */
declare module "axe-core/axe.min.js" {
  const source: string
  export default source
}
