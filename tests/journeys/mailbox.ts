// What people get by mail. The auth service mails links; the product mails invitations: two servers in the hosted arrangement.
import { expect } from '@playwright/test';
import { mailsTo, type ReceivedMail } from '../fixtures/mailbox.ts';
import type { Arrangement } from './arrangement.ts';
import type { Product } from './product.ts';

export type Mailbox = {
  /** Everything that was mailed to this address, newest first. */
  mailsTo: (address: string) => Promise<ReceivedMail[]>;
  /** Waits for the n-th mail to this address and answers its link, which leads to a page of the app with a button. */
  linkTo: (address: string, nth?: number) => Promise<string>;
};

const askOf =
  ({ port }: Product) =>
  (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${port}${path}`, init);

export function mailboxOf({ product, service }: Arrangement): Mailbox {
  const servers = [...new Set([product, service])];
  const all = async (address: string) => {
    const mails = await Promise.all(servers.map((server) => mailsTo(askOf(server), address)));
    return mails.flat().sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
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

/** The stand-in mails the links of a hosted project as it comes; with the README's mail templates they look like this. */
function asTemplated(link: string): string {
  const { pathname, searchParams } = new URL(link);
  if (pathname !== '/auth/v1/verify') return link;
  const [token, type] = [searchParams.get('token') ?? '', searchParams.get('type') ?? ''];
  return `${searchParams.get('redirect_to')}#${new URLSearchParams({ token_hash: token, type })}`;
}
