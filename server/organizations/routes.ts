// Invitations over HTTP: what a token is worth, a link for who has it, and using it.
import { Hono } from 'hono';
import { InvitationQuestion, InvitationUse, InvitedLink } from '#sync/contract/invitation.ts';
import { accept } from '../http/accept.ts';
import { requireActor } from '../http/actor.ts';
import { callerAddress } from '../http/caller.ts';
import type { Http } from '../http/context.ts';
import { limitCalls, type Rule } from '../http/rate-limit.ts';
import { consumeInvitation } from './consume-invitation.ts';
import { inviteByMail } from './invite-by-mail.ts';
import { validateInvitation } from './validate-invitation.ts';

/** A form asks while somebody types. */
const VALIDATIONS: Rule = { name: 'invitation validations', limit: 120, windowSeconds: 300 };
/** These tell whether an address has an account, so they are few (I3). A class may sit behind one address. */
const LINKS: Rule = { name: 'invited links', limit: 60, windowSeconds: 600 };
const LINKS_BY_EMAIL: Rule = { name: 'invited links by email', limit: 5, windowSeconds: 600 };
const USES: Rule = { name: 'invitation uses', limit: 20, windowSeconds: 300 };

export const organizationRoutes = new Hono<Http>()
  .post('/enterprise/validate-invitation', accept(InvitationQuestion), async (c) => {
    const { db, now } = c.var.deps;
    await limitCalls(c.var.deps, VALIDATIONS, callerAddress(c));
    return c.json(await validateInvitation(db, c.req.valid('json').token, now()));
  })
  .post('/enterprise/magic-link-with-invitation', accept(InvitedLink), async (c) => {
    const asked = c.req.valid('json');
    const ip = callerAddress(c);
    await limitCalls(c.var.deps, LINKS, ip);
    await limitCalls(c.var.deps, LINKS_BY_EMAIL, asked.email.toLowerCase());
    return c.json(await inviteByMail(c.var.deps, { ...asked, ip }));
  })
  .post('/enterprise/consume-invitation', requireActor, accept(InvitationUse), async (c) => {
    const { db, now } = c.var.deps;
    const { actor } = c.var;
    await limitCalls(c.var.deps, USES, actor.id);
    const token = c.req.valid('json').invitationToken;
    return c.json(await consumeInvitation(db, { token, person: actor, ip: callerAddress(c), now: now() }));
  });
