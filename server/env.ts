// Reads the environment once, at start. An invalid value stops the start with one sentence that names the variable.
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { findMistyped } from './mistyped-settings.ts';

/** A reason why the server cannot start that its operator can remove; the message is the sentence to print. */
export class StartupError extends Error {
  override name = 'StartupError';
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where people's accounts live: in our own database, or in a hosted Supabase project. */
export type IdentitySettings =
  | { kind: 'embedded'; secretKey: string | undefined; oidc: OidcSettings | undefined }
  | {
      kind: 'hosted';
      url: string;
      publishableKey: string;
      secretKey: string | undefined;
      jwtSecret: string | undefined;
    };

/** The OpenID Connect provider that the embedded service signs people in by (decision 280). */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Whether people without an account get one, also without an invitation. */
  createsPeople: boolean;
  /** Those of the addresses that may sign in for the first time; empty for any. */
  domains: string[];
  /** The claim that names the organization. */
  organizationClaim: string | undefined;
  /** Values of that claim for which an organization has another slug or name. */
  organizations: Record<string, string>;
}

/** The learning record store that is told what people do (decision 281). */
export interface RecordStore {
  /** Without a slash at its end. */
  endpoint: string;
  key: string;
  secret: string;
}

/** Everything an operator can set; the table in docs/operations.md says what each means. `publicUrl` has no trailing slash. */
export interface Env {
  port: number;
  host: string;
  publicUrl: string;
  /** Patterns of further addresses that a sign-in link may lead to (identity/redirects.ts). */
  allowedRedirects: string[];
  dataDir: string;
  databaseUrl: string;
  identity: IdentitySettings;
  /** The provider of the button 'Continue with {name}', by the id that the auth service's clients give it. */
  provider: { id: string; name: string } | undefined;
  storage: 'disk' | 'supabase';
  /** What the media of one organization may take; undefined for no limit. */
  organizationMediaBytes: number | undefined;
  /** The path of ffmpeg, or 'off'; undefined to look for it on the PATH. */
  ffmpeg: string | undefined;
  mail: { smtpUrl: string; from: string } | undefined;
  production: boolean;
  /** Browsers use https for every host below ours too. */
  hstsSubdomains: boolean;
  sampleContent: boolean;
  demoPassword: string | undefined;
  /** Other hosts whose pictures and videos lessons may show; '*.' at the start is every host below. */
  mediaHosts: string[];
  partners: Record<string, { name: string; courseId: number }>;
  /** Days after which a session of the embedded service ends: without use, and in any case. */
  sessions: { idleDays: number; maxDays: number };
  /** Days after which records are deleted; undefined for never. */
  retention: Record<'auditDays' | 'mailDays' | 'endedSessionDays' | 'databaseCopyDays', number | undefined>;
  /** Whose admin rights need the second step of a sign-in, whether their account has one or not. */
  twoStep: 'off' | 'super_admins' | 'admins';
  /** Sign-ups need no confirmation: only for closed networks, because anybody can claim any address. */
  autoconfirm: boolean;
  /** Whether browsers report their errors to the audit log. */
  browserReports: boolean;
  /** Whether tablets tell the admins of their people's organization how they are. */
  tabletReports: boolean;
  drainSeconds: number;
  /** Whether webhooks may lead to plain http and into private networks. */
  webhooksPrivate: boolean;
  xapi: RecordStore | undefined;
  metricsToken: string | undefined;
  trustProxy: number;
  rateLimitFactor: number;
  /** Whose calendar due dates follow, as an IANA name. */
  timeZone: string;
  /** How long after its issue a certificate keeps the name of an erased person. */
  erasedCertificatesMonths: number;
  logLevel: LogLevel;
}

const checked = (sentence: string, isRight: (text: string) => boolean) => z.string().check(z.refine(isRight, sentence));

const listed = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

const listOf = (sentence: string, isRight: (one: string) => boolean) =>
  z.pipe(
    checked(sentence, (text) => listed(text).every(isRight)),
    z.transform(listed),
  );

const wholeNumber = (least: number, most: number) =>
  z.pipe(
    checked(`must be a whole number from ${least} to ${most}`, (text) => {
      return /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;
    }),
    z.transform(Number),
  );

const aboveZero = z.pipe(
  checked('must be a number above 0', (text) => /^\d{1,9}(\.\d+)?$/.test(text) && Number(text) > 0),
  z.transform(Number),
);

const address = (schemes: string[], sentence: string) =>
  checked(sentence, (text) => schemes.some((scheme) => text.startsWith(scheme)) && URL.canParse(text));

const origin = (sentence: string) =>
  z.pipe(
    checked(sentence, (text) => {
      if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false;
      const { pathname, search, hash } = new URL(text);
      return pathname === '/' && search === '' && hash === '';
    }),
    z.transform((text: string) => new URL(text).origin),
  );

