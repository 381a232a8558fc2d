/**
 * Applications as people write them, each with a story of its own; and those that look alike for honest reasons: a
 * common phrase, a university's résumé template, short answers, an agency's phone number.
 */
import type { Choices } from "./Choices.ts"

const words = (text: string): ReadonlyArray<string> => text.trim().split(/[;\n]\s*/)

/** Common openings and closings. */
const openings = words(
  `I am writing to apply for this position.;I would like to apply for the position that you have advertised.
I saw the job on your careers page and would like to apply.;A friend who works in your building told me about this opening.
I have followed your company for a while, and was glad to see this opening.;Please find my application below.`
)
const closings = words(`I look forward to hearing from you.;Thank you for your time and consideration.
I would be happy to tell you more in a conversation.;I can start after my notice period of three months.;Kind regards`)

const places = words(
  "Lagos;Porto;Leipzig;Gdansk;Tampere;Bergen;Utrecht;Bologna;Cork;Brno;Split;Malmö;Ghent;Lyon;Seville;Graz;Riga;Kaunas;Varna;Izmir;Accra;Nairobi;Quito;Cusco;Osaka;Busan;Pune;Cebu;Perth;Halifax"
)
const acts = words(
  "rewrote;kept;took over;tested;drew;documented;sped up;moved;mended;shipped;measured;retired;sketched;audited;taught;halved;explained;inherited;negotiated;counted;painted;translated;sold;bought;planned;closed;opened;saved;lost;found"
)
const kinds = words(
  "old;shared;hidden;slow;famous;tiny;municipal;seasonal;broken;private;national;weekly;borrowed;unloved;noisy;silent;wooden;digital;second;last;northern;temporary;secret;common;rural"
)
const things = words(
  "booking system;payroll;map;checkout;greenhouse;bus schedule;archive;timetable;register;app;till;price list;network;website;report;warehouse;glossary;exam;wind farm;invoice;catalogue;heating model;recipe;queue;alarm;chat;snow plough;pharmacy;pattern library;claims desk;ferry;tram;choir;orchard;lighthouse"
)
const owners = words(
  "hospital;bookshop;university;theatre;bakery;newspaper;school;museum;law firm;canteen;insurer;port;zoo;brewery;court;airport;farm;ministry;library;cinema;monastery;shipyard;market;stadium;clinic"
)
const times = words(
  "during one winter;after midnight;within weeks;for three summers;on Sundays;between exams;before breakfast;while pregnant;despite strikes;under pressure;without budget;by hand;from home;abroad;alone;against advice;with twins;near retirement;in silence;at sea"
)
const feelings = words(
  "proud;surprised;calm;tired;curious;angry;grateful;lonely;stubborn;careful;lucky;hungry;cold;patient;wiser;slower;bolder;happier;older;quieter"
)
const people = words(
  "sister;landlord;professor;neighbour;captain;cook;nurse;bishop;cousin;mayor;driver;pianist;trainer;widow;twin;gardener;janitor;judge;sailor;teacher"
)

const syllables = words(
  "ka;lo;mi;ren;sta;vel;dor;nim;tas;bru;fen;gor;hul;jas;pir;qua;sor;tel;und;ver;wal;xen;yor;zim;bal;cer;dru;eno;fli;gar"
)

/** Returns a unique name: of a company, a street, a tool. */
const name = (random: Choices): string => {
  const word = Array.from({ length: random.integer(2, 4) }, () => random.pick(syllables)).join("")
  return word[0]!.toUpperCase() + word.slice(1)
}

const sentences: ReadonlyArray<(random: Choices, one: <Item>(items: ReadonlyArray<Item>) => Item) => string> = [
  (random, one) =>
    `In ${one(places)} I ${one(acts)} the ${one(kinds)} ${one(things)} of a ${one(owners)} called ${name(random)}, ${
      one(times)
    }.`,
  (random, one) =>
    `My ${one(people)} once ${one(acts)} a ${one(kinds)} ${one(things)}; ${name(random)} was involved and I felt ${
      one(feelings)
    }.`,
  (random, one) =>
    `${name(random)} hired me ${one(times)} because their ${one(things)} had made every ${one(people)} ${
      one(feelings)
    }.`,
  (random, one) =>
    `What I know about a ${one(things)}, a ${one(people)} from ${one(places)} showed me ${one(times)}, using ${
      name(random)
    }.`,
  (random, one) =>
    `Ask the ${one(owners)} in ${one(places)}: nobody ${one(acts)} ${name(random)} so ${one(feelings)} ${one(times)}.`,
  (_, one) =>
    `Later, ${one(feelings)} and ${one(feelings)}, we ${one(acts)} both: the ${one(things)} and the ${one(kinds)} ${
      one(owners)
    }.`
]

const story = (random: Choices): string => random.pick(sentences)(random, random.pick)

const letter = (random: Choices): string =>
  [random.pick(openings), ...Array.from({ length: random.integer(4, 8) }, () => story(random)), random.pick(closings)]
    .join(" ")

const station = (random: Choices): string =>
  `${random.integer(1998, 2025)} ${name(random)} ${name(random)}, ${random.pick(places)}\n${story(random)} ${
    story(random)
  }`

/** Fills in the résumé template of a university's career service. */
const universityResume = (random: Choices): string =>
  [
    "CURRICULUM VITAE",
    "Personal details",
    `Name: ${name(random)} ${name(random)}`,
    `Address: ${name(random)} Street ${random.integer(1, 200)}, ${random.pick(places)}`,
    "Date of birth and nationality are not required.",
    "Education",
    `since ${random.integer(2019, 2024)} Technical University, School of Engineering and Design, Bachelor of Science`,
    `Thesis: ${name(random)} and the ${random.pick(kinds)} ${random.pick(things)} of a ${random.pick(owners)}`,
    "Relevant modules: Analysis, Linear Algebra, Algorithms and Data Structures, Databases",
    "Work experience",
    ...Array.from({ length: random.integer(3, 5) }, () => station(random)),
    "Skills and languages",
    Array.from({ length: 6 }, () => name(random)).join(", "),
    "Language levels follow the Common European Framework of Reference.",
    "Voluntary work",
    story(random),
    "References are available on request."
  ].join("\n")

const ownResume = (random: Choices): string =>
  Array.from({ length: random.integer(4, 10) }, () => station(random)).join("\n")

/** The phone number of an agency that sends several people. */
const agencyPhone = "+49 30 5550199"

/**
 * Returns one person's submission; every third has a résumé in the same template, every tenth the agency's phone
 * number.
 */
export const honestTexts = (random: Choices, at: number) => ({
  cover_letter: at % 5 === 0 ? null : letter(random),
  resume: at % 3 === 0 ? universityResume(random) : at % 3 === 1 ? ownResume(random) : null,
  phone: at % 10 === 0 ? agencyPhone : null,
  answers: ["Yes", random.pick(["Immediately", "Immediately", "In January"])]
})
