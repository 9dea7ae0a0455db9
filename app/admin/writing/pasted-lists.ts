// The lists of programs, as lists within lists that Markdown can write.

const styleOf = (element: Element) => element.getAttribute('style') ?? '';
const isList = (node: Node | null | undefined): node is Element =>
  node instanceof Element && /^(?:UL|OL)$/.test(node.tagName);

/** What stands before a node, except white space. */
function before(node: Node): Node | null {
  let other = node.previousSibling;
  while (other && (other.nodeType === Node.COMMENT_NODE || (other.nodeType === Node.TEXT_NODE && isBlank(other))))
    other = other.previousSibling;
  return other;
}
const isBlank = (node: Node) => (node.textContent ?? '').trim() === '';

const listBefore = (list: Element): Element | undefined => {
  const other = before(list);
  return isList(other) ? other : undefined;
};

export function readLists(body: HTMLElement): void {
  readListsOfWord(body);
  readListsOfWordOnline(body);
  for (const list of [...body.querySelectorAll('ul, ol')].reverse()) unwrapHeadings(list);
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) putInItem(list);
  for (const item of body.querySelectorAll('ol > li[value]')) splitAt(item);
  for (const list of body.querySelectorAll('ul, ol')) joinBefore(list);
  for (const list of body.querySelectorAll('ol')) writeMarks(list);
}

/** The attribute of an item of numbers with its number and the sign behind it. */
export const MARK = 'data-mark';

/** Two lists of numbers behind each other are told apart by that sign. */
function writeMarks(list: Element): void {
  const other = listBefore(list)?.lastElementChild?.getAttribute(MARK);
  const sign = other?.endsWith('.') ? ')' : '.';
  for (const [at, item] of [...list.children].entries()) item.setAttribute(MARK, `${firstNumber(list) + at}${sign}`);
}

const firstNumber = (list: Element) => Number(list.getAttribute('start') ?? 1) || 0;
const nextNumber = (list: Element) => firstNumber(list) + list.childElementCount;

/** LibreOffice makes a list of each numbered heading. */
function unwrapHeadings(list: Element): void {
  const inner = [...list.children].flatMap((item) => (item.tagName === 'LI' ? [...item.children] : [item]));
  const isHeadings = inner.length > 0 && inner.every(({ tagName }) => /^H\d$/.test(tagName));
  if (isHeadings && inner.map(textOf).join('') === textOf(list)) list.replaceWith(...inner);
}
const textOf = ({ textContent }: Node) => (textContent ?? '').replace(/\s+/g, '');

/** A list within a list belongs to the item before it, also when LibreOffice began a new list around it. */
function putInItem(list: Element): void {
  const item = list.previousElementSibling;
  const around = list.parentElement;
  if (item) item.append(list);
  if (item || !around) return;
  const last = around.children.length === 1 ? listBefore(around)?.lastElementChild : undefined;
  if (last?.tagName !== 'LI') return;
  last.append(list);
  around.remove();
}

/** Markdown counts on by itself, so another number begins another list. */
function splitAt(item: Element): void {
  const list = item.parentElement;
  const number = Number(item.getAttribute('value'));
  if (!list || !Number.isInteger(number)) return;
  const items = [...list.children];
  const at = items.indexOf(item);
  if (at === 0) list.setAttribute('start', String(number));
  if (firstNumber(list) + items.slice(0, at).filter(({ tagName }) => tagName === 'LI').length === number) return;
  const rest = item.ownerDocument.createElement('ol');
  rest.setAttribute('start', String(number));
  rest.append(...items.slice(at));
  list.after(rest);
}

/** Two lists without anything between them are one, unless the numbers begin anew. */
function joinBefore(list: Element): void {
  const other = listBefore(list);
  if (other?.tagName !== list.tagName) return;
  if (list.tagName === 'OL' && firstNumber(list) !== nextNumber(other)) return;
  other.append(...list.childNodes);
  list.remove();
}

