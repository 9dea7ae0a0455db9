// What the composition root gives to every room. The interfaces stand here and rooms implement them, so that no room
// depends on another one for a type alone.
import type { AuthClient } from '@supabase/supabase-js';
import type { CryptoKey, JSONWebKeySet } from 'jose';
import type { Db } from './db/client.ts';
import type { Env, LogLevel } from './env.ts';
import type { Actor } from './permissions.ts';

/** What the composition root (`main.ts`, or a test) gives to every room; routes find it as `c.var.deps`. */
export interface Deps {
  env: Env;
  db: Db;
  log: Log;
  identity: Identity;
  /** The auth service as this server speaks to it. */
  accounts: Accounts;
  rateLimits: RateLimits;
  /** Sends the mails that were queued in a unit of work. */
  mailer: Mailer;
  /** Videos and pictures: `await openMedia(env)`. */
  media: Media;
  /** The product's version, as health and config tell it. */
  version: string;
  /** The server's clock; tests turn it. */
  now: () => Date;
}

export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** Writes one line per event; never give it a token, a password or a query string. */
export type Log = Record<Exclude<LogLevel, 'silent'>, (event: string, fields?: LogFields) => void>;

export interface RateLimitRule {
  /** Keeps the rule's counts apart from those of others, such as 'password by address'. */
  name: string;
  limit: number;
  windowSeconds: number;
}

export interface RateLimits {
  /** Counts one try of `who`; answers the seconds to wait when it was one too many, else 0. */
  count(rule: RateLimitRule, who: string): Promise<number>;
  /** Forgets the tries of `who`, for instance after a right password. */
  forget(rule: RateLimitRule, who: string): Promise<void>;
}

export interface Mailer {
  /** Sends what waits, in the background; called after each commit that queued a mail, and at the start. */
  flush(): void;
  /** Resolves when nothing is being sent, and sends nothing more. */
  stop(): Promise<void>;
}

export interface SigningKeys {
  kid: string;
  signingKey: CryptoKey;
  /** The public halves of the current key and the one before it. */
  jwks: JSONWebKeySet;
}

/** What only the embedded service has. */
export interface Embedded {
  keys: SigningKeys;
  /** The key of the admin endpoints (I10). */
  secretKey: string;
  issuer: string;
}

/** What we read of an access token. `user_metadata` is written by the person: a name may come from it, a right never. */
export interface Claims {
  sub: string;
  session_id: string;
  role: 'authenticated';
  email: string;
  /** Unix seconds. */
  exp: number;
  is_anonymous?: false | undefined;
  user_metadata?: Record<string, unknown> | undefined;
}

/** The claims of a good token. Refuses with `token_expired` or `not_authenticated`. */
export type VerifyAccessToken = (token: string) => Promise<Claims>;

export interface Identity {
  /** Present when the accounts are our own. */
  embedded: Embedded | undefined;
  /** The claims of a good access token, else a refusal. Does not ask whether the session still lives. */
  verify: VerifyAccessToken;
  /** The person behind an access token. Refuses bad tokens, ended sessions and banned people with 401. */
  whoHolds(token: string): Promise<Actor>;
}

/** Somebody who is to get an account, and on whose behalf we ask. */
export interface Applicant {
  email: string;
  /** Kept as `user_metadata`. */
  data: Record<string, unknown>;
  /** Where the link of the mail leads. */
  redirectTo: string;
  /** The address of the browser that asked us, for the service's limits. Nothing else of that browser is passed on. */
  ip: string;
}

/** Every verb refuses with `rate_limited`, `unavailable`, or `validation_failed` naming the field. */
export interface Accounts {
  /** Makes and changes accounts with the secret key; undefined for a hosted project whose secret key is not set. */
  admin: InstanceType<typeof AuthClient>['admin'] | undefined;
  /** Signs somebody up; the service mails the link. 'exists' when the address has an account already. */
  signUp(applicant: Applicant & { password: string }): Promise<'mailed' | 'exists'>;
  /**
   * An account by invitation: the token of a link for our own mail, 'exists' when the address has an account already,
   * 'mailed' when the service had to mail the link itself because we hold no secret key.
   */
  invite(applicant: Applicant): Promise<{ token: string; type: string } | 'exists' | 'mailed'>;
}

/** A place that one file may be sent to, and what the sender has to show there. */
export interface Target {
  uploadUrl: string;
  token: string;
  /** Never later than what was asked for. */
  expiresAt: Date;
}

export interface TargetWanted {
  uploadId: string;
  key: string;
  expiresAt: Date;
  /** Bytes, when the sender said so. */
  size: number | undefined;
}

/**
 * Refuses what the place says no to: `bucket_not_found`, `file_too_large`, `file_type_refused`, `upload_already_used`,
 * `upload_expired`, `storage_not_configured`, and `media_not_found` for bytes that are gone.
 */
export interface MediaStorage {
  /** A signed address to which a browser sends a file by PUT. */
  createUploadTarget(wanted: TargetWanted): Promise<Target>;
  /** Puts a file of this machine under a key and takes it away from where it lay. */
  keep(key: string, file: { path: string; contentType: string }): Promise<void>;
  /** Size in bytes, undefined when nothing lies under this key. */
  stat(key: string): Promise<{ size: number } | undefined>;
  /** The bytes from `start` to `end`, both included, as a stream that ends its file when cancelled. */
  read(key: string, start: number, end: number): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** Takes a file away; one that is not there is no failure. */
  remove(key: string): Promise<void>;
  /** The SHA-256 in hex, worked out beside the requests; null where reading all of it back would cost too much. */
  sha256(key: string): Promise<string | null>;
  /** Makes the place for media where it is missing; answers a sentence for the person who asked. */
  ensureBucket(): Promise<string>;
}

/** An installation's media: where they lie, and the key that signs tickets for them. */
export interface Media {
  storage: MediaStorage;
  ticketKey: Uint8Array;
  /** A folder for files that are not whole yet, on the same disk as those that are. */
  arriving: string;
  /** Tests lower them. */
  limits: { maxBytes: number; stallMs: number };
  /** Settles when every film that was taken by now has been hashed. */
  hashing: Promise<void>;
}
