/**
 * The labels of fields in the declarations of nouns. Evaluated at build time: build.ts replaces this module with its
 * values, so that browsers load nothing else.
 */
import { noun as candidate } from "@candor/domain/candidate/Candidate"
import * as Labels from "@candor/domain/Labels"
import { nouns } from "@candor/domain/nouns"

/** The fields of candidates, in order. */
export const candidateFields = Labels.pageFields(candidate)

type Field = (typeof candidateFields)[number]

/** Values for the fields with custom widgets. A page that lacks one does not compile. */
export type OwnFields<A> = { readonly [Name in Extract<Field, { readonly widget: "own" }>["name"]]: A }

/** A field with a single value for each person. */
export type SingleField = Exclude<Field, { readonly widget: "own" }>

/** The names of fields in sentences. */
export const spokenNames = Labels.spokenNames(nouns)
