// Trusted Types (https://www.w3.org/TR/trusted-types), which TypeScript's library lacks.
interface TrustedTypeRules {
  readonly createScriptURL?: (url: string) => string | null
  readonly createHTML?: (html: string) => string
}

declare var trustedTypes: {
  readonly createPolicy: <Rules extends TrustedTypeRules>(name: string, rules: Rules) => Rules
} | undefined
