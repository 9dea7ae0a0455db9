// Groups of an organization: crews, sites, shifts. People may be in several; leads see their own people.
import * as z from 'zod/mini';
import { cleanName, requiredName } from './name.ts';

export const GROUP_NAME_LIMIT = 80;
/** The most groups of an organization, so that every list of them is whole. */
export const GROUPS_LIMIT = 500;

/** Names with the same key are the same name: 'North Site' and 'north  site'. */
export const groupKey = (name: string): string => cleanName(name).normalize('NFC').toLowerCase().replace(/\s+/g, ' ');

/** Body of POST /api/enterprise/admin/organizations/{id}/groups, and of PUT .../groups/{groupId}. */
export const GroupForm = z.object({
  name: requiredName(
    'Please enter a name for the group.',
    GROUP_NAME_LIMIT,
    `The name may have at most ${GROUP_NAME_LIMIT} characters.`,
  ),
});
export type GroupForm = z.infer<typeof GroupForm>;

/** Body of PUT .../groups/{groupId}/people/{userId}, which puts a person into the group; with `isLead` as its lead, or not any more. */
export const GroupPerson = z.object({ isLead: z.optional(z.boolean()) });

/** Query of GET .../groups. */
export const GroupsQuery = z.object({ figures: z.optional(z.literal('true')) });

/** How the people of a group stand: of how many something is required, and of how many all of that is valid. */
export type GroupFigures = { required: number; certified: number; overdue: number; lastActivityAt: string | null };

/** A row of GET .../groups, and of GET /api/groups for those who lead it. */
export type GroupRow = {
  id: string;
  name: string;
  /** At most one more than COUNT_LIMIT. */
  people: number;
  leads: { id: string; name: string }[];
  /** What whoever comes into it is enrolled in. */
  courses: { id: number; title: string }[];
  /** Where they were asked for. */
  figures?: GroupFigures;
};

/** A row of GET /api/admin/groups: of any organization. */
export type FoundGroup = { id: string; name: string; organization: { id: string; name: string } };

/** A group that a person is in. */
export type GroupMembership = { id: string; name: string; isLead: boolean };
