// Who lives in the furnished house (decision 349): names by crew, in the order of their parts in `story.ts`, and what they wrote.
import { createHash } from 'node:crypto';
import type { Tables } from '../db/schema.ts';

/** Owns course 3; the demo accounts join it. Its id is the same in every installation. */
export const DEMO_ORGANIZATION = {
  id: '5a3d1f60-1c1e-4e0e-9b57-2f6f0d1e9a10',
  name: 'Demo Inspections',
  slug: 'demo-inspections',
} as const;

/** The demo accounts of an installation without sample people, and what they may do besides learning. */
export const DEMO_PEOPLE = [
  { email: 'learner@demo.example', fullName: 'Lena Learner', isMember: true, isOrgAdmin: false, isSuperAdmin: false },
  { email: 'orgadmin@demo.example', fullName: 'Omar Orgadmin', isMember: true, isOrgAdmin: true, isSuperAdmin: false },
  { email: 'super@demo.example', fullName: 'Sofia Super', isMember: false, isOrgAdmin: false, isSuperAdmin: true },
] as const;

/** A text or number that is always the same for the same name: ids, and what looks like chance. */
const hashOf = (name: string) => createHash('sha256').update(`sample people/${name}`).digest('hex');

export function sampleId(name: string): string {
  const hash = hashOf(name);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** From 0 up to 1. */
export const chance = (name: string): number => Number.parseInt(hashOf(name).slice(0, 8), 16) / 2 ** 32;

/** The other organization. */
export const COASTAL = { id: sampleId('organization'), name: 'Coastal Survey', slug: 'coastal-survey' };

/** The four to look around as, and what each of them finds. Their accounts have the password of the demo accounts. */
export const CAST = [
  {
    email: 'learner@demo.example',
    fullName: 'Rosa Delgado',
    role: 'inspector',
    opens: 'learn',
    finds: 'Halfway through a course, one failed quiz',
  },
  {
    email: 'lead@demo.example',
    fullName: 'Noor Rahimi',
    role: 'crew lead',
    opens: 'crew',
    finds: 'The people of North Yard and how far they are',
  },
  {
    email: 'orgadmin@demo.example',
    fullName: 'Omar Haddad',
    role: 'administrator',
    opens: 'admin',
    finds: 'Everyone in 8 crews: 7 overdue, 2 who may not work',
  },
  {
    email: 'super@demo.example',
    fullName: 'Sofia Lindqvist',
    role: 'installation',
    opens: 'admin',
    finds: 'Two organizations and all courses',
  },
] as const;
export const [ROSA, NOOR, OMAR, SOFIA] = CAST;

/** Crews with their people, separated by commas; the first one leads, but in Night Shift, and Rosa is the second in North Yard. */
export const CREWS = {
  'North Yard':
    'Noor Rahimi,Rosa Delgado,Piet van der Berg,Amina Diallo,Jonas Keller,Mei Lin,Tomasz Wójcik,Grace Adeyemi,Luka Horvat,Fatima Zahra,Ben Carter,Yuki Tanaka,Elif Demir,Mateo Rossi,Sara Nilsson,Ivan Petrov,Chloe Martin,Samuel Osei',
  'South Yard':
    'Ingrid Solbakken,Marco Bianchi,Aisha Khan,Pedro Alves,Nina Kowalska,Oluwaseun Bello,Hana Novák,Dieter Braun,Leila Haddou,Callum Reid,Zoë Lambert,Rajesh Kumar,Ana Jurić,Viktorija Balode,Kwame Mensah,Emil Sørensen,Paula Gómez,Jin Park,Teresa Conti,Owen Hughes',
  Harbour:
    'Maximilian von Hohenlohe-Langenburg,Sofie Andersen,Diego Fernández,Thandi Nkosi,Akira Mori,Lucía Herrera,Peter Schmidt,Nadia Benali,Henrik Dahl,Rania Saleh,Joao Pereira,Klara Svoboda,Declan Byrne,Mina Rezaei',
  Riverside:
    'Esther Mwangi,Lars Eriksson,Carla Ricci,Bilal Hussain,Anneli Virtanen,Hugo Moreau,Precious Dube,Stefan Ionescu,Maya Cohen,Felix Wagner,Rosalind Price,Tariq Aziz,Ewa Zielińska,Andrés Vega,Linh Nguyen,Musa Kamara,Julia Frank',
  'Night Shift':
    'Goran Marković,Salma Idrissi,Patrick Doyle,Chinedu Eze,Vera Lang,Rafael Costa,Ahmed Al-Farouqi,Денис Морозов,Monika Bauer,Isaac Appiah,Wei Zhang,Łukasz Mazur,Beatriz Lopes',
  Airport:
    'Olga Pavlova,Daniel Meyer,Farah Aslam,Gustav Holm,Imani Otieno,Claire Dubois,Robert Evans,Yasmin Omari,Theo Janssen,Sanjay Patel,Marta Silva,Kofi Boateng,Elena Popescu,Niklas Weber,Aroha Walker,Julien Petit,Shira Levi,Tom Fisher,Dina Farouk,Viktor Sokolov,Agnes Toth,Bruno Keita',
  'Scan Specialists':
    'Haruto Sato,Freya Lund,Alejandro Ruiz,Miriam Goldberg,Sipho Dlamini,Katarina Berg,Arjun Mehta,Lea Hofmann,Conor Walsh',
  'New Starters':
    'Helen Okafor,Adam Nowak,Jasmine Ali,Oskar Lindgren,Naomi Clarke,Ravi Singh,Laura Peeters,Hassan Yilmaz,Emma Virág,Kenji Ito',
} as const;
export type Crew = keyof typeof CREWS;

export const COASTAL_PEOPLE =
  'Priya Raman,Eoin Murphy,Sigrid Aas,Carlos Mendes,Alice Fontaine,Nils Bergman,Zeynep Kaya,Hiroshi Abe,Bianca Moretti,Femi Balogun,Ulla Koskinen,Marek Dvořák,Rita Santos,Aaron Blake,Dalia Nasser,Ian Stewart,Camila Rojas,Pavel Zeman';

/** For whoever has no address of their own: 'Zoë Lambert' is zoe.lambert@demo.example. */
export function addressOf(fullName: string, n: number): string {
  const plain = fullName.toLowerCase().replaceAll('ł', 'l').replaceAll('ø', 'o').normalize('NFD');
  const words = plain.split(' ').map((word) => word.replace(/[^a-z-]/g, ''));
  return `${words.every(Boolean) ? words.join('.') : `person.${n}`}@demo.example`;
}

/** Capstones: what people wrote in the box, the latest first. */
export const REFLECTIONS = [
  'I scanned a two-room flat of 46 m² with a narrow hall. The first path broke at the mirror in the hall, loop error 3.1 cm. I covered the mirror, walked back to the kitchen, where the floor tiles gave the scanner something to hold on to, and repeated the hall: 1.2 cm. My three lengths differ by 0.4, 0.9 and 0.6 cm. Next time I look for mirrors before I unpack.',
  'Terraced house, 78 m², two levels. What went well: I called ahead, so the cellar was open. What I would change: I took photos while scanning and forgot the north side, so I had to go back after lunch. Now I do the outside first, all sides in one round. Lengths: 5.214, 3.870 and 2.405 m, all within 1 cm.',
  '',
  'All rooms in one loop, 96 percent. I would start in the hall next time.',
  'The client was at home and asked a lot. I learned to say: observed, not judged.',
  'Lengths 4.10, 2.98, 3.33. Everything within 2 cm. Battery change at half time.',
];

/** The organization's own course, which Omar may edit: copies of lessons, by course and number. */
export const LADDERS = {
  title: 'Ladders and Edges',
  description:
    'Before anyone scans above the ground floor: the site, ladders and stairs, open edges, and the check before you leave.',
  lessons: [
    { from: [1, 4], title: 'Stay Safe on Every Visit' },
    { from: [4, 3], title: 'Site Hazards and the Right to Stop' },
    { from: [4, 16], title: 'Split Levels, Stairs and Edges' },
    { from: [1, 16], title: 'Check the Scan Before You Climb Down' },
    { from: [1, 18], title: 'Quiz: Scan Quality at Height' },
    { from: [1, 28], title: 'When Something Goes Wrong Up There' },
  ],
} as const;
/** Its quiz, by its place, and the wrong answer to its second question that seven of ten choose. */
export const MISLEADING = { lesson: 5, question: 2, answer: 'Loop error 1.5 cm' };

const GIGABYTE = 1e9;

/** The tablets: days since the last contact, changes that wait and for how many days, people, and gigabytes used of those there are. */
export const TABLETS = [
  { name: 'Yard 1', silentDays: 0, unsent: 0, waitDays: 0, people: 6, used: 3.1, quota: 32 },
  { name: 'Yard 2', silentDays: 0, unsent: 2, waitDays: 0.1, people: 5, used: 2.4, quota: 32 },
  { name: 'Yard 3', silentDays: 6, unsent: 14, waitDays: 6, people: 4, used: 4.8, quota: 32 },
  { name: 'Harbour hut', silentDays: 31, unsent: 0, waitDays: 0, people: 3, used: 1.2, quota: 16 },
  { name: 'Airport gate', silentDays: 1, unsent: 0, waitDays: 0, people: 8, used: 2.2, quota: 32, version: '0.0.9' },
  { name: 'Night van', silentDays: 0, unsent: 0, waitDays: 0, people: 5, used: 15.4, quota: 16 },
].map(({ used, quota, ...tablet }) => {
  const storage = { usedBytes: used * GIGABYTE, quotaBytes: quota * GIGABYTE, isPersistent: true };
  return { ...tablet, storage } satisfies { storage: Tables['tablets']['$inferInsert']['storage'] };
});
