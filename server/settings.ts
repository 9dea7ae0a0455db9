// The variables of the environment: how each is read, and what is said when its value is wrong.
import * as z from 'zod/mini';
import { canonicalLanguage } from '#sync/contract/language.ts';
import { LANGUAGES_HERE } from './words/languages.ts';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

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

const samplePeople = z.pipe(
  checked('must be off or a whole number from 124 to 5000', (text) => {
    return /^off$/i.test(text) || (/^\d{3,4}$/.test(text) && Number(text) >= 124 && Number(text) <= 5000);
  }),
  z.transform((text: string) => Number(text) || 0),
);

const OFFERED = `must be one of ${LANGUAGES_HERE.join(', ')}`;
const isHere = (text: string) => LANGUAGES_HERE.includes(canonicalLanguage(text) ?? '');
const inForm = (text: string) => canonicalLanguage(text) ?? text;
const language = z.pipe(checked(OFFERED, isHere), z.transform(inForm));
const languages = z.pipe(
  listOf(`${OFFERED}, or several of them separated by commas`, isHere),
  z.transform((all: string[]) => [...new Set(all.map(inForm))]),
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

/**
 * Every variable. What stands above each, what it does and its default, is a row of docs/operations/settings.md,
 * which `npm run docs:settings` writes.
 */
export const Variables = z.object({
  /** Where the process listens. Default: 3000. */
  PORT: z.optional(wholeNumber(0, 65_535)),
  /** The address it listens at. Default: 127.0.0.1; 0.0.0.0 in production. */
  HOST: z.optional(checked('must be a host name or an address', (text) => /^[\w.:-]+$/.test(text))),
  /** The address in links, redirects and badges; must be set in production. Default: http://localhost:PORT. */
  PUBLIC_URL: z.optional(origin('must be an http or https address without a path')),
  /**
   * Further addresses that a sign-in link of the embedded auth service may lead to, separated by commas; `*` is one
   * part of an address, `**` is anything. Default: empty.
   */
  ALLOWED_REDIRECTS: z.optional(
    listOf('must be a list of http or https addresses, separated by commas', (one) => /^https?:\/\/[^/]/.test(one)),
  ),
  /** The folder of the SQLite file, the signing keys and the media of the disk driver. Default: ./data. */
  DATA_DIR: z.optional(z.string()),
  /** `file:...` or `postgres://...`; see [Databases](growing.md#databases). Default: empty = SQLite in DATA_DIR. */
  DATABASE_URL: z.optional(
    checked('must be empty or begin with file: or postgres://', (text) => {
      return /^file:./.test(text) || (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text));
    }),
  ),
  /** A hosted project ([supabase.md](../supabase.md)). Default: empty = embedded auth service. */
  SUPABASE_URL: z.optional(origin('must be the http or https address of a project, without a path')),
  /** The public key of the hosted project. Default: empty. */
  SUPABASE_PUBLISHABLE_KEY: z.optional(z.string()),
  /** The older name of SUPABASE_PUBLISHABLE_KEY. Default: empty. */
  SUPABASE_ANON_KEY: z.optional(z.string()),
  /**
   * Administration and storage of the hosted project; with the embedded service the key of its admin calls. Default:
   * empty.
   */
  SUPABASE_SECRET_KEY: z.optional(checked('must have at least 16 characters', (text) => text.length >= 16)),
  /** Only for hosted projects that still sign with HS256. Default: empty. */
  SUPABASE_JWT_SECRET: z.optional(checked('must have at least 32 characters', (text) => text.length >= 32)),
  /** Where media are stored. Default: disk; supabase for a hosted project with a secret key. */
  STORAGE: z.optional(z.enum(['disk', 'supabase'], 'must be disk or supabase')),
  /**
   * What the videos and pictures of one organization may take, in units of 1,000 MB; an upload that does not fit is
   * refused before it begins, and again when it has arrived. Default: no limit.
   */
  ORGANIZATION_MEDIA_GB: z.optional(aboveZero),
  /**
   * The path of ffmpeg, with ffprobe beside it, or `off`; see [Videos](growing.md#videos). Default: `ffmpeg` on the
   * PATH, if it is there.
   */
  FFMPEG: z.optional(z.string()),
  /** The [mail](mail-and-sign-in.md#mail) server, `smtp://...` or `smtps://...`. Default: empty = no mail is sent. */
  SMTP_URL: z.optional(address(['smtp://', 'smtps://'], 'must begin with smtp:// or smtps://')),
  /** The sender of mails; must be set with SMTP_URL. Default: empty. */
  MAIL_FROM: z.optional(checked('must be an email address', (text) => /^[^@]+@[^@]+$/.test(text))),
  /**
   * `production`, `development` or `test`; in production there are no demo accounts, no sample courses unless asked
   * for, no /dev/mail, but HSTS and a JSON log. Default: development.
   */
  NODE_ENV: z.optional(z.enum(['production', 'development', 'test'], 'must be production, development or test')),
  /** Browsers use https for a year for every host below this one too; only if all of them have it. Default: off. */
  HSTS_SUBDOMAINS: z.optional(onOff),
  /** Four sample courses in a database without courses. Default: on; off in production. */
  SAMPLE_CONTENT: z.optional(onOff),
  /**
   * The invented people that move in with the sample courses, so that every page has something to show: how many, at
   * least 124, or `off`; see [Sample people](install.md#sample-people). Default: 124; off in production, whatever is
   * set, and with hosted accounts.
   */
  SAMPLE_PEOPLE: z.optional(samplePeople),
  /** The password of the demo accounts, also of those that another start has made. Default: random, printed once. */
  DEMO_PASSWORD: z.optional(
    checked('must have 8 to 72 characters', (text) => text.length >= 8 && Buffer.byteLength(text) <= 72),
  ),
  /**
   * Other hosts whose pictures and videos lessons may show, separated by commas: `cdn.example`, or `*.example` for all
   * below it; from any other host a picture is a link. Default: empty.
   */
  MEDIA_HOSTS: z.optional(
    listOf('must be a list of host names such as cdn.example or *.example, separated by commas', (one) =>
      /^(\*\.)?[a-z\d-]+(\.[a-z\d-]+)*(:\d+)?$/i.test(one),
    ),
  ),
  /** Host name to `{ "name", "courseId" }`: a partner's own home page. Default: {}. */
  PARTNERS: z.optional(partners),
  /** Days without use after which a session of the embedded auth service ends. Default: 90. */
  SESSION_IDLE_DAYS: z.optional(wholeNumber(1, 36_500)),
  /** Days after which such a session ends in any case. Default: 365. */
  SESSION_MAX_DAYS: z.optional(wholeNumber(1, 36_500)),
  /** How long entries of the audit log are kept. Default: empty = for ever. */
  AUDIT_LOG_DAYS: z.optional(wholeNumber(1, 36_500)),
  /**
   * How long the list of mails is kept: recipient, subject and time; the text goes as soon as a mail is sent. Default:
   * 365.
   */
  MAIL_LOG_DAYS: z.optional(wholeNumber(1, 36_500)),
  /**
   * How long a session of the embedded auth service is kept after its end, with its address and browser. Default: 30.
   */
  ENDED_SESSION_DAYS: z.optional(wholeNumber(1, 36_500)),
  /**
   * How long copies of a SQLite file from before a migration are kept; the newest always stays. Default: empty = for
   * ever.
   */
  DATABASE_COPY_DAYS: z.optional(wholeNumber(1, 36_500)),
  /**
   * Whose admin rights need the second step of a sign-in: `off` (only people who set it up), `super_admins`, or
   * `admins` (org admins too); see [Two-step sign-in](mail-and-sign-in.md#two-step-sign-in). Default: off.
   */
  TWO_STEP: z.optional(z.enum(['off', 'super_admins', 'admins'], 'must be off, super_admins or admins')),
  /**
   * `on` lets people sign up without confirming their address, for closed networks without mail: **anybody can then
   * claim any address**; only with the embedded auth service; see [Mail](mail-and-sign-in.md#mail). Default: off.
   */
  AUTOCONFIRM: z.optional(onOff),
  /**
   * The provider as people know it, for 'Continue with ...'; see [Sign-in by a
   * provider](mail-and-sign-in.md#sign-in-by-a-provider). Default: empty = no button.
   */
  OIDC_NAME: z.optional(checked('must have at most 40 characters', (text) => text.length <= 40)),
  /**
   * An OpenID Connect provider; only with the embedded auth service and without AUTOCONFIRM. Default: empty = no
   * provider.
   */
  OIDC_ISSUER: z.optional(
    checked('must be an https address (http only on this machine)', (text) => {
      return URL.canParse(text) && /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$))/.test(text);
    }),
  ),
  /** What the provider knows this installation by. Default: empty. */
  OIDC_CLIENT_ID: z.optional(z.string()),
  /** The secret that the provider gave it. Default: empty. */
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  /** `off`: the provider makes accounts for the invited alone. Default: on. */
  OIDC_CREATE_PEOPLE: z.optional(onOff),
  /**
   * The domains of the addresses that may sign in by the provider for the first time, separated by commas. Default:
   * empty = any.
   */
  OIDC_DOMAINS: z.optional(
    listOf('must be a list of domains such as acme.example, separated by commas', (one) =>
      /^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(one),
    ),
  ),
  /**
   * The claim that names a person's organization by its slug or name, such as `groups` or `realm_access.roles`; of a
   * list the first that is known. Default: empty.
   */
  OIDC_ORGANIZATION_CLAIM: z.optional(z.string()),
  /** Values of that claim to slugs or names, such as `{"4711":"acme"}`. Default: {}. */
  OIDC_ORGANIZATIONS: z.optional(jsonObject(filledText, 'must be a JSON object such as {"4711":"acme"}')),
  /**
   * With a hosted project: the id of the provider that is set up there, such as `azure` or `custom:acme`. Default:
   * empty.
   */
  OIDC_PROVIDER: z.optional(z.string()),
  /**
   * Browsers report uncaught errors and failed saves to the audit log: where in the code, without what anybody typed or
   * read. Default: on.
   */
  BROWSER_REPORTS: z.optional(onOff),
  /**
   * Tablets tell the admins of an organization how they are: app version, browser, last contact, storage, how many
   * people are on it and how much work waits there. Default: on.
   */
  TABLET_REPORTS: z.optional(onOff),
  /**
   * `on` lets webhooks lead to plain http and to private addresses, such as those of this network: admins of
   * organizations can then make the server call what only it reaches. Default: on; off in production.
   */
  WEBHOOKS_PRIVATE: z.optional(onOff),
  /**
   * A learning record store that is told what people complete, such as `https://lrs.acme.example/xapi`; see [Learning
   * record store](../api.md#learning-record-store). Default: empty = no store.
   */
  XAPI_ENDPOINT: z.optional(
    address(['http://', 'https://'], 'must be the http or https address of a learning record store'),
  ),
  /** The name that the store knows this installation by. Default: empty. */
  XAPI_KEY: z.optional(z.string()),
  /** The password to it. Default: empty. */
  XAPI_SECRET: z.optional(z.string()),
  /**
   * The bearer token of `GET /metrics`, at least 16 characters; see [Metrics](growing.md#metrics). Default: empty = no
   * such address.
   */
  METRICS_TOKEN: z.optional(checked('must have at least 16 characters', (text) => text.length >= 16)),
  /**
   * How long a stopping process still answers, so that balancers and kept connections can leave it; see
   * [Start](install.md#start). Default: 0; 5 in production.
   */
  DRAIN_SECONDS: z.optional(wholeNumber(0, 600)),
  /**
   * How many proxies stand in front of the server; from them X-Forwarded-For, -Host and -Proto are believed. Default:
   * 0.
   */
  TRUST_PROXY: z.optional(wholeNumber(0, 100)),
  /** Multiplies every rate limit; tests and load runs raise it. Default: 1. */
  RATE_LIMIT_FACTOR: z.optional(aboveZero),
  /**
   * How many months after its issue a certificate keeps the name of a person who was erased; for organizations that
   * must be able to prove their training. Default: 0.
   */
  ERASED_CERTIFICATES_MONTHS: z.optional(wholeNumber(0, 1200)),
  /**
   * The time zone in which a due date ends for lists and reminders, such as Europe/Berlin; learners' devices go by
   * their own calendar. Default: UTC.
   */
  TIME_ZONE: z.optional(checked('must be the name of a time zone such as Europe/Berlin', isTimeZone)),
  /**
   * The languages that people can choose from, separated by commas: `en`, and any that has a file in `server/locales`. Default: all of them.
   */
  LANGUAGES: z.optional(languages),
  /** The language of whoever has chosen none, and their organization neither; one of LANGUAGES. Default: en. */
  DEFAULT_LANGUAGE: z.optional(language),
  /** The least of what is logged: debug, info, warn, error or silent. Default: info. */
  LOG_LEVEL: z.optional(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)),
});
export type Variables = z.infer<typeof Variables>;

/** Every variable that `readEnv` knows, in the order of docs/operations/settings.md. */
export const ENVIRONMENT_VARIABLES: readonly string[] = Object.keys(Variables.def.shape);
