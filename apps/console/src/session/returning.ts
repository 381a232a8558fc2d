/** The page of an app's request, to which a person comes back who signed in at an identity provider meanwhile. */

const name = "candor.return"

/** The page on which a member allows an app. */
export const authorizePath = "/console/authorize"

/** Keeps the address of the page, if it is that of an app's request. */
export const keepRequest = (): void => {
  if (location.pathname === authorizePath) sessionStorage.setItem(name, location.search)
}

/** Goes back to the page that was kept. Returns whether there was one. */
export const returnToRequest = (): boolean => {
  const search = sessionStorage.getItem(name)
  sessionStorage.removeItem(name)
  if (search === null || location.pathname === authorizePath) return false
  location.replace(authorizePath + search)
  return true
}
