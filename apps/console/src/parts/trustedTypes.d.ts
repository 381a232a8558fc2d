// https://www.w3.org/TR/trusted-types: not in TypeScript's library yet.
interface TrustedTypeRules {
  readonly createScriptURL?: (url: string) => string | null
  readonly createHTML?: (html: string) => string
}

declare var trustedTypes: {
  readonly createPolicy: <Rules extends TrustedTypeRules>(name: string, rules: Rules) => Rules
} | undefined
