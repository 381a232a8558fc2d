/** Mechanisms that are switched off in this process, to measure what each gives (bench/ablation.ts). */
const off: ReadonlySet<string> = new Set((process.env["WITHOUT"] ?? "").split(","))

/** Whether a mechanism is switched off. */
export const without = (mechanism: string): boolean => off.has(mechanism)
