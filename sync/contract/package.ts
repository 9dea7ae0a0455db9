// Packages: courses of other makers (SCORM 1.2, SCORM 2004 without sequencing, plain HTML5) that run on a second origin.
import * as z from 'zod/mini';
import { Id } from './fields.ts';

export const PACKAGE_STANDARDS = ['scorm12', 'scorm2004', 'html5'] as const;
export type PackageStandard = (typeof PACKAGE_STANDARDS)[number];

/** The largest zip file that is taken as a package. */
export const PACKAGE_LIMIT_BYTES = 2 * 1024 ** 3;
/** What a package may keep between two visits, in bytes as UTF-8: more is refused to it with its standard's error. */
export const SUSPEND_DATA_LIMIT_BYTES = 64 * 1024;
/** In characters: the standards' own limit is 255 or 1,000. */
export const PACKAGE_LOCATION_LIMIT = 1000;
/** How many answers one report carries, and how long each of their texts may be. */
export const INTERACTIONS_LIMIT = 100;
export const INTERACTION_ID_LIMIT = 250;
export const INTERACTION_TEXT_LIMIT = 500;
/** How many hosts an author may allow a package to reach. */
export const PACKAGE_HOSTS_LIMIT = 20;

/** What a package says of one question. `at` is when it said so, as an age of the report: see `PackageReport`. */
export const PackageInteraction = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(INTERACTION_ID_LIMIT)),
  type: z.optional(z.string().check(z.maxLength(20))),
  /** The question in words, where the package gives it (SCORM 2004). */
  description: z.optional(z.string().check(z.maxLength(INTERACTION_TEXT_LIMIT))),
  response: z.optional(z.string().check(z.maxLength(INTERACTION_TEXT_LIMIT))),
  /** The right response, the first that the package names. */
  expected: z.optional(z.string().check(z.maxLength(INTERACTION_TEXT_LIMIT))),
  /** 'correct', 'incorrect' ('wrong' of SCORM 1.2 becomes it), 'neutral', or a number as text. */
  result: z.optional(z.string().check(z.maxLength(20))),
  latencySeconds: z.optional(z.number().check(z.nonnegative(), z.lte(1_000_000))),
});
export type PackageInteraction = z.infer<typeof PackageInteraction>;

const utf8Bytes = (text: string) => new TextEncoder().encode(text).length;
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();

/** Where to go on: what the package gets back at its next start, on any device. */
export const PackagePlace = z.object({
  location: z.string().check(z.maxLength(PACKAGE_LOCATION_LIMIT), z.overwrite(storable)),
  suspendData: z.string().check(
    z.overwrite(storable),
    z.refine((text) => utf8Bytes(text) <= SUSPEND_DATA_LIMIT_BYTES, 'The suspend data is larger than 64 KB.'),
  ),
});
export type PackagePlace = z.infer<typeof PackagePlace>;

const Score = z.number().check(z.gte(0), z.lte(100));
const Seconds = z.number().check(z.gte(0), z.lte(1_000_000_000));
const Success = z.enum(['passed', 'failed']);

/** What a package has said since the report before: the `package` of a unit change. `seconds` are added up, so a report names only new ones. */
export const PackageReport = z.object({
  success: z.optional(Success),
  /** In percent. */
  score: z.optional(Score),
  place: z.optional(PackagePlace),
  /** The operation that this device has recorded before, where it was not acknowledged yet: this place is later than that one's (Y35b). */
  after: z.optional(z.uuid()),
  seconds: z.optional(Seconds),
  interactions: z.optional(z.array(PackageInteraction).check(z.maxLength(INTERACTIONS_LIMIT))),
});
export type PackageReport = z.infer<typeof PackageReport>;

/** What is known of one person's work in a package: the `package` of a unit. */
export const PackageState = z.object({
  success: z.optional(Success),
  /** The best one, in percent. */
  score: z.optional(z.number()),
  place: z.optional(PackagePlace),
  /** When the person left that place, by the server's clock (ISO 8601). */
  placeAt: z.optional(z.string()),
  /** The operation that brought that place (Y35b). */
  placeOp: z.optional(z.string()),
  /** All the time in it. */
  seconds: z.number(),
});
export type PackageState = z.infer<typeof PackageState>;

/** When a place was left, by the server's clock (ISO 8601), and by which operation it came. */
export type Leaving = { at: string; opId: string };

/**
 * A state after a report (Y35): 'passed' stays, the best score counts, time adds up, and the place is the one that was left last. A
 * device leaves `left` out, and shows its own. Returns the same object when nothing changes.
 */
