// What the composition root gives to every room. The interfaces stand here and rooms implement them, so that no room
// depends on another one for a type alone.
import type { HttpBindings } from '@hono/node-server';
import type { AuthClient } from '@supabase/supabase-js';
import type { CryptoKey, JSONWebKeySet } from 'jose';
import type { SignUps } from '#sync/contract/server.ts';
import type { ResumableTarget } from '#sync/contract/video.ts';
import type { Db } from './db/client.ts';
import type { Env } from './env.ts';
import type { Actor } from './permissions.ts';
import type { LogLevel } from './settings.ts';

/** What the composition root (`main.ts`, or a test) gives to every room; routes find it as `c.var.deps`. */
export interface Deps {
  env: Env;
  db: Db;
  log: Log;
  identity: Identity;
  /** The auth service as this server calls it. */
  accounts: Accounts;
  rateLimits: RateLimits;
  /** Does all work that waits. */
  queue: Queue;
  /** Videos and pictures: `await openMedia(env)`. */
  media: Media;
  /** The product's version, as health and config report it. */
  version: string;
  /** The commit that was built, with '-dirty' where it had changes; undefined from the sources, and where there was no git. */
  commit: string | undefined;
  /** The server's clock; tests set it. */
  now: () => Date;
  /** Changed by the process alone. Stopping: it answers what comes, and no connection is kept after its answer. */
  lifecycle: { isStopping: boolean };
  /** Undefined without METRICS_TOKEN. */
  metrics: Metrics | undefined;
}

/**
 * What every route finds in its Hono context: `deps` (database, settings, clock, log), the id of this request, and who sent it
 * as soon as that is known, for log and audit only.
 * Bindings are empty when a test calls the app in process.
 */
export interface Http {
  Variables: {
    deps: Deps;
    requestId: string;
    actorId?: string;
    /** Repeats the check of the sender's right, by the rights that they have now; set behind `requireActor` and its like. */
    judgeAgain?: () => Promise<void>;
  };
  Bindings: Partial<HttpBindings>;
}

/** What an act on many needs, which may be a job (decision 345). */
export type ActDeps = Pick<Deps, 'db' | 'env' | 'queue'>;

/** What changes media: their rows and their files, and tells of what is left behind. */
export type MediaDeps = Pick<Deps, 'db' | 'media' | 'log'>;

export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** Writes one line per event; never give it a token, a password or a query string. */
export type Log = Record<Exclude<LogLevel, 'silent'>, (event: string, fields?: LogFields) => void>;

export interface RateLimitRule {
  /** Keeps the counts of different rules apart, such as 'password by address'. */
  name: string;
  limit: number;
  windowSeconds: number;
}

/** Wrong tries at a secret: the first ones are free, then each has to wait longer than the one before. */
export interface SlowdownRule {
  name: string;
  /** How many wrong tries nobody has to wait after. */
  free: number;
  /** Seconds to wait after the last free try, and after each one that follows; the last wait repeats. */
  waits: number[];
  /** Seconds after the last wrong try until all are forgotten. */
  forgetSeconds: number;
}

export interface RateLimits {
  /** Counts one try for `key`; returns the seconds to wait when it was one too many, else 0. */
  count(rule: RateLimitRule, key: string): Promise<number>;
  /** Seconds until `key` may try again; 0 when it may now. Counts nothing. */
  waitLeft(rule: SlowdownRule, key: string): Promise<number>;
  /** Counts one wrong try of `key`, or one whose outcome is not known yet. While it has to wait: the seconds, and no count. */
  slowDown(rule: SlowdownRule, key: string): Promise<number>;
  /** Forgets the tries of `key`, for instance after a correct password. */
  reset(rule: Pick<SlowdownRule, 'name'>, key: string): Promise<void>;
}

/** The work that waits, by its kinds (queue/queue.ts). */
export interface Queue {
  /** Looks for what waits of a kind, in the background; called after each commit that left something to do. */
  wake(kind: string): void;
  /** Looks for all kinds, now and each few seconds. */
  start(): Promise<void>;
  /** Resolves when nothing is under way. */
  rest(): Promise<void>;
  /** Begins nothing more, and resolves when nothing is under way. */
  stop(): Promise<void>;
  /** Of each kind, how many wait, since when, how many were given up, and how much of it pauses after a failure. */
  backlog(): Promise<Backlog[]>;
}

