/** The minified axe as text: it is sent to each page, and the module's own `source` has more than twice the bytes. */
declare module "axe-core/axe.min.js" {
  const source: string
  export default source
}
