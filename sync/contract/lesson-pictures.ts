// The pictures in a lesson's text: rules shared by the editor, the lesson page and the downloads.

const OWN = /(?<=[\s(<:])\/media\/[A-Za-z0-9_-]+(?![A-Za-z0-9_/-])/g;
const SIZE = /#(\d{1,5})x(\d{1,5})$/;

/**
 * The addresses of this server's own pictures in a Markdown text, without duplicates, in order, and without the size after
 * '#'. Also those that are written as words or as code: keeping one too many costs nothing, and needs no parser at the start.
 */
export function picturesIn(body: string): string[] {
  return [...new Set(body.match(OWN))];
}

/** Browsers drop tabs and newlines from an address and take a backslash for a slash: both could lead elsewhere. */
export function isOwnAddress(address: string): boolean {
  return /^\/(?![/\\])[^\p{Cc}]*$/u.test(address);
}

/** The host of an http or https address on another server; undefined for anything else. */
export function hostElsewhere(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  return new URL(address).host;
}

/**
 * True for a picture on this server, or over https on one of the hosts that the installation allows: 'cdn.example', or
 * '*.example' for every host below it. Anything else could tell a stranger who reads a lesson, and when.
 */
export function isAllowedPicture(address: string, hosts: readonly string[]): boolean {
  if (isOwnAddress(address)) return true;
  const host = /^https:/i.test(address) ? hostElsewhere(address) : undefined;
  return (
    host !== undefined && hosts.some((one) => host === one || (one.startsWith('*.') && host.endsWith(one.slice(1))))
  );
}

/** The size in pixels that an address such as '/media/abc#640x480' carries, used to reserve its space. */
export function pictureSize(address: string): { width: number; height: number } | undefined {
  const [, width, height] = SIZE.exec(address) ?? [];
  return Number(width) > 0 && Number(height) > 0 ? { width: Number(width), height: Number(height) } : undefined;
}

/** Formats a picture as Markdown; characters that would end the alternative text are replaced. */
export function pictureMarkdown(picture: { url: string; alt: string; width: number; height: number }): string {
  const alt = picture.alt.replace(/\s+/g, ' ').replaceAll('[', '(').replaceAll(']', ')').replaceAll('\\', '/').trim();
  return `![${alt}](${picture.url}#${picture.width}x${picture.height})`;
}