const onOff = z.pipe(
  checked('must be on or off', (text) => /^(on|off|true|false|1|0)$/i.test(text)),
  z.transform((text: string) => /^(on|true|1)$/i.test(text)),
);

function isTimeZone(text: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }));
  } catch {
    return false;
  }
}

/** A JSON object with values of one kind. */
function jsonObject<T>(value: z.ZodMiniType<T>, sentence: string) {
  const read = (text: string): Record<string, T> | undefined => {
    try {
      return z.record(z.string(), value).safeParse(JSON.parse(text)).data;
    } catch {
      return undefined;
    }
  };
  return z.pipe(
    checked(sentence, (text) => read(text) !== undefined),
    z.transform((text: string) => read(text) ?? {}),
  );
}

const filledText = z.string().check(z.minLength(1));

const partners = z.pipe(
  jsonObject(
    z.object({ name: filledText, courseId: z.int() }),
    'must be a JSON object such as {"training.example":{"name":"Example","courseId":1}}',
  ),
  z.transform((given) => Object.fromEntries(Object.entries(given).map(([host, one]) => [host.toLowerCase(), one]))),
);

const Variables = z.object({
  PORT: z.optional(wholeNumber(0, 65_535)),
  HOST: z.optional(checked('must be a host name or an address', (text) => /^[\w.:-]+$/.test(text))),
  PUBLIC_URL: z.optional(origin('must be an http or https address without a path')),
  ALLOWED_REDIRECTS: z.optional(
    listOf('must be a list of http or https addresses, separated by commas', (one) => /^https?:\/\/[^/]/.test(one)),
  ),
  DATA_DIR: z.optional(z.string()),
  DATABASE_URL: z.optional(
    checked('must be empty or begin with file: or postgres://', (text) => {
      return /^file:./.test(text) || (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text));
    }),
  ),
  SUPABASE_URL: z.optional(origin('must be the http or https address of a project, without a path')),
  SUPABASE_PUBLISHABLE_KEY: z.optional(z.string()),
  SUPABASE_ANON_KEY: z.optional(z.string()),
  SUPABASE_SECRET_KEY: z.optional(checked('must have at least 16 characters', (text) => text.length >= 16)),
  SUPABASE_JWT_SECRET: z.optional(checked('must have at least 32 characters', (text) => text.length >= 32)),
  STORAGE: z.optional(z.enum(['disk', 'supabase'], 'must be disk or supabase')),
  ORGANIZATION_MEDIA_GB: z.optional(aboveZero),
  FFMPEG: z.optional(z.string()),
  SMTP_URL: z.optional(address(['smtp://', 'smtps://'], 'must begin with smtp:// or smtps://')),
  MAIL_FROM: z.optional(checked('must be an email address', (text) => /^[^@]+@[^@]+$/.test(text))),
  NODE_ENV: z.optional(z.enum(['production', 'development', 'test'], 'must be production, development or test')),
  HSTS_SUBDOMAINS: z.optional(onOff),
  SAMPLE_CONTENT: z.optional(onOff),
  DEMO_PASSWORD: z.optional(
    checked('must have 8 to 72 characters', (text) => text.length >= 8 && Buffer.byteLength(text) <= 72),
  ),
  MEDIA_HOSTS: z.optional(
    listOf('must be a list of host names such as cdn.example or *.example, separated by commas', (one) =>
      /^(\*\.)?[a-z\d-]+(\.[a-z\d-]+)*(:\d+)?$/i.test(one),
    ),
  ),
  PARTNERS: z.optional(partners),
  SESSION_IDLE_DAYS: z.optional(wholeNumber(1, 36_500)),
  SESSION_MAX_DAYS: z.optional(wholeNumber(1, 36_500)),
  AUDIT_LOG_DAYS: z.optional(wholeNumber(1, 36_500)),
  MAIL_LOG_DAYS: z.optional(wholeNumber(1, 36_500)),
  ENDED_SESSION_DAYS: z.optional(wholeNumber(1, 36_500)),
  DATABASE_COPY_DAYS: z.optional(wholeNumber(1, 36_500)),
  TWO_STEP: z.optional(z.enum(['off', 'super_admins', 'admins'], 'must be off, super_admins or admins')),
  AUTOCONFIRM: z.optional(onOff),
  OIDC_NAME: z.optional(checked('must have at most 40 characters', (text) => text.length <= 40)),
  OIDC_ISSUER: z.optional(
    checked('must be an https address (http only on this machine)', (text) => {
      return URL.canParse(text) && /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$))/.test(text);
    }),
  ),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_CREATE_PEOPLE: z.optional(onOff),
  OIDC_DOMAINS: z.optional(
    listOf('must be a list of domains such as acme.example, separated by commas', (one) =>
      /^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(one),
    ),
  ),
  OIDC_ORGANIZATION_CLAIM: z.optional(z.string()),
  OIDC_ORGANIZATIONS: z.optional(jsonObject(filledText, 'must be a JSON object such as {"4711":"acme"}')),
  OIDC_PROVIDER: z.optional(z.string()),
  BROWSER_REPORTS: z.optional(onOff),
  TABLET_REPORTS: z.optional(onOff),
  WEBHOOKS_PRIVATE: z.optional(onOff),
  XAPI_ENDPOINT: z.optional(
    address(['http://', 'https://'], 'must be the http or https address of a learning record store'),
  ),
  XAPI_KEY: z.optional(z.string()),
  XAPI_SECRET: z.optional(z.string()),
  METRICS_TOKEN: z.optional(checked('must have at least 16 characters', (text) => text.length >= 16)),
  DRAIN_SECONDS: z.optional(wholeNumber(0, 600)),
  TRUST_PROXY: z.optional(wholeNumber(0, 100)),
  RATE_LIMIT_FACTOR: z.optional(aboveZero),
  ERASED_CERTIFICATES_MONTHS: z.optional(wholeNumber(0, 1200)),
  TIME_ZONE: z.optional(checked('must be the name of a time zone such as Europe/Berlin', isTimeZone)),
  LOG_LEVEL: z.optional(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)),
});
type Variables = z.infer<typeof Variables>;

