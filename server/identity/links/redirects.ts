// The allowed targets of links: only addresses that the operator knows, whatever a request asks for.

/** The installation's own address, and patterns of further ones. */
export interface AllowedPlaces {
  publicUrl: string;
  /** `*` stands for anything up to the next `.` or `/`, `**` for anything, `?` for one character that is neither. */
  allowedRedirects: string[];
}

/** The wanted address without its fragment when it is allowed, else silently PUBLIC_URL. */
export function allowedRedirect(wanted: string | undefined, places: AllowedPlaces): string {
  const url = parsed(wanted);
  if (!url) return places.publicUrl;
  url.hash = '';
  const isOwn = isSameSite(url, new URL(places.publicUrl));
  const isListed = isSafeHost(url.hostname) && places.allowedRedirects.some((glob) => matcher(glob).test(url.href));
  return isOwn || isListed ? url.href : places.publicUrl;
}

function parsed(wanted: string | undefined): URL | undefined {
  // Two parsers must not read two hosts in one address: browsers take a backslash for a slash and drop line breaks.
  const isPlain = wanted && wanted.length <= 2000 && /^https?:\/\/[^\s\\]+$/i.test(wanted) && !/\p{Cc}/u.test(wanted);
  if (!isPlain || !URL.canParse(wanted)) return undefined;
  const url = new URL(wanted);
  return url.username === '' && url.password === '' ? url : undefined;
}

function isSameSite(url: URL, own: URL): boolean {
  if (url.protocol !== own.protocol || url.hostname !== own.hostname) return false;
  return url.port === own.port || isLoopback(own.hostname);
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** A numeric host is allowed on this machine only. `URL` has already normalised decimal and octal forms. */
const isSafeHost = (host: string) => isLoopback(host) || !(host.startsWith('[') || /^[\d.]+$/.test(host));

function matcher(glob: string): RegExp {
  const pattern = glob.replaceAll(/\*\*|[*?]|[^*?]+/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    return part.replaceAll(/[\\^$.|+()[\]{}]/g, '\\$&');
  });
  return new RegExp(`^${pattern}$`);
}
