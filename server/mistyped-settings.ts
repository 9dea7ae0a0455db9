// Settings whose name is almost right, which would be ignored without a word.

/** What other products call the same setting. */
const OTHER_NAMES: Record<string, readonly string[]> = {
  PUBLIC_URL: ['APP_URL', 'SITE_URL', 'PUBLIC_ORIGIN'],
  DATABASE_URL: ['DB_URL', 'DATABASE_URI', 'DB_HOST', 'POSTGRES_HOST'],
  DATA_DIR: ['DATA_PATH', 'DATA_FOLDER', 'DATA_DIRECTORY'],
  SMTP_URL: ['SMTP_HOST', 'SMTP_SERVER', 'MAIL_HOST', 'MAIL_URL', 'EMAIL_HOST'],
  MAIL_FROM: ['SMTP_FROM', 'EMAIL_FROM', 'FROM_EMAIL', 'MAIL_SENDER'],
  TRUST_PROXY: ['TRUSTED_PROXY', 'TRUSTED_PROXIES', 'BEHIND_PROXY'],
};

/** A setting that is missing while a name almost like it, or another product's for it, is given. */
export function findMistyped(
  given: string[],
  settings: readonly string[],
): { given: string; meant: string } | undefined {
  const others = given.filter((name) => !settings.includes(name));
  for (const meant of settings) {
    if (given.includes(meant)) continue;
    const foreign = OTHER_NAMES[meant]?.find((name) => others.includes(name));
    // Short names like PORT resemble too much that is none of ours.
    const isOwn = meant.length > 6 && (!COMMON.test(meant) || given.some((name) => COMMON.test(name)));
    const mistyped = foreign ?? (isOwn ? others.find((name) => isSlipOf(name, meant)) : undefined);
    if (mistyped) return { given: mistyped, meant };
  }
  return undefined;
}

/** What follows the X are names of many other programs, such as API_KEY. */
const COMMON = /^XAPI_/;

/** True when the names differ only in case, in underscores, in how seconds are written, or by one letter added, left out, changed or swapped. */
function isSlipOf(name: string, setting: string): boolean {
  const [a = '', b = ''] = [name, setting].map((text) =>
    text
      .toUpperCase()
      .replace(/_SECS?$/, '_SECONDS')
      .replaceAll('_', ''),
  );
  const at = [...a, ''].findIndex((letter, index) => letter !== b[index]);
  const [x, y] = [a.slice(at), b.slice(at)];
  const isSwapped = x[0] === y[1] && x[1] === y[0] && x.slice(2) === y.slice(2);
  return a === b || x.slice(1) === y || x === y.slice(1) || x.slice(1) === y.slice(1) || isSwapped;
}
