// What people get by mail. The auth service mails links; the product mails invitations: two senders in the hosted arrangement.
import { expect } from '@playwright/test';
import { mailsTo } from '../fixtures/mailbox.ts';
import { type CaughtMail, caughtMails } from '../fixtures/mailpit.ts';
import type { Arrangement } from './arrangement.ts';

export type Mailbox = {
  /** Everything that was mailed to this address, newest first. */
  mailsTo: (address: string) => Promise<CaughtMail[]>;
  /** Waits for the n-th mail to this address and answers its link, which leads to a page of the app with a button. */
  linkTo: (address: string, nth?: number) => Promise<string>;
};

export function mailboxOf({ product, project }: Arrangement): Mailbox {
  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${product.port}${path}`, init);
  const all = async (address: string) => {
    const own = await mailsTo(ask, address);
    const mails: CaughtMail[] = project ? [...own, ...(await caughtMails(project.mailpitUrl, address))] : own;
    return mails.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  };
  return {
    mailsTo: all,
    linkTo: async (address, nth = 1) => {
      const mail = async () => (await all(address)).at(-nth);
      await expect.poll(mail, `mail ${nth} to ${address}`).toBeTruthy();
      const link = (await mail())?.link;
      if (!link) throw new Error(`Mail ${nth} to ${address} holds no link.`);
      return asTemplated(link);
    },
  };
}

/** A project without mail templates of ours mails its own links; with those of docs/supabase.md they look like this. */
function asTemplated(link: string): string {
  const { pathname, searchParams } = new URL(link);
  if (pathname !== '/auth/v1/verify') return link;
  const [token, type] = [searchParams.get('token') ?? '', searchParams.get('type') ?? ''];
  return `${searchParams.get('redirect_to')}#${new URLSearchParams({ token_hash: token, type })}`;
}
