// Choices of QTI 1.2, 2.x and 3: files, and packages of them.
import { unzipSync } from 'fflate';
import { decodeText } from '#sync/contract/text-file.ts';
import {
  AS_CHOICE,
  choiceOf,
  type ForeignFile,
  type ForeignQuestion,
  leftOut,
  NO_MEDIA,
  NO_QUESTION,
  NOT_HERE,
  pointsOf,
  wordsOf,
} from './foreign-question.ts';
import { allBelow, childOf, childrenOf, elementsIn, readXml, textOf, type XmlElement } from './xml-tree.ts';

const MOST_UNPACKED = 50_000_000;
const MOST_FILES = 2_000;

/** The texts of a zip file of questions by their names; its sizes are what unpacking may take. */
function textsIn(bytes: Uint8Array): [name: string, text: string][] | undefined {
  let [files, room] = [0, MOST_UNPACKED];
  try {
    const found = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!/\.(xml|qti)$/i.test(name) || /imsmanifest\.xml$/i.test(name)) return false;
        room -= originalSize;
        if (++files > MOST_FILES || room < 0) throw new Error('Too much.');
        return true;
      },
    });
    const byName = new Intl.Collator('en', { numeric: true }).compare;
    const texts = Object.entries(found).map(([name, file]): [string, string] => [name, decodeText(file)?.text ?? '']);
    return texts.sort(([a], [b]) => byName(a, b));
  } catch {
    return undefined;
  }
}

export function readQti(bytes: Uint8Array): ForeignFile {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const texts = isZip ? textsIn(bytes) : [['', decodeText(bytes)?.text ?? ''] as const];
  if (!texts) return { error: 'This zip file is not whole, or it is too large for questions.' };
  const questions: ForeignQuestion[] = [];
  let error = 'There is no question in this file.';
  for (const [name, text] of texts) {
    const read = readXml(text);
    const number = () => questions.length + 1;
    if (read.error !== undefined) {
      error = read.error;
      questions.push(leftOut({ number: number(), kind: 'File', text: name }, read.error));
    } else
      for (const item of allBelow(
        { ...read.root, children: [read.root] },
        (tag) => tag === 'assessmentitem' || tag === 'item',
      ))
        questions.push(item.name === 'item' ? readOld(item, number()) : readItem(item, number()));
  }
  return questions.every(({ kind }) => kind === 'File') ? { error } : { questions };
}

/** How other interactions are called, those of 2.x and 3 first. */
const OTHERS: Record<string, [kind: string, why: string]> = {
  textentryinteraction: ['Short text', AS_CHOICE],
  extendedtextinteraction: ['Essay', NOT_HERE],
  matchinteraction: ['Matching', NOT_HERE],
  associateinteraction: ['Matching', NOT_HERE],
  orderinteraction: ['Order', NOT_HERE],
  inlinechoiceinteraction: ['Gaps in a text', NOT_HERE],
  gapmatchinteraction: ['Gaps in a text', NOT_HERE],
  response_str: ['Short text', AS_CHOICE],
  response_num: ['Number', AS_CHOICE],
  response_grp: ['Matching', NOT_HERE],
};

const unsupported = (known: Parameters<typeof leftOut>[0], name: string) => {
  const [kind, why] = OTHERS[name] ?? ['Another kind', NOT_HERE];
  return leftOut({ ...known, kind }, why);
};

const LINES = new Set(['p', 'div', 'br', 'li', 'h1', 'h2', 'h3', 'h4', 'tr', 'prompt']);
const MEDIA = new Set(['img', 'object', 'audio', 'video', 'math']);

/** The words of an element's own markup, without what `isLeft` says. */
function writtenIn(element: XmlElement, isLeft: (child: XmlElement) => boolean): { text: string; notes: string[] } {
  let hasMedia = false;
  const write = (child: XmlElement | string): string => {
    if (typeof child === 'string') return child.replace(/\s+/g, ' ');
    if (isLeft(child)) return '';
    hasMedia ||= MEDIA.has(child.name);
    const words = child.children.map(write).join('');
    return LINES.has(child.name) ? `\n${words}\n` : words;
  };
  const text = element.children
    .map(write)
    .join('')
    .replace(/ *\n\s*/g, '\n')
    .trim();
  return { text, notes: hasMedia ? [NO_MEDIA] : [] };
}

const isInteraction = (name: string) => name.endsWith('interaction');

