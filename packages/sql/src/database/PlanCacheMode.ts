/**
 * `plan_cache_mode` of every session: PostgreSQL plans a statement once for a session, whatever its parameters are, and not five times
 * for the parameters that it is given first, as is its default (decision 0062).
 */
export const planCacheMode = "force_generic_plan"
