// The pictures that a lesson's text names: by addresses of this installation, and in its files by their paths.

/** What a link, a picture or a link by name points to. */
const DESTINATION = /(\]\(\s*|\]:[ \t]*\n?[ \t]*)(?:<([^<>\n]+)>|((?:[^\s()<>]|\([^\s()<>]*\))+))/g;

/**
 * The text with other destinations. `change` is called with each one, decoded and without what follows '#', which stays, and with its
 * place in the text; undefined leaves it.
 */
export function mapDestinations(
  markdown: string,
  change: (path: string, offset: number) => string | undefined,
): string {
  return markdown.replace(
    DESTINATION,
    (whole, before: string, framed: string | undefined, bare = '', offset: number) => {
      const written = framed ?? bare;
      const [path = ''] = written.split('#', 1);
      const changed = change(decoded(path), offset);
      if (changed === undefined) return whole;
      const now = changed + written.slice(path.length);
      return before + (framed === undefined ? now : `<${now}>`);
    },
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** True for the path of a picture from the folder of the course; other relative addresses are what their author meant by them. */
export const isPicturePath = (path: string) => /^(?!\/|[a-z][a-z\d+.-]*:).*\.(png|jpe?g|webp|gif|avif)$/i.test(path);
