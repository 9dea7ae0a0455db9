// What the manifest of a package says: SCORM 1.2 and 2004, and plain IMS packages, with the reasons for which one is refused.
import type { PackageNote, PackageStandard } from '#sync/contract/package.ts';
import { allBelow, childOf, childrenOf, readXml, textOf, type XmlElement } from '#sync/contract/xml-tree.ts';
import { ContentError } from '../import/problems.ts';

/** A part of a package that becomes a lesson, and what its player has to know. */
export interface PackageItem {
  title: string;
  /** Below the package's folder, percent-encoded, with its query. */
  start: string;
  /** One that says nothing to its player is plain HTML. */
  standard: PackageStandard;
  launchData?: string;
  /** In percent. */
  passingScore?: number;
  /** 0 to 1. */
  completionThreshold?: number;
}

export interface Manifest {
  title: string;
  standard: PackageStandard;
  version: string;
  items: PackageItem[];
  notes: { note: PackageNote; detail?: string }[];
}

export const MANIFEST = 'imsmanifest.xml';
const MOST_ITEMS = 200;
const MOST_LAUNCH_DATA = 4096;
const MOST_TITLE = 200;

export const wrong = (message: string, file = '') => new ContentError([{ file, message }]);

const wordsOf = (element: XmlElement | undefined) => textOf(element).replaceAll(/\s+/g, ' ').trim();
const titled = (element: XmlElement | undefined) => wordsOf(childOf(element, 'title')).slice(0, MOST_TITLE);

/** `find` is the package's own name of a file that a manifest names, undefined for one that is not there. Throws `ContentError`. */
export function readManifest(text: string, find: (path: string) => string | undefined): Manifest {
  const read = readXml(text);
  if (read.error !== undefined) throw wrong(read.error, MANIFEST);
  const { root } = read;
  if (root.name !== 'manifest') throw wrong('This is no manifest: its first element is another one.', MANIFEST);
  const { standard, version } = standardOf(root, text);
  const organizations = childrenOf(childOf(root, 'organizations'), 'organization');
  const wanted = childOf(root, 'organizations')?.attributes.default;
  const organization = organizations.find(({ attributes }) => attributes.identifier === wanted) ?? organizations[0];
  const resources = resourcesOf(root);
  const leaves = organization ? leavesOf(organization) : [];
  const parts = leaves.length > 0 ? leaves : [...resources.values()].filter(({ isPart }) => isPart).map(asLeaf);
  const items = parts.flatMap((leaf) => itemOf(leaf, { standard, resources, find }) ?? []);
  if (items.length === 0) throw wrong('The manifest names no part that starts.', MANIFEST);
  if (items.length > MOST_ITEMS) throw wrong(`A package may have at most ${MOST_ITEMS} parts.`, MANIFEST);
  if (standard === 'scorm2004' && items.length > 1) refuseSequencing(root);
  const title = titled(organization) || titleInMetadata(root) || items[0]?.title || '';
  const notes = notesOf(root, organizations.length > 1 ? title : undefined);
  return { title, standard, version, items, notes };
}

function standardOf(root: XmlElement, text: string): Pick<Manifest, 'standard' | 'version'> {
  const metadata = childOf(root, 'metadata');
  const version = wordsOf(childOf(metadata, 'schemaversion')).slice(0, 40);
  if (/^1\.2$/.test(version) || (!version && /adlcp_rootv1p2/i.test(text))) return { standard: 'scorm12', version };
  if (/2004|CAM 1\.3/i.test(version) || /adlcp_v1p3/i.test(text)) return { standard: 'scorm2004', version };
  if (/adlcp/i.test(text)) return { standard: 'scorm12', version: version || '1.2' };
  return { standard: 'html5', version: '' };
}

interface Resource {
  id: string;
  href: string;
  /** It says something to its player. */
  isSco: boolean;
  isPart: boolean;
}

function resourcesOf(root: XmlElement): Map<string, Resource> {
  const folder = childOf(root, 'resources');
  const base = `${root.attributes.base ?? ''}${folder?.attributes.base ?? ''}`;
  const all = childrenOf(folder, 'resource').map(({ attributes }): Resource => {
    const { identifier: id = '', href = '', scormtype = '' } = attributes;
    const isSco = /^sco$/i.test(scormtype);
    return { id, href: href && `${base}${attributes.base ?? ''}${href}`, isSco, isPart: isSco && href !== '' };
  });
  return new Map(all.map((resource) => [resource.id, resource]));
}

interface Leaf {
  title: string;
  ref: string;
  item: XmlElement | undefined;
}

const asLeaf = ({ id }: Resource): Leaf => ({ title: '', ref: id, item: undefined });

function leavesOf(parent: XmlElement): Leaf[] {
  return childrenOf(parent, 'item').flatMap((item) => {
    const ref = item.attributes.identifierref;
    return [...(ref ? [{ title: titled(item), ref, item }] : []), ...leavesOf(item)];
  });
}

interface Known {
  standard: PackageStandard;
  resources: ReadonlyMap<string, Resource>;
  find: (path: string) => string | undefined;
}

