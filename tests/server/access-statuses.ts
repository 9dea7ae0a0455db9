// What the access matrix is written in: who asks, what each of them is answered, and the world they ask about.
import type { planter } from '#tests/fixtures/plant.ts';
import type { TestServer } from '#tests/fixtures/server.ts';

/**
 * In the order of the statuses of a line; the two org admins are of the organization asked about and of another one, the lead
 * leads the group of the world. Without a status of their own leads are learners.
 */
export const PEOPLE = ['visitor', 'learner', 'org admin', 'other org admin', 'super admin', 'lead'] as const;
export type Statuses = readonly [number, number, number, number, number, lead?: number];

export const all = (status: number): Statuses => [status, status, status, status, status];
/** Own progress, quiz, profile, certificate: whoever is signed in. */
export const signedInTo = (status: number): Statuses => [401, status, status, status, status];
/** What belongs to one organization: its admins and super admins; for other admins it is not there (P-13). */
export const ofOrganization = (status = 200): Statuses => [401, 403, status, 404, status];
/** Something in a course that is public: every org admin's, as far as their own people go (decision 288). */
export const forOwnPeople: Statuses = [401, 403, 200, 200, 200];
/** The people of one group: for whoever leads it as well. */
export const ofGroup: Statuses = [401, 404, 200, 404, 200, 200];
/** What an org admin has of their own, whoever else's they name. */
export const administer = (status = 200): Statuses => [401, 403, status, status, status];
/** Nobody's but the secret key's. */
export const ofTheKey: Statuses = [401, 403, 403, 403, 403];
export const superOnly = (status = 200): Statuses => [401, 403, 403, 403, status];

export interface World {
  server: TestServer;
  plant: ReturnType<typeof planter>;
  organization: string;
  /** A group of the organization. */
  group: string;
  /** A public course of the organization with a text lesson, a quiz and a video. */
  course: number;
  lesson: number;
  quiz: number;
  video: string;
}
export interface Call {
  /** What stands for the `:names` of the path. */
  at?: Record<string, string | number>;
  query?: string;
  body?: unknown;
}
export type Line = readonly [Statuses, ((world: World) => Call | Promise<Call>)?];