export interface Backlog {
  kind: string;
  failing: number;
  waiting?: number;
  oldest?: Date | null;
  givenUp?: number;
}

/** What this process counts for GET /metrics. */
export interface Metrics {
  contentType: string;
  /** The whole page. */
  read(): Promise<string>;
  /** The status of each operation of a device's batch. */
  countOperations(statuses: number[]): void;
  countRequest(labels: { method: string; route: string; status: number }, seconds: number): void;
}

export interface SigningKeys {
  kid: string;
  signingKey: CryptoKey;
  /** The public halves of the current key and the one before it. */
  jwks: JSONWebKeySet;
  /** Seals the cookies of known devices; changes with the signing key. */
  deviceKey: Uint8Array;
}

/** What only the embedded service has. */
export interface Embedded {
  keys: SigningKeys;
  /** The key of the admin endpoints. */
  secretKey: string;
  issuer: string;
}

/** What we read of an access token. `user_metadata` is written by the person: it may name them, but gives no right. */
export interface Claims {
  sub: string;
  session_id: string;
  role: 'authenticated';
  email: string;
  /** Unix seconds. */
  exp: number;
  is_anonymous?: false | undefined;
  /** 'aal2' after the second step of a sign-in. */
  aal?: string | undefined;
  /** How and when the person proved who they are; times in unix seconds. */
  amr?: unknown;
  user_metadata?: Record<string, unknown> | undefined;
}

/** The claims of a valid token. Refuses with `token_expired` or `not_authenticated`. */
export type VerifyAccessToken = (token: string) => Promise<Claims>;

export interface Identity {
  /** Whether people may sign up, as last read by `readSettings`; 'open' before that. */
  signUps(): SignUps;
  /** Reads a hosted project's settings, or our signing keys; false when it is to be called again in a minute. Never rejects. */
  readSettings(): Promise<boolean>;
  /** Present when accounts live in our own database. */
  embedded: Embedded | undefined;
  /** The claims of a valid access token, else a refusal. Does not check whether the session still exists. */
  verify: VerifyAccessToken;
  /**
   * The person behind an access token. Refuses bad tokens, ended sessions and banned people with 401. `isSync`: a call by
   * which a device sends work, which waits for no question to a hosted project, and for no second step.
   */
  authenticate(token: string, isSync?: boolean): Promise<Actor>;
}

/** A person who is to get an account, and the browser that asked for it. */
export interface Applicant {
  email: string;
  /** Stored as `user_metadata`. */
  data: Record<string, unknown>;
  /** Where the link of the mail leads. */
  redirectTo: string;
  /** The address of the browser, for the service's limits. Nothing else of that browser is passed on. */
  ip: string;
}

/** Every verb refuses with `rate_limited`, `unavailable`, or `validation_failed` naming the field. */
export interface Accounts {
  /** Makes and changes accounts with the secret key; undefined for a hosted project whose secret key is not set. */
  admin: InstanceType<typeof AuthClient>['admin'] | undefined;
  /**
   * Signs someone up; the service mails the link, or nothing where accounts are 'ready' without one. 'exists' when the
   * address has an account already.
   */
  signUp(applicant: Applicant & { password: string }): Promise<'mailed' | 'ready' | 'exists'>;
  /**
   * Creates an account by invitation. Returns the token and code of a link for our own mail, 'exists' when the address has an
   * account already, or 'mailed' when the service mailed the link itself because we hold no secret key.
   */
  invite(applicant: Applicant): Promise<{ token: string; code: string; type: string } | 'exists' | 'mailed'>;
  /** A one-time link into the account of a person without an address, which is made where there is none yet. Refuses `cards_not_configured`, too. */
  linkFor(person: { id: string; name: string }): Promise<{ tokenHash: string; type: string }>;
  /** Ends all sign-ins of a person, and their password; does nothing where there is no account. Refuses as `linkFor`. */
  endWaysIn(userId: string): Promise<void>;
  /** Removes all authenticators of a person; returns how many were in use. Refuses `two_step_not_configured`, too. */
  removeFactors(userId: string): Promise<number>;
  /** When the newest authenticator in use was added; undefined without one. Refuses as `removeFactors`. */
  newestFactor(userId: string): Promise<Date | undefined>;
  /** Those of the newest 10,000 accounts whose address is not confirmed; undefined where we hold no secret key. */
  unconfirmed(): Promise<UnconfirmedAccount[] | undefined>;
  /** Mails the link of a sign-up again; returns its address. Refuses `user_not_found` for whoever has confirmed. */
  confirmAgain(account: Pick<Applicant, 'redirectTo' | 'ip'> & { id: string }): Promise<string>;
}

