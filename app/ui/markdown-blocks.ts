// Prepares a Markdown text for the renderer: blocks that render independently, and no more of anything than it can take.
import { LESSON_BODY_LIMIT } from '#sync/contract/lesson.ts';

const FENCE = /^ {0,3}(```+|~~~+)/;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/;
/** CommonMark: a bullet, or a number 1, may follow a line of text without a blank line between; the renderer wants one. */
const INTERRUPTS = /^ {0,3}(?:[-*+]|1[.)])\s+\S/;
/** What belongs to the lines before: a continued list, the content of its item, a quotation, a table. */
const MAY_GO_ON = /^(?:\s|[-*+>|]|\d{1,9}[.)]|$)/;
const DEFINITION = /^ {0,3}\[[^\]\n]{1,300}\]:/m;
/** The renderer's time grows with the square of unclosed brackets in one paragraph, and with the cube of unclosed addresses. */
const BRACKETS_LIMIT = 400;
const ADDRESSES_LIMIT = 20;
/** Quotations and lists deeper than this are drawn at this depth: the renderer recurses, and a screen has no more room. */
const DEPTH_LIMIT = 12;
const MARKER = String.raw`[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))`;
const TOO_DEEP = new RegExp(`^((?:${MARKER}){${DEPTH_LIMIT}})(?:${MARKER})+`);
const INDENT_LIMIT = 4 * DEPTH_LIMIT;
/** Paragraphs from here on share blocks, as each block costs time of its own. */
const BLOCKS_LIMIT = 500;

/**
 * Splits a text into blocks that render independently, so that a change in a long text renders one block again. A text with
 * link definitions (`[name]: address`) stays in one block. What is longer than a lesson may be is cut off.
 */
export function blocksOf(markdown: string): string[] {
  const text = markdown.slice(0, LESSON_BODY_LIMIT).replaceAll('\r\n', '\n');
  const blocks: string[][] = [[]];
  let fence: string | undefined;
  let isFree = false;
  for (const line of text.split('\n')) {
    if (isFree && !fence && !MAY_GO_ON.test(line)) blocks.push([]);
    fence = fenceAfter(line, fence);
    blocks.at(-1)?.push(fence ? line : flatten(line));
    isFree = line.trim() === '';
  }
  const tamed = blocks.map((lines) => letListsInterrupt(tame(lines.join('\n'))));
  if (DEFINITION.test(text)) return [tamed.join('\n')];
  return [...tamed.slice(0, BLOCKS_LIMIT), ...inGroups(tamed.slice(BLOCKS_LIMIT))];
}

/** The mark of the code fence that is open after this line; undefined outside of code. */
export function fenceAfter(line: string, open: string | undefined): string | undefined {
  const mark = FENCE.exec(line)?.[1];
  if (open === undefined) return mark;
  return mark?.startsWith(open) ? undefined : open;
}

function inGroups(blocks: string[]): string[] {
  const groups: string[] = [];
  for (let at = 0; at < blocks.length; at += 50) groups.push(blocks.slice(at, at + 50).join('\n'));
  return groups;
}

/** Limits how deep a line lies in quotations and lists. */
function flatten(line: string): string {
  const level = line.replace(TOO_DEEP, '$1 ');
  const [indent = ''] = /^[ \t]*/.exec(level) ?? [];
  const isFar = indent.replaceAll('\t', '    ').length > INDENT_LIMIT;
  return isFar ? ' '.repeat(INDENT_LIMIT) + level.slice(indent.length) : level;
}

/** Escapes the brackets of a paragraph that has too many of them, or too many that are not closed. */
function tame(block: string): string {
  const isWild = occurrences(block, '[') > BRACKETS_LIMIT || unclosedAddresses(block) > ADDRESSES_LIMIT;
  return isWild ? block.replace(/(?<!\\)\[/g, '\\[') : block;
}

const occurrences = (text: string, part: string) => text.split(part).length - 1;

/** How many addresses, `](`, have no end before the next one begins. */
function unclosedAddresses(block: string): number {
  return block
    .split('](')
    .slice(1)
    .filter((rest) => !rest.includes(')')).length;
}

function letListsInterrupt(markdown: string): string {
  let fence: string | undefined;
  let isList = false;
  return markdown
    .split('\n')
    .flatMap((line, index, lines) => {
      const before = lines[index - 1] ?? '';
      const isSeparate = before.trim() === '' || isList || fence !== undefined;
      fence = fenceAfter(line, fence);
      if (line.trim() === '') isList = false;
      if (fence) return [line];
      const opens = INTERRUPTS.test(line) && !isSeparate;
      if (LIST_ITEM.test(line)) isList = true;
      return opens ? ['', line] : [line];
    })
    .join('\n');
}
