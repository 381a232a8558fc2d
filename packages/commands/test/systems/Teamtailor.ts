/** Data in the form of Teamtailor's API (https://docs.teamtailor.com). */
const day = (text: string) => `2026-${text}:00.000+00:00`
const links = (name: string) => ({ links: { related: `https://api.teamtailor.com/v1/${name}` } })
const to = (type: string, id: string) => ({ ...links(type), data: { type, id } })
const one = (type: string, id: string, attributes: object, relationships: object = {}) => ({
  id,
  type,
  links: {},
  attributes,
  relationships
})

const candidate = (id: string, first: string, last: string, attributes: object = {}, relationships: object = {}) =>
  one("candidates", id, {
    "first-name": first,
    "last-name": last,
    email: `${first.toLowerCase().replace("ë", "e")}@example.com`,
    phone: null,
    tags: [],
    "created-at": day("02-01T09:00"),
    "updated-at": day("03-01T09:00"),
    unsubscribed: false,
    ...attributes
  }, { uploads: links("uploads"), ...relationships })
const application = (id: string, person: string, stage: string, attributes: object = {}, relationships: object = {}) =>
  one("job-applications", id, {
    "created-at": day("02-02T09:00"),
    "updated-at": day("03-02T09:00"),
    "changed-stage-at": day("02-02T09:00"),
    "rejected-at": null,
    "referring-site": "Indeed",
    ...attributes
  }, { candidate: to("candidates", person), job: to("jobs", "26"), stage: to("stages", stage), ...relationships })
const stage = (id: string, name: string, order: number, kind: string) =>
  one("stages", id, { name, "row-order": order, "legacy-stage-type-name": kind }, { job: to("jobs", "26") })

export const files = {
  "users.json": {
    data: [
      one("users", "34", {
        name: "Ada Park",
        username: "ada",
        "login-email": "ada@example.com",
        role: "admin",
        signature: "<p>Ada</p>"
      }),
      one("users", "35", {
        name: "Ben Okoro",
        username: "ben",
        "login-email": "ben@example.com",
        role: "hiring_manager"
      })
    ],
    meta: { "record-count": 2 }
  },
  "departments.json": { data: [one("departments", "3", { name: "Data" })] },
  "locations.json": { data: [one("locations", "4", { name: "Hamburg", city: "Hamburg", country: "Germany" })] },
  "reject-reasons.json": {
    data: [
      one("reject-reasons", "1", { reason: "Lacking experience", "rejected-by-company": true }),
      one("reject-reasons", "2", { reason: "Other plans", "rejected-by-company": false })
    ]
  },
  "jobs.json": {
    data: [one("jobs", "26", {
      title: "Data Engineer",
      body: "<p>Build <b>pipelines</b></p>",
      status: "open",
      "human-status": "published",
      "employment-type": "fulltime",
      currency: "EUR",
      "min-salary": 60000,
      "max-salary": 80000,
      internal: false,
      tags: [],
      "created-at": day("01-10T09:00")
    }, { department: to("departments", "3"), location: to("locations", "4"), user: to("users", "34") })]
  },
  "stages.json": {
    data: [
      stage("71", "Inbox", 0, "Inbox"),
      stage("72", "Technical Talk", 1, "In process"),
      stage("73", "Offer", 2, "Offer"),
      stage("74", "Hired", 3, "Hired")
    ]
  },
  "candidates.json": {
    data: [
      candidate("401", "Karen", "Jones", {
        phone: "+49 30 901820",
        "linkedin-url": "https://www.linkedin.com/in/karen-jones",
        tags: ["python"],
        pitch: "Ten years of data",
        "favourite-colour": "green"
      }, { locations: { ...links("locations"), data: [{ type: "locations", id: "4" }] } }),
      candidate("402", "Luis", "Ortega"),
      candidate("403", "Zoë", "Ünal", { unsubscribed: true })
    ],
    links: { next: "https://api.teamtailor.com/v1/candidates?page=2" }
  },
  "job-applications.json": {
    data: [
      application("634", "401", "72", { "changed-stage-at": day("02-09T09:00"), "cover-letter": "Dear all" }),
      application("635", "402", "71", { "rejected-at": day("02-20T09:00") }, {
        "reject-reason": to("reject-reasons", "1")
      }),
      application("636", "403", "73", { "changed-stage-at": day("02-10T09:00"), "rejected-at": day("02-21T09:00") }, {
        "reject-reason": to("reject-reasons", "2")
      }),
      application("637", "404", "74", { "changed-stage-at": day("03-01T09:00") }),
      one("job-applications", "638", { "created-at": day("02-02T09:00") }, {
        candidate: links("candidate"),
        job: links("job")
      })
    ],
    // The included resources are the same as on their own pages.
    included: [candidate("404", "Anna", "Berg"), candidate("402", "Luis", "Ortega")]
  },
  "notes.json": {
    data: [
      one("notes", "1", {
        note: "Prefers to work from home.",
        "private-note": false,
        "created-at": day("02-03T09:00"),
        "candidate-id": 401,
        "user-id": 34
      }),
      one("notes", "2", { note: "Asks for too much", "private-note": true, "created-at": day("02-04T09:00") }, {
        candidate: to("candidates", "401"),
        user: to("users", "35")
      })
    ]
  },
  "candidates/401/uploads.json": {
    data: [
      one("uploads", "1", {
        url: "https://bucket.example/1",
        "file-name": "resume.txt",
        internal: false,
        "created-at": day("02-02T09:00")
      }),
      one("uploads", "2", { url: "https://bucket.example/2", "file-name": "lost.pdf", internal: false })
    ]
  },
  "questions.json": {
    data: [one("questions", "5", { title: "Notice period" }), one("questions", "9", { title: "Skills" })]
  },
  "answers.json": {
    data: [
      one("answers", "6", { text: "3 months" }, { candidate: to("candidates", "401"), question: to("questions", "5") }),
      ...[{ boolean: true }, { range: 4 }, { choices: [3, 5] }, { rating: 2 }].map((answer, n) =>
        one("answers", `${60 + n}`, answer, { candidate: to("candidates", "401"), question: to("questions", "9") })
      )
    ]
  },
  "job-offers.json": {
    data: [
      one("job-offers", "7", { status: "accepted", "sent-at": day("02-25T09:00"), details: { salary: "70000" } }, {
        "job-application": to("job-applications", "637")
      })
    ]
  },
  "todos.json": { data: [one("todos", "8", { value: "Call Karen" })] },
  "attachments/401/resume.txt": "Karen Jones, data engineer"
}
