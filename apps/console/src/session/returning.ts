/** Returns a person to an app's authorization request after a sign-in at an identity provider. */

const name = "candor.return"

/** The page on which a member authorizes an app. */
export const authorizePath = "/console/authorize"

/** Stores the address of the page if it is an app's request. */
export const keepRequest = (): void => {
  if (location.pathname === authorizePath) sessionStorage.setItem(name, location.search)
}

/** Returns to the stored page. Returns whether there was one. */
export const returnToRequest = (): boolean => {
  const search = sessionStorage.getItem(name)
  sessionStorage.removeItem(name)
  if (search === null || location.pathname === authorizePath) return false
  location.replace(authorizePath + search)
  return true
}
