// Reads the environment once, at start. An invalid value stops the start with one sentence that names the variable.
import { join, resolve } from 'node:path';
import { findMistyped } from './mistyped-settings.ts';
import { ENVIRONMENT_VARIABLES, type LogLevel, Variables } from './settings.ts';
import { LANGUAGES_HERE } from './words/languages.ts';

/** A reason why the server cannot start that its operator can remove; the message is the sentence to print. */
export class StartupError extends Error {
  override name = 'StartupError';
}

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

/** Everything an operator can set; docs/operations/settings.md says what each means. `publicUrl` has no trailing slash. */
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
  /** How many invented people move in with it; 0 for none. */
  samplePeople: number;
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
  /** What people can choose from, and what those get who have chosen nothing. */
  languages: readonly string[];
  defaultLanguage: string;
  logLevel: LogLevel;
}

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
    samplePeople:
      set.NODE_ENV === 'production' || identity.kind === 'hosted' ? 0 : (set.SAMPLE_PEOPLE ?? defaultPeople(set)),
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
    ...languageSettings(set),
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

/** Tests count their own people. */
const defaultPeople = ({ NODE_ENV }: Variables) => (NODE_ENV === 'test' ? 0 : 124);

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

function languageSettings(set: Variables): Pick<Env, 'languages' | 'defaultLanguage'> {
  const languages = set.LANGUAGES ?? LANGUAGES_HERE;
  const fallback = languages.includes('en') ? 'en' : (languages[0] ?? 'en');
  const defaultLanguage = set.DEFAULT_LANGUAGE ?? fallback;
  if (!languages.includes(defaultLanguage)) throw new StartupError('DEFAULT_LANGUAGE must be one of LANGUAGES.');
  return { languages, defaultLanguage };
}

function mailSettings(set: Variables): Env['mail'] {
  if (!set.SMTP_URL) return undefined;
  if (!set.MAIL_FROM) throw new StartupError('MAIL_FROM must be set when SMTP_URL is.');
  return { smtpUrl: set.SMTP_URL, from: set.MAIL_FROM };
}
