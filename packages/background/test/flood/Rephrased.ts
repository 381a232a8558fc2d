/**
 * A second flood, made independently of Spun.ts: a service fills one of five outlines with a person's facts, words each
 * of its points in one of two ways, and adds a unique sentence or two. In English, German, Spanish and French, in 40 to
 * 220 words. Beside it, people who write in these languages, with the usual phrases of letters. No threshold was tuned
 * on it.
 */
import type { Choices } from "./Choices.ts"

/** A point of an outline in its wordings; `{fact}` is the person's. */
type Point = ReadonlyArray<string>

interface Outline {
  /** The index of its language. */
  readonly language: number
  readonly points: ReadonlyArray<Point>
  /** Of ten points, how many are used. */
  readonly said: number
}

const words = (text: string): ReadonlyArray<string> => text.split(";")

const facts = {
  firm: words(
    "Northgate Systems;Halden & Co;Bluewater Labs;Korvex;Meridian Freight;Aster Health;Delphi Retail;Olympus Cloud;Tandem Pay;Sable Energy"
  ),
  years: words("three;four;five;six;seven;eight;nine;ten"),
  number: words("12;15;18;22;25;28;30;33;40;45"),
  tool: words("Python;Kafka;Terraform;React;Spark;Kubernetes;Salesforce;SAP;Tableau;Postgres"),
  city: words("Madrid;Lyon;Hamburg;Dublin;Austin;Toronto;Zürich;Bogotá;Leeds;Bengaluru")
}

