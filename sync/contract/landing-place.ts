// Apart from the shapes, so that the service worker does not carry them for this.

/** Where index.html has room for the landing page. */
const PLACE = /(<!--landing-->)[\s\S]*?(<!--\/landing-->)/;

/** index.html with `markup` in its place for the landing page; an empty text takes the landing page out again. */
export function withLanding(html: string, markup: string): string {
  return html.replace(PLACE, (_, begin: string, end: string) => begin + markup + end);
}