export function applyReport(state: PackageState | undefined, report: PackageReport, left?: Leaving): PackageState {
  const before = state ?? { seconds: 0 };
  const success = before.success === 'passed' ? 'passed' : (report.success ?? before.success);
  const score = Math.max(before.score ?? -1, report.score ?? -1);
  const follows = report.after !== undefined && report.after === before.placeOp;
  const isLater = !left || before.placeAt === undefined || left.at >= before.placeAt || follows;
  const isNew = report.place !== undefined && isLater;
  const place = isNew ? report.place : before.place;
  const placeAt = (isNew && left && latest(left.at, before.placeAt)) || before.placeAt;
  const placeOp = (isNew && left?.opId) || before.placeOp;
  const next: PackageState = {
    ...(success && { success }),
    ...(score >= 0 && { score }),
    ...(place && { place }),
    ...(placeAt && { placeAt }),
    ...(placeOp && { placeOp }),
    seconds: before.seconds + (report.seconds ?? 0),
  };
  return state && sameState(state, next) && placeOp === state.placeOp ? state : next;
}

const latest = (a: string, b = '') => (a > b ? a : b);

/** True when two states say the same of a person's work. */
export function sameState(a: PackageState | undefined, b: PackageState | undefined): boolean {
  return (
    a?.success === b?.success &&
    a?.score === b?.score &&
    (a?.seconds ?? 0) === (b?.seconds ?? 0) &&
    a?.place?.location === b?.place?.location &&
    a?.place?.suspendData === b?.place?.suspendData
  );
}

/**
 * Two reports as one, the second said after the first; undefined when one cannot carry both: then the second is a report of its
 * own. Of two answers to one question both are kept: the first tells more about it.
 */
export function mergeReports(a: PackageReport, b: PackageReport): PackageReport | undefined {
  const interactions = [...(a.interactions ?? []), ...(b.interactions ?? [])];
  if (interactions.length > INTERACTIONS_LIMIT) return undefined;
  const success = a.success === 'passed' ? a.success : (b.success ?? a.success);
  const score = Math.max(a.score ?? -1, b.score ?? -1);
  const place = b.place ?? a.place;
  // Of two places in one report the first was after what came before it.
  const { after } = a.place ? a : b;
  const seconds = (a.seconds ?? 0) + (b.seconds ?? 0);
  return {
    ...(success && { success }),
    ...(score >= 0 && { score }),
    ...(place && { place }),
    ...(after && { after }),
    ...(seconds > 0 && { seconds }),
    ...(interactions.length > 0 && { interactions }),
  };
}

/**
 * The package of a lesson, as learners get it. `id` names its files for good: a replaced package has another one. `origin` is
 * where it runs (`packageOrigin`). `bytes` are those of all its files.
 */
export const LessonPackage = z.object({
  id: z.uuid(),
  origin: z.string(),
  standard: z.enum(PACKAGE_STANDARDS),
  bytes: z.int(),
  /** The page that starts this lesson, below the package's folder: percent-encoded, with its query. */
  start: z.string(),
  /** What the manifest gives to the lesson (cmi.launch_data). */
  launchData: z.optional(z.string()),
  /** The score in percent from which it counts as passed: masteryscore, or the minimal measure of SCORM 2004. */
  passingScore: z.optional(z.number()),
  /** 0 to 1, of SCORM 2004: the progress measure from which it counts as completed. */
  completionThreshold: z.optional(z.number()),
  /** Hosts outside that its author allows it to reach. */
  hosts: z.optional(z.array(z.string())),
  /** Whether it may open windows of its own. */
  popups: z.optional(z.boolean()),
});
export type LessonPackage = z.infer<typeof LessonPackage>;

/**
 * The origin of a package's pages. `template` is `LessonPackage.origin`: 'https://content.example.org', with a star in place of
 * the package where each has an origin of its own ('https://*.content.example.org'), or a port alone (':3001') of the app's host.
 */
export function packageOrigin(template: string, packageId: string, appOrigin: string): string {
  if (!template.startsWith(':')) return template.replace('*', packageId);
  const { protocol, hostname } = new URL(appOrigin);
  return `${protocol}//${hostname}${template}`;
}

/**
 * Response of GET /api/lessons/{id}/package/files, for whoever may take the lesson. A file is at `{origin}{base}{path}`, and a device
 * keeps it as `/p/{id}/{path}`, because the ticket in `base` ends. Paths are percent-encoded and begin without a slash.
 */
export const PackageFiles = z.object({
  id: z.uuid(),
  /** '/p/{ticket}/{id}/'. */
  base: z.string(),
  /** ISO 8601, by the server's clock. */
  ticketEndsAt: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.int(), etag: z.string() })),
});
export type PackageFiles = z.infer<typeof PackageFiles>;

/** The pages of the second origin besides packages: the player, which also keeps packages, and the worker of the whole origin. */
export const PLAYER_PATH = '/player.html';
export const PLAYER_WORKER_PATH = '/worker.js';

/**
 * Content-Security-Policy of a package's files, said by the server and again by the second origin's worker. `ancestors` are the
 * app's origins.
 */