function itemOf({ title, ref, item }: Leaf, { standard, resources, find }: Known): PackageItem | undefined {
  const resource = resources.get(ref);
  const named = title ? `The part ${title}` : 'A part';
  if (!resource?.href) throw wrong(`${named} names the resource ${ref}, which the manifest does not have.`, MANIFEST);
  const start = startOf(resource.href, item?.attributes.parameters ?? '', { named, find });
  const isSilent = standard === 'html5' || !resource.isSco;
  return { title, start, standard: isSilent ? 'html5' : standard, ...(item && launchOf(item)) };
}

/** The address of a part's first page. `named` begins the sentence about one that cannot start. */
export function startOf(
  href: string,
  parameters: string,
  { named, find }: { named: string; find: (path: string) => string | undefined },
): string {
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(href)) {
    const message = `${named} starts at the address ${href.slice(0, 200)}, which is not in the package. It would not play offline.`;
    throw wrong(message, MANIFEST);
  }
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href) ?? [];
  const clean = decoded(path).replaceAll('\\', '/').replace(/^(\.?\/)+/, '');
  if (clean.split('/').includes('..')) throw wrong(`${named} starts outside the folder of the package.`, MANIFEST);
  const file = find(clean);
  if (file === undefined) throw wrong(`${named} starts with ${clean.slice(0, 200)}, which is not in the package.`, MANIFEST);
  if (/\.swf$/i.test(file)) throw wrong(`${named} starts with ${file}, a Flash movie, which no browser plays any more.`);
  if (!/\.(x?html?|svg)$/i.test(file)) throw wrong(`${named} starts with ${file}, which is not a web page.`);
  return `${encodedPath(file)}${withParameters(query, hash, parameters)}`;
}

/** As the standard puts an item's parameters behind the address of its resource. */
function withParameters(query: string, hash: string, parameters: string): string {
  if (parameters.startsWith('#')) return `${query}${hash || parameters}`;
  const added = parameters.replace(/^[?&]+/, '');
  if (added === '') return `${query}${hash}`;
  return `${query ? `${query}&` : '?'}${added}${hash}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export const encodedPath = (path: string) => path.split('/').map(encodeURIComponent).join('/');

function launchOf(item: XmlElement): Partial<PackageItem> {
  // SCORM 1.2 and 2004 name it alike once prefix and capitals are gone.
  const launchData = wordsOf(childOf(item, 'datafromlms')).slice(0, MOST_LAUNCH_DATA);
  const mastery = numberIn(wordsOf(childOf(item, 'masteryscore')));
  const measure = allBelow(item, (name) => name === 'minnormalizedmeasure').map(wordsOf).map(numberIn)[0];
  const scaled = measure === undefined ? undefined : measure * 100;
  const passingScore = [mastery, scaled].find((score) => score !== undefined && score >= 0 && score <= 100);
  const threshold = childOf(item, 'completionthreshold');
  const completionThreshold = numberIn(threshold?.attributes.minprogressmeasure ?? wordsOf(threshold));
  const isShare = completionThreshold !== undefined && completionThreshold >= 0 && completionThreshold <= 1;
  return {
    ...(launchData && { launchData }),
    ...(passingScore !== undefined && { passingScore }),
    ...(isShare && { completionThreshold }),
  };
}

function numberIn(text: string): number | undefined {
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

const RULES = new Set(['preconditionrule', 'postconditionrule', 'exitconditionrule']);

/** What decides which part comes next, or whether one may be taken at all. One part alone needs none of it. */
function refuseSequencing(root: XmlElement): void {
  const isSet = ({ name, attributes }: XmlElement) =>
    RULES.has(name) ||
    (name === 'controlmode' && attributes.forwardonly === 'true') ||
    (name === 'limitconditions' && attributes.attemptlimit !== undefined) ||
    (name === 'randomizationcontrols' &&
      [attributes.randomizationtiming, attributes.selectiontiming].some((timing) => timing && timing !== 'never'));
  const [rule] = allBelow(root, (name) => RULES.has(name) || SETTINGS.has(name)).filter(isSet);
  if (!rule) return;
  const told = TOLD[rule.name] ?? rule.name;
  throw wrong(
    `This package has sequencing rules (${told}), which decide in what order its parts can be taken. They are not followed here: publish it as SCORM 1.2, or as SCORM 2004 without sequencing.`,
    MANIFEST,
  );
}

const SETTINGS = new Set(['controlmode', 'limitconditions', 'randomizationcontrols']);
const TOLD: Record<string, string> = {
  preconditionrule: 'preConditionRule',
  postconditionrule: 'postConditionRule',
  exitconditionrule: 'exitConditionRule',
  controlmode: 'forwardOnly',
  limitconditions: 'attemptLimit',
  randomizationcontrols: 'randomizationControls',
};

function notesOf(root: XmlElement, chosen: string | undefined): Manifest['notes'] {
  const has = (name: string) => allBelow(root, (one) => one === name).length > 0;
  return [
    ...(has('prerequisites') ? [{ note: 'prerequisites' as const }] : []),
    ...(has('navigationinterface') ? [{ note: 'navigation' as const }] : []),
    ...(has('mapinfo') ? [{ note: 'objectives' as const }] : []),
    ...(chosen === undefined ? [] : [{ note: 'organizations' as const, detail: chosen }]),
  ];
}

function titleInMetadata(root: XmlElement): string {
  const metadata = childOf(root, 'metadata');
  const [title] = metadata ? allBelow(metadata, (name) => name === 'title') : [];
  return wordsOf(title).slice(0, MOST_TITLE);
}
