import * as z from 'zod/mini';
import { requiredText } from './fields.ts';

// Searches and filters of a table that a person keeps under a name, with their account (decision 274).

export const VIEW_NAME_LIMIT = 60;
export const VIEWS_LIMIT = 100;

/** Body of PUT /api/saved-views; a view of the same list and name is replaced. `search` is that part of the page's address. */
export const SavedViewForm = z.object({
  list: z.string().check(z.minLength(1), z.maxLength(100)),
  name: requiredText(
    'Give the view a name.',
    VIEW_NAME_LIMIT,
    `The name may have at most ${VIEW_NAME_LIMIT} characters.`,
  ),
  search: z.string().check(z.maxLength(2000, 'This view is too long to be saved.')),
});
export type SavedViewForm = z.infer<typeof SavedViewForm>;

/** GET /api/saved-views: the person's own, by name. */
export type SavedView = SavedViewForm & { id: string };
export type SavedViewList = { views: SavedView[] };
