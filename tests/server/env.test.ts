import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEnv } from '#server/env.ts';

describe('the environment', () => {
  test('an empty one is a development server on SQLite with embedded identity', () => {
    expect(readEnv({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      allowedRedirects: [],
      dataDir: resolve('data'),
      databaseUrl: `file:${resolve('data/groundwork.db')}`,
      identity: { kind: 'embedded', secretKey: undefined },
      sessions: { idleDays: 90, maxDays: 365 },
      retention: { auditDays: undefined, mailDays: 365, endedSessionDays: 30, databaseCopyDays: undefined },
      storage: 'disk',
      organizationMediaBytes: undefined,
      mail: undefined,
      production: false,
      hstsSubdomains: false,
      sampleContent: true,
      samplePeople: 124,
      demoPassword: undefined,
      mediaHosts: [],
      partners: {},
      twoStep: 'off',
      autoconfirm: false,
      browserReports: true,
      tabletReports: true,
      webhooksPrivate: true,
      metricsToken: undefined,
      drainSeconds: 0,
      trustProxy: 0,
      rateLimitFactor: 1,
      erasedCertificatesMonths: 0,
      timeZone: 'UTC',
      languages: expect.arrayContaining(['en', 'es', 'pt-BR', 'zh-Hans']),
      defaultLanguage: 'en',
      logLevel: 'info',
    });
  });

  test('languages are those that are here, in the form of BCP 47, and the default is one of them', () => {
    const of = (variables: Record<string, string>) => {
      const { languages, defaultLanguage } = readEnv(variables);
      return [languages, defaultLanguage];
    };
    expect(of({ LANGUAGES: 'EN, pt-br', DEFAULT_LANGUAGE: 'PT-br' })).toEqual([['en', 'pt-BR'], 'pt-BR']);
    expect(of({ LANGUAGES: 'es,ar' })).toEqual([['es', 'ar'], 'es']);
    expect(() => readEnv({ LANGUAGES: 'en,xx' })).toThrow(/^LANGUAGES must be one of en, .*, or several of them/);
    expect(() => readEnv({ DEFAULT_LANGUAGE: 'klingon' })).toThrow(/^DEFAULT_LANGUAGE must be one of en, /);
    const left = { LANGUAGES: 'en,es', DEFAULT_LANGUAGE: 'ar' };
    expect(() => readEnv(left)).toThrow('DEFAULT_LANGUAGE must be one of LANGUAGES.');
  });

  test('production listens everywhere and has no sample content unless set', () => {
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://learn.example' };
    expect(readEnv(production)).toMatchObject({
      production: true,
      host: '0.0.0.0',
      sampleContent: false,
      drainSeconds: 5,
    });
    expect(readEnv({ ...production, SAMPLE_CONTENT: 'on' }).sampleContent).toBe(true);
    expect(readEnv({ NODE_ENV: 'test' }).production).toBe(false);
  });

  test('sample people never move in in production, nor by default in tests', () => {
    const people = (variables: Record<string, string>) => readEnv(variables).samplePeople;
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://learn.example' };
    expect([people({ ...production, SAMPLE_PEOPLE: '500' }), people({ NODE_ENV: 'test' })]).toEqual([0, 0]);
    expect([people({ SAMPLE_PEOPLE: 'off' }), people({ SAMPLE_PEOPLE: '500' })]).toEqual([0, 500]);
    expect(people({ SUPABASE_URL: 'https://project.example', SUPABASE_PUBLISHABLE_KEY: 'public' })).toBe(0);
  });

  test('production without its public address does not start', () => {
    expect(() => readEnv({ NODE_ENV: 'production' })).toThrow('PUBLIC_URL must be set when NODE_ENV is production.');
  });

  test.each([
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['PUBLICURL', 'PUBLIC_URL'],
    ['public_url', 'PUBLIC_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['SMTP_URLS', 'SMTP_URL'],
    ['AUTO_CONFIRM', 'AUTOCONFIRM'],
    ['NODE_EVN', 'NODE_ENV'],
    ['TRUST_PROX', 'TRUST_PROXY'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['SMTP_HOST', 'SMTP_URL'],
    ['DB_URL', 'DATABASE_URL'],
    ['DRAIN_SECS', 'DRAIN_SECONDS'],
  ])('%s is not taken for a setting in silence', (mistyped, setting) => {
    expect(() => readEnv({ [mistyped]: 'x' })).toThrow(`${mistyped} is not a setting. Did you mean ${setting}?`);
  });

  test('names of other programs are none of its business', () => {
    const names = [
      ...['HOME', 'HOSTNAME', 'POST', 'LOGNAME', 'DATA_HOME', 'NODE_PATH', 'PUBLIC_URL_OF_ANOTHER', 'MAILTO'],
      ...['API_KEY', 'API_SECRET', 'API_ENDPOINT'],
    ];
    expect(readEnv(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual(readEnv({}));
    expect(readEnv({ DATABASE_URL: 'file:./a.db', DATABASE_URI: 'x' }).databaseUrl).toBe('file:./a.db');
  });

  test('an empty variable counts as not set', () => {
    const names = ['PORT', 'HOST', 'PUBLIC_URL', 'DATABASE_URL', 'SUPABASE_URL', 'STORAGE', 'SMTP_URL', 'PARTNERS'];
    expect(readEnv(Object.fromEntries(names.map((name) => [name, ' '])))).toEqual(readEnv({}));
  });

  test('the public address follows the port and loses its last slash', () => {
    expect(readEnv({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
    expect(readEnv({ PUBLIC_URL: 'https://learn.example/' }).publicUrl).toBe('https://learn.example');
  });

  test('a hosted project switches identity, and with its secret key the storage', () => {
    const hosted = { SUPABASE_URL: 'https://p.example', SUPABASE_PUBLISHABLE_KEY: 'pk' };
    expect(readEnv(hosted)).toMatchObject({
      storage: 'disk',
      identity: { kind: 'hosted', url: 'https://p.example', publishableKey: 'pk', secretKey: undefined },
    });
    const whole = { ...hosted, SUPABASE_SECRET_KEY: 'sb_secret_0123456789' };
    expect(readEnv(whole).storage).toBe('supabase');
    expect(readEnv({ ...whole, STORAGE: 'disk' }).storage).toBe('disk');
  });

  test('the older name of the publishable key is accepted', () => {
    const set = readEnv({ SUPABASE_URL: 'https://p.example', SUPABASE_ANON_KEY: 'anon' });
    expect(set.identity).toMatchObject({ publishableKey: 'anon' });
  });

  test('a learning record store has an address, a key and a secret', () => {
    const store = { XAPI_ENDPOINT: 'https://lrs.example/xapi/', XAPI_KEY: 'key', XAPI_SECRET: 'secret' };
    expect(readEnv(store).xapi).toEqual({ endpoint: 'https://lrs.example/xapi', key: 'key', secret: 'secret' });
    for (const one of Object.keys(store))
      expect(() => readEnv({ ...store, [one]: '' })).toThrow('XAPI_ENDPOINT, XAPI_KEY and XAPI_SECRET must be set');
    expect(() => readEnv({ ...store, XAPI_ENDPOINT: 'lrs' })).toThrow(
      'XAPI_ENDPOINT must be the http or https address',
    );
  });

  const OIDC = {
    OIDC_NAME: 'Acme',
    OIDC_ISSUER: 'https://login.acme.example',
    OIDC_CLIENT_ID: 'id',
    OIDC_CLIENT_SECRET: 'secret',
  };

  test('a provider signs people in beside the embedded service, or as a hosted project knows it', () => {
    const oidc = {
      ...{ issuer: 'https://login.acme.example', clientId: 'id', clientSecret: 'secret', createsPeople: true },
      ...{ domains: [], organizationClaim: undefined, organizations: {} },
    };
    expect(readEnv(OIDC)).toMatchObject({ provider: { id: 'custom:oidc', name: 'Acme' }, identity: { oidc } });
    const hosted = { SUPABASE_URL: 'https://p.example', SUPABASE_PUBLISHABLE_KEY: 'pk' };
    const provider = { OIDC_PROVIDER: 'azure', OIDC_NAME: 'Acme' };
    expect(readEnv({ ...hosted, ...provider }).provider).toEqual({ id: 'azure', name: 'Acme' });
    expect(() => readEnv({ ...hosted, ...OIDC })).toThrow('OIDC_ISSUER is only for the embedded auth service');
    expect(() => readEnv({ ...hosted, OIDC_NAME: 'Acme' })).toThrow(
      'OIDC_PROVIDER and OIDC_NAME must be set together.',
    );
  });

  test.each([
    [{ OIDC_PROVIDER: 'azure' }, 'OIDC_PROVIDER is only for a hosted SUPABASE_URL.'],
    [{ OIDC_ISSUER: '' }, 'OIDC_ISSUER must be set when OIDC_NAME is.'],
    [{ OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID must be set when OIDC_ISSUER is.'],
    [{ OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET must be set when OIDC_ISSUER is.'],
    [{ OIDC_NAME: '' }, 'OIDC_NAME must be set when OIDC_ISSUER is.'],
    [{ OIDC_NAME: 'x'.repeat(41) }, 'OIDC_NAME must have at most 40 characters.'],
    [{ OIDC_ISSUER: 'http://login.acme.example' }, 'OIDC_ISSUER must be an https address (http only on this machine).'],
    [{ OIDC_DOMAINS: 'maren@acme.example' }, 'OIDC_DOMAINS must be a list of domains such as acme.example'],
    [{ OIDC_ORGANIZATIONS: '{"4711":5}' }, 'OIDC_ORGANIZATIONS must be a JSON object such as {"4711":"acme"}.'],
    [{ OIDC_ORGANIZATIONS: '{}' }, 'OIDC_ORGANIZATION_CLAIM must be set when OIDC_ORGANIZATIONS is.'],
    [{ AUTOCONFIRM: 'on' }, 'OIDC_ISSUER cannot be set while AUTOCONFIRM is on.'],
  ])('a provider with %o stops the start with a sentence', (change, sentence) => {
    expect(() => readEnv({ ...OIDC, ...change })).toThrow(sentence);
  });

  test('partners are found by their host in lower case', () => {
    const partner = { name: 'Example', courseId: 3 };
    expect(readEnv({ PARTNERS: JSON.stringify({ 'Training.Example': partner }) }).partners).toEqual({
      'training.example': partner,
    });
  });

  test.each([
    ['NODE_ENV', 'prod', 'NODE_ENV must be production, development or test.'],
    ['PORT', 'abc', 'PORT must be a whole number from 0 to 65535.'],
    ['PORT', '70000', 'PORT must be a whole number from 0 to 65535.'],
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535.'],
    ['HOST', 'a b', 'HOST must be a host name or an address.'],
    ['PUBLIC_URL', 'learn.example', 'PUBLIC_URL must be an http or https address without a path.'],
    ['PUBLIC_URL', 'https://learn.example/app', 'PUBLIC_URL must be an http or https address without a path.'],
    [
      'ALLOWED_REDIRECTS',
      'https://a.example/**, b.example',
      'ALLOWED_REDIRECTS must be a list of http or https addresses',
    ],
    ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must be empty or begin with file: or postgres://.'],
    ['SUPABASE_URL', 'project', 'SUPABASE_URL must be the http or https address of a project, without a path.'],
    ['SUPABASE_URL', 'https://p.example', 'SUPABASE_PUBLISHABLE_KEY must be set when SUPABASE_URL is.'],
    ['SUPABASE_SECRET_KEY', 'short', 'SUPABASE_SECRET_KEY must have at least 16 characters.'],
    ['SUPABASE_JWT_SECRET', 'short', 'SUPABASE_JWT_SECRET must have at least 32 characters.'],
    ['SUPABASE_JWT_SECRET', 'x'.repeat(32), 'SUPABASE_JWT_SECRET is only for a hosted SUPABASE_URL.'],
    ['STORAGE', 's3', 'STORAGE must be disk or supabase.'],
    ['STORAGE', 'supabase', 'STORAGE can be supabase only with SUPABASE_URL and SUPABASE_SECRET_KEY set.'],
    ['SMTP_URL', 'http://mail', 'SMTP_URL must begin with smtp:// or smtps://.'],
    ['SMTP_URL', 'smtp://mail.example', 'MAIL_FROM must be set when SMTP_URL is.'],
    ['MAIL_FROM', 'nobody', 'MAIL_FROM must be an email address.'],
    ['SAMPLE_CONTENT', 'maybe', 'SAMPLE_CONTENT must be on or off.'],
    ['SAMPLE_PEOPLE', '12', 'SAMPLE_PEOPLE must be off or a whole number from 124 to 5000.'],
    ['DEMO_PASSWORD', 'abc', 'DEMO_PASSWORD must have 8 to 72 characters.'],
    ['TRUST_PROXY', '1.5', 'TRUST_PROXY must be a whole number from 0 to 100.'],
    ['RATE_LIMIT_FACTOR', '0', 'RATE_LIMIT_FACTOR must be a number above 0.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of debug, info, warn, error, silent.'],
  ])('%s=%s stops the start with a sentence', (name, value, sentence) => {
    expect(() => readEnv({ [name]: value })).toThrow(sentence);
  });

  test.each(['[', '[]', '{"a":1}', '{"a":{"name":"A"}}', '{"a":{"name":"","courseId":1}}'])(
    'PARTNERS=%s stops the start with a sentence',
    (value) => {
      expect(() => readEnv({ PARTNERS: value })).toThrow(/^PARTNERS must be a JSON object such as/);
    },
  );
});
