// The groups of a person as one cell of a table and its file. What is written here a list of people to invite reads again.
import type { GroupMembership } from '#sync/contract/group.ts';

/** Whoever leads a group has this behind its name. */
const LEAD = ' (lead)';

/** 'North (lead), Night shift'; quotation marks enclose a name that would be read as something else. */
export const groupNames = (groups: readonly (Pick<GroupMembership, 'name'> & { isLead?: boolean })[] = []): string =>
  groups.map(({ name, isLead }) => `${quoted(name)}${isLead ? LEAD : ''}`).join(', ');

const quoted = (name: string) => (/[",]/.test(name) || name.endsWith(LEAD) ? `"${name.replaceAll('"', '""')}"` : name);

/** The names in such a cell. Who leads is not read: a list brings people into groups. */
export function namesOfGroups(cell: string): string[] {
  const parts = cell.matchAll(/(?:^|,)\s*(?:"((?:[^"]|"")*)"(?: \(lead\))?\s*(?=,|$)|([^,]*))/g);
  const names = [...parts].map(([, within, plain = '']) => within?.replaceAll('""', '"') ?? withoutLead(plain.trim()));
  return names.filter((name) => name.trim() !== '');
}

const withoutLead = (name: string) => (name.endsWith(LEAD) ? name.slice(0, -LEAD.length) : name);
