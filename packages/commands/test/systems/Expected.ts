/** The expected imports of the folders of other systems. */
import * as Ashby from "./Ashby.ts"
import * as Lever from "./Lever.ts"
import * as OpenCats from "./OpenCats.ts"
import * as Teamtailor from "./Teamtailor.ts"
import * as Workable from "./Workable.ts"

type Lines = ReadonlyArray<string>

export interface Expected {
  readonly system: string
  readonly folder: { readonly [path: string]: unknown }
  readonly board: Lines
  readonly history: Lines
  readonly notes: Lines
  readonly feedback: Lines
  readonly interviews: Lines
  readonly files: Lines
  readonly members: Lines
  readonly jobs: Lines
  readonly karen: Lines
  readonly answers: Lines
  readonly left: ReadonlyArray<readonly [string, number]>
}

export const expected: ReadonlyArray<Expected> = [
  {
    system: "ashby",
    folder: Ashby.files,
    board: [
      "Data Engineer, Anna Berg, Hired (hired), hired, Indeed, 02-02, 03-01",
      "Data Engineer, Karen Jones, Technical Talk (screen), active, Indeed, 02-02",
      "Data Engineer, Luis Ortega, Application Review (applied), rejected, Lacking experience, Indeed, 02-02, 02-20",
      "Data Engineer, Zoë Ünal, Offer (offer), withdrawn, Indeed, 02-02, 02-21"
    ],
    history: [
      "Anna, 02-02, applied, Application Review",
      "Anna, 03-01, hired, Hired",
      "Karen, 02-02, applied, Application Review",
      "Karen, 02-09, moved, Technical Talk, Ada Park",
      "Luis, 02-02, applied, Application Review",
      "Luis, 02-20, rejected, Application Review",
      "Zoë, 02-02, applied, Application Review",
      "Zoë, 02-10, moved, Offer, Ben Okoro",
      "Zoë, 02-21, withdrawn, Offer"
    ],
    notes: [
      "everyone, Ada Park, 02-03, Prefers to work from home.",
      "everyone, Import from Ashby, 02-01, From Ashby  - Company: Lagos Freight - Education: University of Lagos - Notice period: 3 months",
      "everyone, Import from Ashby, 02-01, From Ashby  - File not taken (it was not in the folder): lost.pdf, other",
      "everyone, Import from Ashby, 02-02, From Ashby  - Prospect since: 2026-02-02T09:00:00.000Z - Source: Indeed - Status: active",
      "everyone, Import from Ashby, 02-02, From Ashby  - Rejection reason: Other plans",
      "team, Ben Okoro, 02-04, Asks for too much",
      "team, Import from Ashby, 02-25, From Ashby  - Offer: CandidateAccepted, Accepted - Resolved: 2026-02-28T09:00:00.000Z - Salary: 70000 EUR"
    ],
    feedback: [
      "Technical interview, strong_yes, Ben Okoro, **Skills**  Knows Kafka"
    ],
    interviews: [
      "Technical interview, scheduled, 02-10 08:00, 45, https://meet.example.com/1"
    ],
    files: [
      "resume.txt, resume, 26"
    ],
    members: [
      "Ada Park, admin, active",
      "Ben Okoro, limited, active",
      "Import from Ashby, limited, deactivated"
    ],
    jobs: [
      "Data Engineer, published, public, R-1, Data, Hamburg, full_time, Build **pipelines**"
    ],
    karen: [
      "Karen Jones, karen@example.com, +49 30 901820, https://www.linkedin.com/in/karen-jones, Lagos, Nigeria, University of Lagos, python"
    ],
    answers: [],
    left: [
      [
        "Custom field of jobs: Budget code",
        1
      ],
      [
        "Files that were not taken: it was not in the folder",
        1
      ],
      [
        "Offers: a note on the application has them",
        1
      ],
      [
        "Prospects: a note on the candidate says so",
        1
      ],
      [
        "candidates.favouriteColour",
        1
      ],
      [
        "surveys.json: records that are not read",
        1
      ]
    ]
  },
  {
    system: "lever",
    folder: Lever.files,
    board: [
      "Data Engineer, Anna Berg, Hired (hired), hired, Indeed, 02-02, 03-01",
      "Data Engineer, Karen Jones, Technical Talk (screen), active, Indeed, 02-02",
      "Data Engineer, Luis Ortega, New applicant (applied), rejected, Lacking experience, Indeed, 02-02, 02-20",
      "Data Engineer, Zoë Ünal, Offer (offer), withdrawn, Indeed, 02-02, 02-21"
    ],
    history: [
      "Anna, 02-02, applied, New applicant",
      "Anna, 03-01, hired, Hired",
      "Anna, 03-01, moved, Offer",
      "Karen, 02-02, applied, New applicant",
      "Karen, 02-09, moved, Technical Talk, Ada Park",
      "Luis, 02-02, applied, New applicant",
      "Luis, 02-20, rejected, New applicant",
      "Zoë, 02-02, applied, New applicant",
      "Zoë, 02-10, moved, Offer, Ben Okoro",
      "Zoë, 02-21, withdrawn, Offer"
    ],
    notes: [
      "everyone, Ada Park, 02-03, Prefers to work from home.",
      "everyone, Import from Lever, 02-02, From Lever  - File not taken (it was not in the folder): lost.pdf, other, https://api.lever.co/2",
      "everyone, Import from Lever, 02-02, From Lever  - Headline: Lagos Freight; Data engineer - Other names: K. Jones",
      "everyone, Import from Lever, 02-02, From Lever  - Prospect since: 2026-02-02T09:00:00.000Z - Stage: New lead - Source: Indeed - Status: active",
      "everyone, Import from Lever, 02-02, From Lever  - Prospect since: 2026-02-02T09:00:00.000Z - Stage: New lead - Source: Indeed - Status: active",
      "everyone, Import from Lever, 02-02, From Lever  - Rejection reason: Withdrew",
      "team, Ben Okoro, 02-04, Asks for too much",
      "team, Import from Lever, 02-25, From Lever  - Offer: signed - Sent: 2026-02-26T09:00:00.000Z - Salary: 70000"
    ],
    feedback: [
      "Technical interview, strong_yes, Ben Okoro, **Skills**  Knows Kafka"
    ],
    interviews: [
      "Technical interview, scheduled, 02-10 08:00, 45, https://meet.example.com/1"
    ],
    files: [
      "resume.txt, resume, 26"
    ],
    members: [
      "Ada Park, admin, active",
      "Ben Okoro, limited, active",
      "Import from Lever, limited, deactivated"
    ],
    jobs: [
      "Data Engineer, published, public, R-1, Data, Hamburg, full_time, Build **pipelines**\n\n### You bring\n\n- Python"
    ],
    karen: [
      "Karen Jones, karen@example.com, +49 30 901820, https://www.linkedin.com/in/karen-jones, Lagos, Nigeria, python+sql"
    ],
    answers: [
      "Notice period: 3 months"
    ],
    left: [
      [
        "Files that were not taken: it was not in the folder",
        1
      ],
      [
        "Moves whose time is that of the last activity",
        1
      ],
      [
        "Notes that were deleted there",
        1
      ],
      [
        "Offers: a note on the application has them",
        1
      ],
      [
        "Prospects: a note on the candidate says so",
        2
      ],
      [
        "applications of what is not there",
        1
      ],
      [
        "opportunities.favouriteColour",
        1
      ],
      [
        "requisitions.json: records that are not read",
        1
      ]
    ]
  },
  {
    system: "workable",
    folder: Workable.files,
    board: [
      "Data Engineer, Anna Berg, Hired (hired), hired, indeed.com, 02-02, 03-01",
      "Data Engineer, Karen Jones, Technical Talk (interview), active, indeed.com, 02-02",
      "Data Engineer, Luis Ortega, Applied (applied), rejected, Lacking experience, indeed.com, 02-02, 02-20",
      "Data Engineer, Zoë Ünal, Offer (offer), withdrawn, indeed.com, 02-02, 02-21"
    ],
    history: [
      "Anna, 02-02, applied, Applied",
      "Anna, 03-01, hired, Hired",
      "Karen, 02-02, applied, Applied",
      "Karen, 02-09, moved, Technical Talk, Ada Park",
      "Luis, 02-02, applied, Applied",
      "Luis, 02-20, rejected, Applied",
      "Zoë, 02-02, applied, Applied",
      "Zoë, 02-10, moved, Offer, Ben Okoro",
      "Zoë, 02-21, withdrawn, Offer"
    ],
    notes: [
      "everyone, Ada Park, 02-03, Prefers to work from home.",
      "everyone, Import from Workable, 02-02, From Workable  - Education: University of Lagos, BSc, Physics, 2010-01-01 – - Employment: Engineer, Lagos Freight, 2015-01-01 –",
      "everyone, Import from Workable, 02-02, From Workable  - File not taken (it was not in the folder): lost.pdf, attachment, https://workable.example/2",
      "everyone, Import from Workable, 02-02, From Workable  - Headline: Engineer - Summary: Ten years of data - Skills: Kafka",
      "everyone, Import from Workable, 02-02, From Workable  - Prospect since: 2026-02-02T09:00:00.000Z - Stage: Sourced - Source: indeed.com - Status: active",
      "everyone, Import from Workable, 02-02, From Workable  - Workplace: remote",
      "team, Ben Okoro, 02-04, Asks for too much",
      "team, Import from Workable, 02-02, From Workable  - Offer: accepted - Salary: 70000"
    ],
    feedback: [
      "Technical Talk, strong_yes, Ben Okoro, **Comment**  Knows Kafka"
    ],
    interviews: [
      "Technical interview, scheduled, 02-10 08:00, 45, https://meet.example.com/1"
    ],
    files: [
      "resume.txt, resume, 26"
    ],
    members: [
      "Ada Park, admin, active",
      "Ben Okoro, limited, active",
      "Import from Workable, limited, deactivated"
    ],
    jobs: [
      "Data Engineer, published, public, R-1, Data, Hamburg, Germany, full_time, 60000, EUR, Build **pipelines**"
    ],
    karen: [
      "Karen Jones, karen@example.com, +49 30 901820, https://www.linkedin.com/in/karen-jones, Lagos, Nigeria, University of Lagos, python"
    ],
    answers: [
      "Cover letter: Dear all",
      "Notice period: 3 months"
    ],
    left: [
      [
        "Files that were not taken: it was not in the folder",
        1
      ],
      [
        "Offers: a note on the application has them",
        1
      ],
      [
        "Prospects: a note on the candidate says so",
        1
      ],
      [
        "activities of the action snoozed, without a text",
        1
      ],
      [
        "candidates.favourite_colour",
        1
      ],
      [
        "candidates.location.timezone",
        1
      ],
      [
        "candidates.profile_url",
        5
      ],
      [
        "requisitions.json: records that are not read",
        1
      ]
    ]
  },
  {
    system: "teamtailor",
    folder: Teamtailor.files,
    board: [
      "Data Engineer, Anna Berg, Hired (hired), hired, Indeed, 02-02, 03-01",
      "Data Engineer, Karen Jones, Technical Talk (screen), active, Indeed, 02-02",
      "Data Engineer, Luis Ortega, Inbox (applied), rejected, Lacking experience, Indeed, 02-02, 02-20",
      "Data Engineer, Zoë Ünal, Offer (offer), withdrawn, Indeed, 02-02, 02-21"
    ],
    history: [
      "Anna, 02-02, applied, Inbox",
      "Anna, 03-01, hired, Hired",
      "Karen, 02-02, applied, Inbox",
      "Karen, 02-09, moved, Technical Talk",
      "Luis, 02-02, applied, Inbox",
      "Luis, 02-20, rejected, Inbox",
      "Zoë, 02-02, applied, Inbox",
      "Zoë, 02-10, moved, Offer",
      "Zoë, 02-21, withdrawn, Offer"
    ],
    notes: [
      "everyone, Ada Park, 02-03, Prefers to work from home.",
      "everyone, Import from Teamtailor, 02-01, From Teamtailor  - Email: The candidate is not to be emailed",
      "everyone, Import from Teamtailor, 02-01, From Teamtailor  - File not taken (it was not in the folder): lost.pdf, other, https://bucket.example/2",
      "everyone, Import from Teamtailor, 02-01, From Teamtailor  - Notice period: 3 months - Skills: Yes - Skills: 4 - Skills: 3, 5 - Pitch: Ten years of data",
      "everyone, Import from Teamtailor, 02-02, From Teamtailor  - Rejection reason: Other plans",
      "team, Ben Okoro, 02-04, Asks for too much",
      "team, Import from Teamtailor, 02-02, From Teamtailor  - Offer: accepted - Sent: 2026-02-25T09:00:00.000+00:00 - salary: 70000"
    ],
    feedback: [],
    interviews: [],
    files: [
      "resume.txt, resume, 26"
    ],
    members: [
      "Ada Park, admin, active",
      "Ben Okoro, limited, active",
      "Import from Teamtailor, limited, deactivated"
    ],
    jobs: [
      "Data Engineer, published, public, Data, Hamburg, full_time, 60000, EUR, Build **pipelines**"
    ],
    karen: [
      "Karen Jones, karen@example.com, +49 30 901820, https://www.linkedin.com/in/karen-jones, Hamburg, python"
    ],
    answers: [
      "Cover letter: Dear all"
    ],
    left: [
      [
        "Candidates who are not to be emailed: a note says so",
        1
      ],
      [
        "Files that were not taken: it was not in the folder",
        1
      ],
      [
        "Offers: a note on the application has them",
        1
      ],
      [
        "answers.rating",
        1
      ],
      [
        "candidates.favourite-colour",
        1
      ],
      [
        "job-applications.json, line 1, record 5: it names no candidate",
        1
      ],
      [
        "todos: records that are not read",
        1
      ]
    ]
  },
  {
    system: "opencats",
    folder: OpenCats.files,
    board: [
      "Data Engineer, Anna Berg, Placed (hired), hired, Indeed, 02-02, 03-01",
      "Data Engineer, Karen B. Jones, Interviewing (interview), active, Indeed, 02-02",
      "Data Engineer, Luis Ortega, No Contact (applied), rejected, Not in Consideration, Indeed, 02-02, 02-20",
      "Data Engineer, Zoë Ünal, Offered (offer), rejected, Client Declined, Indeed, 02-02, 02-21"
    ],
    history: [
      "Anna, 02-02, applied, No Contact",
      "Anna, 03-01, hired, Placed",
      "Karen, 02-02, applied, No Contact",
      "Karen, 02-05, moved, Submitted",
      "Karen, 02-09, moved, Interviewing",
      "Luis, 02-02, applied, No Contact",
      "Luis, 02-20, rejected, No Contact",
      "Zoë, 02-02, applied, No Contact",
      "Zoë, 02-10, moved, Offered",
      "Zoë, 02-21, rejected, Offered"
    ],
    notes: [
      "everyone, Ada Park, 02-03, Prefers to work from \"home\".",
      "everyone, Ben Okoro, 02-04, Call (Talked): Asks for too much",
      "everyone, Ben Okoro, 02-05, Call back, on 2026-02-12T08:00:00Z  At home",
      "everyone, Import from OpenCATS, 02-01, From OpenCATS  - Company: Lagos Freight - notes: Line one   line \"two\" - desired pay: 80k - owner: Ada Park - Notice period: 3 months",
      "everyone, Import from OpenCATS, 02-01, From OpenCATS  - owner: Ada Park",
      "everyone, Import from OpenCATS, 02-01, From OpenCATS  - owner: Ada Park",
      "everyone, Import from OpenCATS, 02-01, From OpenCATS  - owner: Ada Park",
      "everyone, Import from OpenCATS, 02-02, From OpenCATS  - Added by: Ada Park",
      "everyone, Import from OpenCATS, 02-02, From OpenCATS  - Added by: Ada Park",
      "everyone, Import from OpenCATS, 02-02, From OpenCATS  - Added by: Ada Park",
      "everyone, Import from OpenCATS, 02-02, From OpenCATS  - File not taken (it was not in the folder): lost.pdf, other",
      "everyone, Import from OpenCATS, 02-02, From OpenCATS  - Rating: 4 of 5 - Added by: Ada Park"
    ],
    feedback: [],
    interviews: [
      "Technical interview, scheduled, 02-10 08:00, 45"
    ],
    files: [
      "resume.txt, resume, 26"
    ],
    members: [
      "Ada Park, admin, active",
      "Ben Okoro, limited, active",
      "Import from OpenCATS, limited, deactivated"
    ],
    jobs: [
      "Data Engineer, published, public, R-1, Data, Hamburg, HH, DE, full_time, Build **pipelines**"
    ],
    karen: [
      "Karen B. Jones, karen@example.com, +49 30 901820, Lagos NG, python+remote+sql"
    ],
    answers: [],
    left: [
      [
        "Custom field of jobs: openings",
        1
      ],
      [
        "Custom field of jobs: salary",
        1
      ],
      [
        "Files that were not taken: it was not in the folder",
        1
      ],
      [
        "Statements on gender, origin and disability: not taken",
        1
      ],
      [
        "activity of companies, contacts and jobs",
        1
      ],
      [
        "candidate.favourite_colour",
        1
      ],
      [
        "extra_field of what is not there",
        1
      ],
      [
        "history of what is not there",
        1
      ],
      [
        "settings.csv: records that are not read",
        1
      ]
    ]
  }
]