/** Someone who has signed up and never followed the link of the mail. */
export interface UnconfirmedAccount {
  id: string;
  email: string;
  createdAt: Date;
}

/** An address that accepts one file, and the token that its sender presents. */
export interface SignedTarget {
  uploadUrl: string;
  token: string;
  /** Never later than requested. */
  expiresAt: Date;
  /** Where the storage itself takes files by tus. */
  resumable?: ResumableTarget;
}

export interface TargetRequest {
  uploadId: string;
  key: string;
  expiresAt: Date;
  /** In bytes, when the sender announced it. */
  size: number | undefined;
  contentType: string;
}

/**
 * Refuses what the storage refuses: `bucket_not_found`, `file_too_large`, `file_type_refused`, `upload_already_used`,
 * `upload_expired`, `storage_not_configured`, and `media_not_found` for bytes that are gone.
 */
export interface MediaStorage {
  /** A signed address to which a browser sends a file by PUT. */
  createUploadTarget(wanted: TargetRequest): Promise<SignedTarget>;
  /** Moves a file of this machine to its place under a key. */
  put(key: string, file: { path: string; contentType: string }): Promise<void>;
  /** Size in bytes, undefined when nothing is stored under this key. */
  stat(key: string): Promise<number | undefined>;
  /** The bytes from `start` to `end`, both included, as a stream that closes its file when cancelled. */
  read(key: string, start: number, end: number): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** Where a file lies on this machine; undefined when it lies elsewhere. */
  localPath(key: string): string | undefined;
  /** Deletes a file; a missing one is no failure. */
  remove(key: string): Promise<void>;
  /** Creates the place for media where it is missing; returns a sentence for the person who asked. */
  ensureBucket(): Promise<string>;
}

/** What a video file holds. */
export interface VideoFacts {
  /** As ffmpeg calls it: h264, hevc, prores, ... */
  codec: string;
  pixelFormat: string;
  /** As they are shown: a phone that was held upright has a small width. */
  width: number;
  height: number;
  /** Null without a sound track. */
  audio: string | null;
  seconds: number | undefined;
}

/** Makes videos for phones and tablets. Every verb rejects when `signal` is aborted or the work takes too long. */
export interface Converter {
  /** What holds it (media/cage.ts). */
  cage?: 'namespaces' | 'limits';
  /** Undefined when the file is no video that can be read. */
  probe(path: string, signal: AbortSignal): Promise<VideoFacts | undefined>;
  /** Writes a JPEG of the video's first seconds. */
  poster(from: string, to: string, work: { facts: VideoFacts; signal: AbortSignal }): Promise<void>;
  /** Writes an MP4 for phones: H.264 and AAC, at most 720 lines, without the place where it was taken. */
  convert(from: string, to: string, work: { facts: VideoFacts; signal: AbortSignal }): Promise<void>;
}

/** An installation's media: their storage, and the key that signs tickets for them. */
export interface Media {
  storage: MediaStorage;
  /** Undefined where ffmpeg is not installed. */
  converter: Converter | undefined;
  ticketKey: Uint8Array;
  /** A folder for incomplete files, on the same disk as complete ones. */
  incoming: string;
  /** Tests lower them. */
  limits: { maxBytes: number; stallMs: number; organizationBytes: number };
}
