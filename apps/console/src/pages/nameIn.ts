/** Guesses a person's name from an email address: “Alan Turing” for alan.turing@example.com. */
export const nameIn = (email: string): string =>
  email.split("@")[0]!.split(/[._-]+/).filter((part) => part !== "").map((part) =>
    part[0]!.toLocaleUpperCase() + part.slice(1)
  ).join(" ")
