// XML as a tree of plain objects. Entities that a file defines itself are not read, and nothing is fetched.
import { Parser } from 'saxen';

export interface XmlElement {
  /** Without a prefix, hyphens and capital letters, as are the names of attributes: versions of QTI differ in these alone. */
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
}

const MOST_DEPTH = 200;
const MOST_ELEMENTS = 500_000;

const plainName = (name: string) => name.replace(/^.*:/, '').replace(/^qti-/i, '').replaceAll('-', '').toLowerCase();

/** `error` says in a sentence why it cannot be read. */
export function readXml(text: string): { root: XmlElement; error?: undefined } | { error: string } {
  const [prolog = ''] = text.split(/<[\p{L}_]/u, 1);
  if (/<!DOCTYPE[^>]*\[/i.test(prolog)) return { error: 'This file defines entities of its own, which are not read.' };
  const top: XmlElement = { name: '', attributes: {}, children: [] };
  const open = [top];
  let count = 0;
  let error: string | undefined;
  const parser = new Parser();
  const fail = (reason: string) => {
    error ??= reason;
    parser.stop();
  };
  const add = (words: string) => {
    const last = open.at(-1);
    if (words !== '') last?.children.push(words);
  };
  parser.on('openTag', (name, attributesOf, decode) => {
    if (++count > MOST_ELEMENTS || open.length > MOST_DEPTH)
      return fail('This file is too large or too deeply nested.');
    const attributes = Object.fromEntries(
      Object.entries(attributesOf()).map(([key, value]) => [plainName(key), decode(String(value))]),
    );
    const element: XmlElement = { name: plainName(name), attributes, children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closeTag', () => void open.pop());
  parser.on('text', (words, decode) => add(decode(words)));
  parser.on('cdata', add);
  parser.on('error', (fault, context) => fail(`Line ${context().line + 1}: this is not whole XML (${fault.message}).`));
  parser.parse(text.replace(/^\uFEFF/, ''));
  const [root] = elementsIn(top);
  if (error !== undefined || !root) return { error: error ?? 'This file has no XML.' };
  return { root };
}

export const elementsIn = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => typeof child !== 'string');

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element ? elementsIn(element).filter((child) => child.name === name) : [];

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  childrenOf(element, name)[0];

/** Every element of these names below it, in the order of the file. */
export function allBelow(element: XmlElement, isMeant: (name: string) => boolean): XmlElement[] {
  return elementsIn(element).flatMap((child) => [...(isMeant(child.name) ? [child] : []), ...allBelow(child, isMeant)]);
}

export const textOf = (element: XmlElement | undefined): string =>
  element ? element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('') : '';
