import * as z from 'zod/mini';

// The invented people of an installation that is being tried (decision 349).

/** Response of GET and DELETE /api/admin/sample-people: those of the demo organization, and all with the other one's; who and what is real stays. */
export type SamplePeople = {
  people: number;
  all: number;
  groups: number;
  /** In their organizations, who stay. */
  realPeople: number;
};

/** One of GET /api/demo-accounts: someone to look around as. Empty in production, and where no sample people are. */
export type DemoAccount = {
  email: string;
  name: string;
  /** In a word, such as 'inspector'. */
  role: string;
  /** What they will find. */
  finds: string;
  /** Where that is found. */
  opens: 'learn' | 'crew' | 'admin';
};

/** Body of POST /api/demo-accounts/sign-in, one of those addresses. */
export const DemoSignIn = z.object({ email: z.string() });
/** Its response: what `verifyOtp` of the auth service takes. */
export type DemoSignInAnswer = { tokenHash: string; type: string };