const outlines: ReadonlyArray<Outline> = [
  {
    language: 0,
    said: 9,
    points: [
      [
        "Dear hiring team, please accept my application for the open role.",
        "Dear team, I would like to be considered for your open role."
      ],
      [
        "I bring {years} years of hands-on work with {tool} and a record of shipping on time.",
        "With {years} years of {tool} behind me, I am used to shipping on time."
      ],
      [
        "At {firm} I cut deployment time by {number} percent and wrote the runbooks the team still uses.",
        "My work at {firm} cut deployment time by {number} percent; the team still uses the runbooks I wrote."
      ],
      [
        "I work well remotely and communicate early when plans change.",
        "Remote work suits me, and I say early when plans change."
      ],
      ["I am based in {city} and can start within a month.", "From {city}, I could start within a month."],
      [
        "I would welcome a short call at any time that suits you.",
        "A short call at a time that suits you would be welcome."
      ]
    ]
  },
  {
    language: 0,
    said: 8,
    points: [
      [
        "I hope this message finds you well. I was thrilled to learn that your company is growing its team, because your work has been on my radar for quite some time.",
        "I hope you are having a great week. Learning that your company is growing its team thrilled me, as I have had your work on my radar for quite some time."
      ],
      [
        "What sets me apart is the combination of technical depth and empathy for the people who use what I build.",
        "The combination of technical depth and empathy for the people who use what I build is what sets me apart."
      ],
      [
        "During my time at {firm}, I was entrusted with a legacy platform that nobody wanted to touch, and within {years} months I had turned it into the most stable service of the department.",
        "While working for {firm}, I took on a legacy platform that nobody wanted to touch and within {years} months turned it into the most stable service of the department."
      ],
      [
        "I introduced {tool} from scratch, trained {number} colleagues, and measured every improvement along the way.",
        "From scratch I introduced {tool}, trained {number} colleagues along the way, and measured every improvement."
      ],
      [
        "Numbers matter to me: our customer satisfaction rose by {number} percent in a single year.",
        "In a single year our customer satisfaction rose by {number} percent, and numbers matter to me."
      ],
      [
        "Beyond the keyboard, I coach a youth team in {city} and volunteer at a repair café, which taught me patience.",
        "Patience is something I learnt beyond the keyboard, coaching a youth team in {city} and volunteering at a repair café."
      ],
      [
        "I am convinced that great products come from teams that disagree openly and commit together.",
        "Great products, I am convinced, come from teams that disagree openly and commit together."
      ],
      [
        "Should my profile resonate with you, I would be delighted to walk you through my projects in more detail.",
        "I would be delighted to walk you through my projects in more detail, should my profile resonate with you."
      ],
      [
        "Thank you for reading this far, and best wishes for the rest of your search.",
        "Best wishes for the rest of your search, and thank you for reading this far."
      ]
    ]
  },
  {
    language: 1,
    said: 9,
    points: [
      [
        "Sehr geehrte Damen und Herren, mit großem Interesse habe ich Ihre Stellenausschreibung gelesen und bewerbe mich hiermit bei Ihnen.",
        "Sehr geehrte Damen und Herren, Ihre Stellenausschreibung habe ich mit großem Interesse gelesen, daher bewerbe ich mich hiermit bei Ihnen."
      ],
      [
        "In den vergangenen Jahren konnte ich bei {firm} umfangreiche Erfahrungen mit {tool} sammeln und eigenverantwortlich Projekte leiten.",
        "Bei {firm} konnte ich in den vergangenen Jahren umfangreiche Erfahrungen mit {tool} sammeln und Projekte eigenverantwortlich leiten."
      ],
      [
        "Dabei ist es mir gelungen, die Bearbeitungszeit um {number} Prozent zu senken und die Zufriedenheit der Kunden spürbar zu steigern.",
        "Es ist mir dabei gelungen, die Zufriedenheit der Kunden spürbar zu steigern und die Bearbeitungszeit um {number} Prozent zu senken."
      ],
      [
        "Zu meinen Stärken zählen eine strukturierte Arbeitsweise, Teamgeist und die Fähigkeit, auch unter Zeitdruck den Überblick zu behalten.",
        "Eine strukturierte Arbeitsweise, Teamgeist und die Fähigkeit, auch unter Zeitdruck den Überblick zu behalten, zählen zu meinen Stärken."
      ],
      [
        "Besonders reizt mich an Ihrem Unternehmen die Verbindung von Innovation und gesellschaftlicher Verantwortung.",
        "An Ihrem Unternehmen reizt mich besonders die Verbindung von Innovation und gesellschaftlicher Verantwortung."
      ],
      ["Ein Umzug von {city} ist für mich kein Hindernis.", "Für mich ist ein Umzug von {city} kein Hindernis."],
      [
        "Über die Einladung zu einem persönlichen Gespräch freue ich mich sehr.",
        "Auf ein persönliches Gespräch mit Ihnen freue ich mich sehr."
      ]
    ]
  },
  {
    language: 2,
    said: 9,
    points: [
      [
        "Estimados señores: me dirijo a ustedes para presentar mi candidatura al puesto que han publicado recientemente.",
        "Estimados señores: quisiera presentar mi candidatura al puesto que han publicado recientemente."
      ],
      [
        "Cuento con amplia experiencia en {tool} y he liderado equipos de hasta {number} personas en {firm}.",
        "En {firm} he liderado equipos de hasta {number} personas y cuento con amplia experiencia en {tool}."
      ],
      [
        "Me considero una persona proactiva, organizada y con gran capacidad para resolver problemas complejos.",
        "Soy una persona proactiva, organizada y con gran capacidad para resolver problemas complejos."
      ],
      [
        "Durante el último año logré reducir los costes un {number} por ciento sin afectar a la calidad del servicio.",
        "Sin afectar a la calidad del servicio, durante el último año logré reducir los costes un {number} por ciento."
      ],
      [
        "Resido en {city} y tengo disponibilidad inmediata para incorporarme a su equipo.",
        "Tengo disponibilidad inmediata para incorporarme a su equipo y resido en {city}."
      ],
      [
        "Quedo a su disposición para ampliar cualquier información en una entrevista personal.",
        "En una entrevista personal podré ampliar cualquier información; quedo a su disposición."
      ]
    ]
  },
  {
    language: 3,
    said: 8,
    points: [
      [
        "Madame, Monsieur, c'est avec un vif intérêt que je vous adresse ma candidature pour le poste que vous proposez.",
        "Madame, Monsieur, je vous adresse avec un vif intérêt ma candidature pour le poste que vous proposez."
      ],
      [
        "Fort d'une expérience solide acquise chez {firm}, je maîtrise parfaitement {tool} ainsi que la gestion de projets en équipe.",
        "Je maîtrise parfaitement {tool} ainsi que la gestion de projets en équipe, grâce à une expérience solide acquise chez {firm}."
      ],
      [
        "J'ai notamment permis une hausse de {number} pour cent du chiffre d'affaires en repensant l'ensemble du parcours client.",
        "En repensant l'ensemble du parcours client, j'ai notamment permis une hausse de {number} pour cent du chiffre d'affaires."
      ],
      [
        "Rigoureux et doté d'un excellent relationnel, je m'adapte rapidement à de nouveaux environnements de travail.",
        "Je m'adapte rapidement à de nouveaux environnements de travail, et je suis rigoureux et doté d'un excellent relationnel."
      ],
      [
        "Votre engagement en faveur de la transition écologique correspond pleinement à mes valeurs personnelles.",
        "Mes valeurs personnelles correspondent pleinement à votre engagement en faveur de la transition écologique."
      ],
      [
        "Installé à {city}, je suis disponible dès maintenant et ouvert à de fréquents déplacements.",
        "Disponible dès maintenant et installé à {city}, je suis ouvert à de fréquents déplacements."
      ],
      [
        "Dans l'attente de votre retour, je vous prie d'agréer l'expression de mes salutations distinguées.",
        "Je vous prie d'agréer, dans l'attente de votre retour, l'expression de mes salutations distinguées."
      ]
    ]
  }
]

/** The usual phrases of a language's letters, and the words of its stories: function words and topics. */
interface Language {
  readonly openings: ReadonlyArray<string>
  readonly closings: ReadonlyArray<string>
  readonly small: ReadonlyArray<string>
  readonly words: ReadonlyArray<string>
}