/** An item of QTI 2.x or 3. */
function readItem(item: XmlElement, number: number): ForeignQuestion {
  const body = childOf(item, 'itembody') ?? item;
  const interactions = allBelow(body, isInteraction);
  const [asks] = interactions;
  const before = writtenIn(body, ({ name }) => isInteraction(name));
  const prompt = asks && childOf(asks, 'prompt');
  const after = prompt ? writtenIn(prompt, () => false) : { text: '', notes: [] };
  const text = [before.text, after.text].filter(Boolean).join('\n') || item.attributes.title || '';
  const known = { number, kind: 'Choice', text, notes: [...new Set([...before.notes, ...after.notes])] };
  if (!asks) return leftOut({ ...known, kind: 'Text' }, NO_QUESTION);
  if (interactions.length > 1)
    return leftOut({ ...known, kind: 'Several questions in one' }, 'Make a question of each.');
  if (asks.name !== 'choiceinteraction') return unsupported(known, asks.name);
  const declared = childrenOf(item, 'responsedeclaration').find(
    ({ attributes }) => attributes.identifier === asks.attributes.responseidentifier,
  );
  const right = new Set(childrenOf(childOf(declared, 'correctresponse'), 'value').map((value) => textOf(value).trim()));
  if (right.size === 0)
    for (const { attributes } of childrenOf(childOf(declared, 'mapping'), 'mapentry'))
      if (Number(attributes.mappedvalue) > 0) right.add(attributes.mapkey ?? '');
  const choices = childrenOf(asks, 'simplechoice').map((choice) => ({
    said: writtenIn(choice, ({ name }) => name === 'feedbackinline'),
    percent: right.has(choice.attributes.identifier ?? '') ? 100 : 0,
  }));
  if (childrenOf(item, 'modalfeedback').length > 0) known.notes.push('What it says after an answer is left out.');
  known.notes = [...new Set([...known.notes, ...choices.flatMap(({ said }) => said.notes)])];
  if (right.size === 0) return leftOut(known, 'The file does not say which answer is right.');
  const takesOne = declared?.attributes.cardinality !== 'multiple';
  const scored = choices.map(({ said, percent }) => ({ text: said.text, percent }));
  return choiceOf({ ...known, kind: takesOne ? 'Choice' : 'Several answers' }, scored, { takesOne });
}

/** The words of a `material`, of which a text may be HTML. */
function materialIn(element: XmlElement | undefined): { text: string; notes: string[] } {
  const parts = (element ? [element] : []).flatMap((one) => childrenOf(one, 'material')).flatMap(elementsIn);
  const said = parts
    .filter(({ name }) => name === 'mattext')
    .map((part) => {
      const words = textOf(part);
      return part.attributes.texttype === 'text/plain' ? { text: words.trim(), notes: [] } : wordsOf(words);
    });
  const hasMedia = parts.some(({ name }) => /^mat(image|audio|video|applet|application)$/.test(name));
  return {
    text: said
      .map(({ text }) => text)
      .join('\n')
      .trim(),
    notes: [...new Set([...said.flatMap(({ notes }) => notes), ...(hasMedia ? [NO_MEDIA] : [])])],
  };
}

/** An item of QTI 1.2. */
function readOld(item: XmlElement, number: number): ForeignQuestion {
  const presentation = childOf(item, 'presentation') ?? item;
  const flow = childOf(presentation, 'flow') ?? presentation;
  const responses = allBelow(presentation, (name) => /^response_(lid|str|num|grp|xy)$/.test(name));
  const [response] = responses;
  const asked = [flow, ...(response ? [response] : [])].map(materialIn);
  const field = (label: string) =>
    allBelow(item, (name) => name === 'qtimetadatafield').find(
      (one) => textOf(childOf(one, 'fieldlabel')).trim() === label,
    );
  const { points, notes: ofPoints = [] } = pointsOf(textOf(childOf(field('points_possible'), 'fieldentry')));
  const text =
    asked
      .map((said) => said.text)
      .filter(Boolean)
      .join('\n') ||
    item.attributes.title ||
    '';
  const notes = [...new Set(asked.flatMap((said) => said.notes)), ...ofPoints];
  const known = { number, kind: 'Choice', text, notes, ...(points && { points }) };
  if (!response) return leftOut({ ...known, kind: 'Text' }, NO_QUESTION);
  if (responses.length > 1) return leftOut({ ...known, kind: 'Matching' }, NOT_HERE);
  if (response.name !== 'response_lid') return unsupported(known, response.name);
  const earned = earnedIn(item);
  const most = Math.max(...earned.values(), 0);
  const scored = allBelow(response, (name) => name === 'response_label').map((label) => {
    const share = (earned.get(label.attributes.ident ?? '') ?? 0) / (most || 1);
    const inFlow = childOf(label, 'flow_mat') ?? label;
    return { ...materialIn(inFlow), percent: share * 100 };
  });
  if (allBelow(item, (name) => name === 'itemfeedback').length > 0)
    known.notes.push('What it says after an answer is left out.');
  known.notes = [...new Set([...known.notes, ...scored.flatMap((one) => one.notes)])];
  if (most === 0) return leftOut(known, 'The file does not say which answer is right.');
  const takesOne = response.attributes.rcardinality?.toLowerCase() !== 'multiple';
  return choiceOf({ ...known, kind: takesOne ? 'Choice' : 'Several answers' }, scored, { takesOne });
}

/** The most that the choice of an answer adds to the score, by its name. */
function earnedIn(item: XmlElement): Map<string, number> {
  const earned = new Map<string, number>();
  for (const condition of allBelow(item, (name) => name === 'respcondition')) {
    const added = childrenOf(condition, 'setvar').map((one) => {
      const words = textOf(one).trim();
      return /^SCORE\.max$/i.test(words) ? 100 : Number(words) || 0;
    });
    const score = Math.max(...added, 0);
    const wanted = (one: XmlElement): XmlElement[] =>
      one.name === 'not' ? [] : [...(one.name === 'varequal' ? [one] : []), ...elementsIn(one).flatMap(wanted)];
    for (const chosen of childrenOf(condition, 'conditionvar').flatMap(wanted)) {
      const name = textOf(chosen).trim();
      earned.set(name, Math.max(earned.get(name) ?? 0, score));
    }
  }
  return earned;
}
