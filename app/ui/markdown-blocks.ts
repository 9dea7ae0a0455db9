const FENCE = /^ {0,3}(```|~~~)/;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/;
/** CommonMark: a bullet, or a number 1, may follow a line of text without a blank line between; the renderer wants one. */
const INTERRUPTS = /^ {0,3}(?:[-*+]|1[.)])\s+\S/;
/** What may not be torn from the lines before: a list that goes on, what belongs to its item, a quotation, a table. */
const MAY_GO_ON = /^(?:\s|[-*+>|]|\d{1,9}[.)]|$)/;
const DEFINITION = /^ {0,3}\[[^\]\n]{1,300}\]:/m;
/** The renderer's time grows with the square of unclosed brackets in one paragraph. */
const BRACKETS_LIMIT = 400;

/**
 * A text in pieces that mean the same one by one, so that a change in a long text draws one of them afresh. A text with
 * definitions (`[name]: address`), which reach everywhere, stays in one piece.
 */
export function blocksOf(markdown: string): string[] {
  const text = markdown.replaceAll('\r\n', '\n');
  if (DEFINITION.test(text)) return [letListsInterrupt(text)];
  const blocks: string[][] = [[]];
  let isCode = false;
  let isFree = false;
  for (const line of text.split('\n')) {
    if (isFree && !isCode && !MAY_GO_ON.test(line)) blocks.push([]);
    blocks.at(-1)?.push(line);
    if (FENCE.test(line)) isCode = !isCode;
    isFree = line.trim() === '';
  }
  return blocks.map((lines) => letListsInterrupt(tame(lines.join('\n'))));
}

/** Shows the brackets of a paragraph with too many of them as they are. */
function tame(block: string): string {
  const count = block.split('[').length - 1;
  return count > BRACKETS_LIMIT ? block.replace(/(?<!\\)\[/g, '\\[') : block;
}

function letListsInterrupt(markdown: string): string {
  let isCode = false;
  let isList = false;
  return markdown
    .split('\n')
    .flatMap((line, index, lines) => {
      const before = lines[index - 1] ?? '';
      const isSeparate = before.trim() === '' || isList || isCode;
      if (FENCE.test(line)) isCode = !isCode;
      if (line.trim() === '') isList = false;
      if (isCode) return [line];
      const opens = INTERRUPTS.test(line) && !isSeparate;
      if (LIST_ITEM.test(line)) isList = true;
      return opens ? ['', line] : [line];
    })
    .join('\n');
}