/** Every variable that `readEnv` knows, in the order of the table in docs/operations.md. */
export const ENVIRONMENT_VARIABLES: readonly string[] = Object.keys(Variables.def.shape);

/**
 * The settings of this installation. An empty variable counts as not set.
 * Throws `StartupError` at the first invalid value.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const filled = Object.fromEntries(Object.entries(source).filter(([, text]) => text?.trim()));
  const parsed = Variables.safeParse(filled);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartupError(`${String(issue?.path[0])} ${issue?.message}.`);
  }
  const mistyped = findMistyped(Object.keys(filled), ENVIRONMENT_VARIABLES);
  if (mistyped) throw new StartupError(`${mistyped.given} is not a setting. Did you mean ${mistyped.meant}?`);
  const set = parsed.data;
  const production = set.NODE_ENV === 'production';
  // Links in mails would lead to the reader's own machine.
  if (production && !set.PUBLIC_URL) throw new StartupError('PUBLIC_URL must be set when NODE_ENV is production.');
  const port = set.PORT ?? 3000;
  const dataDir = resolve(set.DATA_DIR ?? './data');
  const identity = identitySettings(set);
  return {
    port,
    host: set.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: set.PUBLIC_URL ?? `http://localhost:${port}`,
    allowedRedirects: set.ALLOWED_REDIRECTS ?? [],
    dataDir,
    databaseUrl: set.DATABASE_URL ?? `file:${join(dataDir, 'groundwork.db')}`,
    identity,
    provider: providerSetting(set, identity),
    storage: storageSetting(set, identity),
    organizationMediaBytes: set.ORGANIZATION_MEDIA_GB && Math.round(set.ORGANIZATION_MEDIA_GB * 1e9),
    ffmpeg: set.FFMPEG,
    mail: mailSettings(set),
    production,
    hstsSubdomains: set.HSTS_SUBDOMAINS ?? false,
    sampleContent: set.SAMPLE_CONTENT ?? !production,
    demoPassword: set.DEMO_PASSWORD,
    mediaHosts: set.MEDIA_HOSTS?.map((one) => one.toLowerCase()) ?? [],
    partners: set.PARTNERS ?? {},
    sessions: { idleDays: set.SESSION_IDLE_DAYS ?? 90, maxDays: set.SESSION_MAX_DAYS ?? 365 },
    retention: {
      auditDays: set.AUDIT_LOG_DAYS,
      mailDays: set.MAIL_LOG_DAYS ?? 365,
      endedSessionDays: set.ENDED_SESSION_DAYS ?? 30,
      databaseCopyDays: set.DATABASE_COPY_DAYS,
    },
    twoStep: set.TWO_STEP ?? 'off',
    autoconfirm: set.AUTOCONFIRM ?? false,
    browserReports: set.BROWSER_REPORTS ?? true,
    tabletReports: set.TABLET_REPORTS ?? true,
    webhooksPrivate: set.WEBHOOKS_PRIVATE ?? !production,
    xapi: storeSetting(set),
    metricsToken: set.METRICS_TOKEN,
    drainSeconds: set.DRAIN_SECONDS ?? (production ? 5 : 0),
    trustProxy: set.TRUST_PROXY ?? 0,
    rateLimitFactor: set.RATE_LIMIT_FACTOR ?? 1,
    erasedCertificatesMonths: set.ERASED_CERTIFICATES_MONTHS ?? 0,
    timeZone: set.TIME_ZONE ?? 'UTC',
    logLevel: set.LOG_LEVEL ?? 'info',
  };
}

function identitySettings(set: Variables): IdentitySettings {
  const publishableKey = set.SUPABASE_PUBLISHABLE_KEY ?? set.SUPABASE_ANON_KEY;
  if (set.SUPABASE_URL === undefined) {
    if (set.SUPABASE_JWT_SECRET) throw new StartupError('SUPABASE_JWT_SECRET is only for a hosted SUPABASE_URL.');
    return { kind: 'embedded', secretKey: set.SUPABASE_SECRET_KEY, oidc: oidcSettings(set) };
  }
  if (set.AUTOCONFIRM) throw new StartupError('AUTOCONFIRM is only for the embedded auth service.');
  if (!publishableKey) throw new StartupError('SUPABASE_PUBLISHABLE_KEY must be set when SUPABASE_URL is.');
  return {
    kind: 'hosted',
    url: set.SUPABASE_URL,
    publishableKey,
    secretKey: set.SUPABASE_SECRET_KEY,
    jwtSecret: set.SUPABASE_JWT_SECRET,
  };
}

const oidcNames = (set: Variables) => Object.keys(set).filter((name) => name.startsWith('OIDC_'));

function oidcSettings(set: Variables): OidcSettings | undefined {
  if (set.OIDC_PROVIDER) throw new StartupError('OIDC_PROVIDER is only for a hosted SUPABASE_URL.');
  if (!set.OIDC_ISSUER) {
    const [alone] = oidcNames(set);
    if (alone) throw new StartupError(`OIDC_ISSUER must be set when ${alone} is.`);
    return undefined;
  }
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const)
    if (!set[name]) throw new StartupError(`${name} must be set when OIDC_ISSUER is.`);
  if (set.OIDC_ORGANIZATIONS && !set.OIDC_ORGANIZATION_CLAIM) {
    throw new StartupError('OIDC_ORGANIZATION_CLAIM must be set when OIDC_ORGANIZATIONS is.');
  }
  // Whoever signed up with another person's address would share the account with them.
  if (set.AUTOCONFIRM) throw new StartupError('OIDC_ISSUER cannot be set while AUTOCONFIRM is on.');
  return {
    issuer: set.OIDC_ISSUER,
    clientId: set.OIDC_CLIENT_ID ?? '',
    clientSecret: set.OIDC_CLIENT_SECRET ?? '',
    createsPeople: set.OIDC_CREATE_PEOPLE ?? true,
    domains: set.OIDC_DOMAINS?.map((one) => one.toLowerCase()) ?? [],
    organizationClaim: set.OIDC_ORGANIZATION_CLAIM,
    organizations: set.OIDC_ORGANIZATIONS ?? {},
  };
}

function providerSetting(set: Variables, identity: IdentitySettings): Env['provider'] {
  const { OIDC_NAME: name, OIDC_PROVIDER: id } = set;
  if (identity.kind === 'embedded') return identity.oidc && name ? { id: 'custom:oidc', name } : undefined;
  const foreign = oidcNames(set).find((one) => one !== 'OIDC_NAME' && one !== 'OIDC_PROVIDER');
  if (foreign) throw new StartupError(`${foreign} is only for the embedded auth service: set it up at the project.`);
  if (Boolean(id) !== Boolean(name)) throw new StartupError('OIDC_PROVIDER and OIDC_NAME must be set together.');
  return id && name ? { id, name } : undefined;
}

function storageSetting(set: Variables, identity: IdentitySettings): Env['storage'] {
  const canBeHosted = identity.kind === 'hosted' && identity.secretKey !== undefined;
  if (set.STORAGE === 'supabase' && !canBeHosted) {
    throw new StartupError('STORAGE can be supabase only with SUPABASE_URL and SUPABASE_SECRET_KEY set.');
  }
  return set.STORAGE ?? (canBeHosted ? 'supabase' : 'disk');
}

function storeSetting(set: Variables): RecordStore | undefined {
  const { XAPI_ENDPOINT: endpoint, XAPI_KEY: key, XAPI_SECRET: secret } = set;
  if (endpoint && key && secret) return { endpoint: endpoint.replace(/\/+$/, ''), key, secret };
  if (endpoint || key || secret)
    throw new StartupError('XAPI_ENDPOINT, XAPI_KEY and XAPI_SECRET must be set together.');
  return undefined;
}

function mailSettings(set: Variables): Env['mail'] {
  if (!set.SMTP_URL) return undefined;
  if (!set.MAIL_FROM) throw new StartupError('MAIL_FROM must be set when SMTP_URL is.');
  return { smtpUrl: set.SMTP_URL, from: set.MAIL_FROM };
}