const languages: ReadonlyArray<Language> = [
  {
    openings: [
      "I am writing to apply for this position.",
      "I saw the job on your careers page and would like to apply."
    ],
    closings: ["I look forward to hearing from you. Kind regards", "Thank you for your time and consideration."],
    small: words(
      "in the;with a;and;I have;was;for;at;after;without;when;where;also;since;then;because;the;a;my;our;one;very;never;often;over;under;before;between;each;no;while"
    ),
    words: words(
      "winter;timetable;uncle;kettle;archive;ferry;bakery;mill;club;garden;warehouse;note;canal;choir;harbour;oven;attic;shop;saw;tower;bridge;lab;kiosk;cellar;harvest;apprentice;master;shift;shipyard;clock;customs;crane"
    )
  },
  {
    openings: [
      "Sehr geehrte Damen und Herren, hiermit bewerbe ich mich auf die ausgeschriebene Stelle.",
      "Guten Tag, auf Ihrer Webseite habe ich die Stelle gefunden und bewerbe mich darauf."
    ],
    closings: [
      "Über die Einladung zu einem persönlichen Gespräch freue ich mich sehr. Mit freundlichen Grüßen",
      "Auf Ihre Antwort freue ich mich. Mit freundlichen Grüßen"
    ],
    small: words(
      "in der;mit dem;und;habe ich;war;für;bei;nach;ohne;als;wo;auch;seit;dann;weil;der;die;das;mein;meine;ein;sehr;nie;oft;über;unter;vor;zwischen;jeder;kein"
    ),
    words: words(
      "Winter;Fahrplan;Onkel;Kessel;Archiv;Fähre;Bäckerei;Mühle;Verein;Garten;Lager;Zettel;Kanal;Chor;Hafen;Ofen;Dachboden;Laden;Säge;Turm;Brücke;Labor;Kiosk;Keller;Ernte;Lehrling;Meister;Schicht;Werft;Uhr;Zoll;Kran"
    )
  },
  {
    openings: [
      "Estimados señores: me dirijo a ustedes para presentar mi candidatura.",
      "Buenos días, he visto su oferta y me gustaría participar en el proceso."
    ],
    closings: [
      "Quedo a su disposición para cualquier aclaración. Un cordial saludo.",
      "Muchas gracias por su tiempo y un saludo."
    ],
    small: words(
      "en la;con el;y;he hecho;fue;para;por;después de;sin;cuando;donde;también;desde;luego;porque;el;la;los;mi;mis;un;muy;nunca;siempre;sobre;bajo;ante;entre;cada;ningún"
    ),
    words: words(
      "taller;abuela;molino;puerto;mercado;barco;cocina;invierno;reloj;escuela;huerto;faro;puente;tranvía;almacén;fábrica;playa;farmacia;librería;teatro;pozo;granja;olivar;horno;correo;sastre;viña;muelle;circo;banda;archivo;feria"
    )
  },
  {
    openings: [
      "Madame, Monsieur, je vous adresse ma candidature pour le poste.",
      "Bonjour, votre annonce a retenu toute mon attention."
    ],
    closings: [
      "Je vous prie d'agréer, Madame, Monsieur, l'expression de mes salutations distinguées.",
      "Dans l'attente de votre réponse, bien cordialement."
    ],
    small: words(
      "dans la;avec le;et;j'ai fait;fut;pour;chez;après;sans;quand;où;aussi;depuis;puis;car;le;la;les;mon;ma;un;très;jamais;toujours;sur;sous;devant;entre;chaque;aucun"
    ),
    words: words(
      "moulin;tante;hiver;four;gare;port;verger;phare;usine;école;librairie;bateau;marché;pont;cave;horloge;théâtre;ferme;atelier;jardin;fanfare;canal;épicerie;grenier;vigne;tramway;puits;cirque;musée;boulangerie;scierie;quai"
    )
  }
]

/** Returns a sentence of a person's own. */
const story = (random: Choices, { small, words }: Language): string =>
  `${Array.from({ length: random.integer(4, 9) }, () => `${random.pick(small)} ${random.pick(words)}`).join(" ")}.`

/** Returns one person's letter in one of these languages; the shortest ones are mostly usual phrases. */
export const honestElsewhere = (random: Choices) => {
  const language = random.pick(languages)
  const own = Array.from({ length: random.integer(2, 9) }, () => story(random, language))
  return {
    cover_letter: [random.pick(language.openings), ...own, random.pick(language.closings)].join(" "),
    resume: null
  }
}

/** Returns a letter from one of `count` outlines, with a unique sentence or two. */
export const rephrasedTexts = (random: Choices, count = outlines.length) => {
  const { language, points, said } = random.pick(outlines.slice(0, count))
  const kept = points.filter((_, at) => at === 0 || random.chance(said * 10))
  // Swaps two neighboring points.
  const at = random.integer(0, Math.max(0, kept.length - 2))
  const ordered = random.chance(50) ? kept.toSpliced(at, 2, ...kept.slice(at, at + 2).toReversed()) : kept
  const sentences = ordered.map((ways) =>
    random.pick(ways).replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof facts) => random.pick(facts[name]))
  )
  const own = Array.from({ length: random.integer(1, 2) }, () => story(random, languages[language]!))
  return {
    cover_letter: sentences.toSpliced(random.integer(1, sentences.length), 0, ...own).join(
      random.chance(50) ? "\n\n" : " "
    ),
    resume: null
  }
}
