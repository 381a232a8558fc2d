/** Texts that people in the demo write: answers, notes and feedback. */
import type { Rating } from "@candor/domain/feedback/Rating"

/** Questions of applications with fitting answers. */
export const questions: ReadonlyArray<{ readonly question: string; readonly answers: ReadonlyArray<string> }> = [
  {
    question: "Why do you want to work with us?",
    answers: [
      "I used your product from the other side of the counter for two years, and I have opinions.",
      "You are small enough that what I do will matter, and old enough that somebody will use it.",
      "A former colleague joined you last spring and has not stopped talking about it.",
      "I want to be close to the thing that is made, not four meetings away from it.",
      "Your write-up of last year's outage was the most honest one that I have read."
    ]
  },
  {
    question: "Tell us about something you are proud of.",
    answers: [
      "I removed a nightly job that nobody trusted and replaced it with forty lines that everybody reads.",
      "I trained three people who now know more about the line than I do.",
      "We cut the returns of our busiest season by a third, and kept every customer informed while we did.",
      "I rebuilt our onboarding from scratch after asking the last ten hires what had confused them.",
      "My first release went out with no defects reported for six months. The second one did not, and I learned more."
    ]
  },
  {
    question: "When could you start?",
    answers: [
      "In four weeks.",
      "After a notice period of three months, at the end of the quarter.",
      "Right away.",
      "On the first of next month, if the offer is signed this week."
    ]
  },
  {
    question: "What salary do you expect?",
    answers: [
      "Somewhere in the range that you posted, towards the upper half.",
      "I would rather hear your offer for the level that you see me at.",
      "My present salary and ten percent, because I would be moving.",
      "The middle of the range is fine."
    ]
  },
  {
    question: "Do you need a work permit?",
    answers: ["No.", "No, I am a citizen.", "Yes, I hold a permit that is tied to my present employer."]
  }
]

export const notes = [
  "Called back within the hour. Clear, friendly, and asked good questions about the team.",
  "Salary expectation is about 8 percent above our range; would come down for four days a week.",
  "Strong referral: worked with Ingrid for three years, and she would hire again without an interview.",
  "Portfolio link is broken. Asked for a new one by email.",
  "Notice period is three months, so the earliest start is after the summer.",
  "Has another offer with a deadline on Friday. We need a decision by Thursday noon.",
  "Great conversation, but the experience is mostly in consulting. Check for ownership in the next round.",
  "Asked to move the interview because of a sick child. Rescheduled to next week.",
  "Would also fit the other opening in the team; mentioned it, and there is interest.",
  "No reply to two emails. One more try, then we close it.",
  "Cover letter names a competitor. Amusing, not a reason to say no.",
  "References checked: both confirm the dates, and both used the word dependable.",
  "Prefers to work from home three days a week. Fine with the team.",
  "Came across as nervous in the first ten minutes and excellent after that. Please give them time to settle."
]

/** Texts that authors add to a note later. */
export const additions = [
  "Update: confirmed by phone.",
  "Update: they agreed to the new date.",
  "Update: discussed with the team, we go on.",
  "Update: no longer relevant."
]

/** Feedback by rating. */
export const feedback: { readonly [R in Rating]: ReadonlyArray<string> } = {
  strong_no: [
    "Could not explain any decision in the project that the résumé leads with. I would not continue.",
    "Interrupted both interviewers repeatedly and blamed former colleagues throughout."
  ],
  no: [
    "Pleasant to talk to, but two levels below what we need, and the gap is in the fundamentals.",
    "Solved the exercise with a lot of help. Would be a good junior, which is not what is open.",
    "Wants to lead people within the year; this role will not offer that."
  ],
  mixed: [
    "Good with people, uneven on substance. The second half was much better than the first.",
    "I liked the design and worried about the testing. Another pair of eyes, please.",
    "Deep in one area and thin in the others. Depends on how we staff the rest of the team."
  ],
  yes: [
    "Worked through the problem calmly, named the trade-offs, and asked for the numbers before choosing.",
    "Solid throughout. Gave concrete examples for every claim, including one that went badly.",
    "Would raise the level of the team in documentation alone. The technical part was good, too."
  ],
  strong_yes: [
    "The best interview I have had this year. Found the flaw in our exercise and fixed it.",
    "Explained a hard subject to a mixed audience so well that we all took notes. Hire.",
    "Exactly the experience we lack, and the kindest person I have spoken to this month."
  ]
}

export const interviewTypes = ["phone_screen", "technical", "case_study", "team", "values"]