export function packagePolicy(hosts: readonly string[], ancestors: string): string {
  const outside = hosts.map((host) => ` https://${host}`).join('');
  return [
    `default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'${outside}`,
    `connect-src 'self' data: blob:${outside}`,
    "base-uri 'self'",
    `form-action 'self'`,
    `frame-ancestors 'self' ${ancestors}`,
  ].join('; ');
}

// Between the app and the second origin. The app makes a MessageChannel and sends one end with the first message, by postMessage to
// the frame; all others go over the port. Whatever comes out of the second origin is a stranger's: the app parses it.

/** App to frame, with the port: play this package. */
export type PlayMessage = {
  groundwork: 'play';
  package: LessonPackage;
  /** '/p/{ticket}/{id}/', or '/p/-/{id}/' for what the device keeps. */
  base: string;
  person: { id: string; name: string };
  state: PackageState | undefined;
  isCompleted: boolean;
  /** An author looks: nothing is reported. */
  isPreview: boolean;
};

/** App to frame, with the port: the frame keeps packages, and plays nothing. */
export type KeeperMessage = { groundwork: 'keeper' };

/** App to player. `end`: it will be closed, say the last. */
export type ToPlayer = { type: 'end' };

/** Player to app. */
export const FromPlayer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('report'), isCompleted: z.boolean(), report: PackageReport }),
  /** The package says that it is over (LMSFinish, Terminate), or `end` was obeyed. */
  z.object({ type: z.literal('finished') }),
  /** It does not start: its files are not here, or the ticket has ended. */
  z.object({ type: z.literal('failed'), reason: z.enum(['not_here', 'ticket', 'other']) }),
  /** The package wanted to keep more than 64 KB, and was told so. */
  z.object({ type: z.literal('too_large') }),
]);
export type FromPlayer = z.infer<typeof FromPlayer>;

/** App to keeper. `keep` goes on where it was broken off. */
export type ToKeeper =
  | { type: 'keep'; files: PackageFiles; policy: string }
  | { type: 'stop'; id: string }
  | { type: 'remove'; id: string }
  | { type: 'sizes' };

/** Keeper to app. */
export const FromKeeper = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), id: z.uuid(), bytes: z.number() }),
  z.object({ type: z.literal('kept'), id: z.uuid() }),
  z.object({ type: z.literal('removed'), id: z.uuid() }),
  z.object({
    type: z.literal('failed'),
    id: z.uuid(),
    reason: z.enum(['offline', 'ticket', 'storage', 'other']),
  }),
  z.object({
    type: z.literal('sizes'),
    packages: z.array(z.object({ id: z.uuid(), bytes: z.number(), isWhole: z.boolean() })),
    usage: z.optional(z.number()),
    quota: z.optional(z.number()),
  }),
]);
export type FromKeeper = z.infer<typeof FromKeeper>;

// Taking one in.

/** What a reader finds in a package, and what will not work of it. */
export const PACKAGE_NOTES = [
  'prerequisites',
  'navigation',
  'objectives',
  'organizations',
  'flash',
  'outside',
] as const;
export type PackageNote = (typeof PACKAGE_NOTES)[number];

/** Response of POST /api/admin/courses/{id}/packages/read: what would be taken. */
export const PackageProposal = z.object({
  title: z.string(),
  standard: z.enum(PACKAGE_STANDARDS),
  /** As the manifest says it: '1.2', 'CAM 1.3', '2004 4th Edition'; empty for HTML5. */
  version: z.string(),
  /** Each becomes a lesson; several become a module. */
  items: z.array(z.object({ title: z.string(), start: z.string() })),
  files: z.int(),
  bytes: z.int(),
  notes: z.array(z.object({ note: z.enum(PACKAGE_NOTES), detail: z.optional(z.string()) })),
  /** Hosts outside that its pages name. */
  hosts: z.array(z.string()),
});
export type PackageProposal = z.infer<typeof PackageProposal>;

const FilePath = z.string().check(z.minLength(1), z.maxLength(500));

/** Body of POST /api/admin/courses/{id}/packages/read: the upload that POST /api/videos/signed-upload began for a `package`. */
export const SentPackage = z.object({ filePath: FilePath });

/** Body of POST /api/admin/courses/{id}/packages (201), and, without a place, of PUT /api/admin/lessons/{id}/package, which replaces the files. */
export const NewPackage = z.object({ filePath: FilePath, moduleId: z.nullish(Id) });

const HOST = /^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/;

/** Body of PATCH /api/admin/lessons/{id}/package. */
export const PackageChange = z.object({
  hosts: z
    .array(
      z
        .string()
        .check(z.trim(), z.toLowerCase(), z.maxLength(253), z.regex(HOST, 'Enter hosts such as media.example.org.')),
    )
    .check(z.maxLength(PACKAGE_HOSTS_LIMIT, `A package can reach at most ${PACKAGE_HOSTS_LIMIT} hosts.`)),
  popups: z.boolean(),
});
