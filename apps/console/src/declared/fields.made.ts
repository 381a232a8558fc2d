/**
 * What the declarations of nouns say of fields. It runs while the console is built: build.ts puts its values in its place, so
 * that a browser gets these alone.
 */
import { noun as candidate } from "@candor/domain/candidate/Candidate"
import * as Labels from "@candor/domain/Labels"
import { nouns } from "@candor/domain/nouns"

/** The fields of candidates, in order. */
export const candidateFields = Labels.pageFields(candidate)

type Field = (typeof candidateFields)[number]

/** Values for the fields with widgets of their own. A page with one missing does not compile. */
export type OwnFields<A> = { readonly [Name in Extract<Field, { readonly widget: "own" }>["name"]]: A }

/** A field of which a person has one value. */
export type SingleField = Exclude<Field, { readonly widget: "own" }>

/** What sentences call fields. */
export const spokenNames = Labels.spokenNames(nouns)