const LEVEL_OF_WORD = /mso-list:\s*l\d+\s+level(\d+)/i;

/** Word writes the items of a list as paragraphs, each with its mark as text. */
function readListsOfWord(body: HTMLElement): void {
  for (const first of body.querySelectorAll<Element>('p[style*="mso-list"]')) {
    if (!first.isConnected || !LEVEL_OF_WORD.test(styleOf(first))) continue;
    const open: { list: Element; level: number }[] = [];
    const place = first.ownerDocument.createComment('');
    first.before(place);
    for (let item: Element | null = first; item; ) {
      const level = Number(LEVEL_OF_WORD.exec(styleOf(item))?.[1]);
      if (item.tagName !== 'P' || !level) break;
      const following: Element | null = item.nextElementSibling;
      const numbers = takeMark(item);
      const tag = numbers ? 'OL' : 'UL';
      while ((open.at(-1)?.level ?? 0) > level) open.pop();
      let last = open.at(-1);
      const next = last && nextNumber(last.list);
      const goesOn = !numbers?.length || numbers.some((number) => number === next);
      if (last?.level !== level || last.list.tagName !== tag || !goesOn) {
        if (last?.level === level) open.pop();
        const list = item.ownerDocument.createElement(tag);
        if (numbers?.[0] !== undefined) list.setAttribute('start', String(numbers[0]));
        const around = open.at(-1)?.list.lastElementChild;
        if (around) around.append(list);
        else place.before(list);
        last = { list, level };
        open.push(last);
      }
      const entry = item.ownerDocument.createElement('li');
      entry.append(...item.childNodes);
      last.list.append(entry);
      item.remove();
      item = following;
    }
    place.remove();
  }
}

/** Removes the mark of an item, and answers which numbers it may be: undefined for a bullet. One of words, as 'Step 1:', stays. */
function takeMark(item: Element): number[] | undefined {
  const span = [...item.querySelectorAll('span')].find((each) => /mso-list:\s*ignore/i.test(styleOf(each)));
  const mark = (span?.textContent ?? '').trim();
  const [, digits, letters] = /^\(?(?:\d{1,9}\.)*(?:(\d{1,9})[.)]*|([a-z]{1,9})[.)]+)$/i.exec(mark) ?? [];
  const isWords = !digits && !letters && mark.length > 1 && /[\p{L}\p{N}]/u.test(mark);
  if (isWords) span?.replaceWith(`${mark} `);
  else span?.remove();
  if (letters) return numbersOf(letters.toLowerCase());
  return digits ? [Number(digits)] : undefined;
}

const ROMAN: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** Of 'c', of 'iv', and of 'i', which may be either. */
function numbersOf(letters: string): number[] {
  const values = [...letters].map((letter) => ROMAN[letter] ?? 0);
  const roman = values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
  const both = [roman, letters.length === 1 ? letters.charCodeAt(0) - 96 : 0].filter((number) => number > 0);
  return /^[ivx]/.test(letters) ? both : both.reverse();
}

/** Word on the web writes each item as a list of its own, as Slack each change of the level, which is an attribute. */
function readListsOfWordOnline(body: HTMLElement): void {
  for (const frame of body.querySelectorAll('.ListContainerWrapper')) frame.replaceWith(...frame.childNodes);
  for (const item of body.querySelectorAll(':is(li[data-aria-level], li[data-stringify-indent]):first-child')) {
    const list = item.parentElement;
    if (!list || list.closest('li')) continue;
    const told = Number(item.getAttribute('data-aria-level') ?? Number(item.getAttribute('data-stringify-indent')) + 1);
    let outer: Element = list;
    for (let level = Math.min(told || 1, 9); level > 1; level -= 1) {
      const around = list.ownerDocument.createElement('ul');
      outer.replaceWith(around);
      around.append(outer);
      outer = around;
    }
  }
}
