ALTER TABLE "auth_users" ADD COLUMN "is_unproven" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Who signed up while AUTOCONFIRM was on: valid with a password and without any mail. Accounts of operators have no such act, and those of
-- a provider have its id.
UPDATE auth_users SET is_unproven = true
WHERE confirmation_sent_at IS NULL AND email_confirmed_at IS NOT NULL AND password_hash IS NOT NULL
  AND id IN (SELECT actor_id FROM audit_log WHERE action = 'account.sign_up')
  AND id NOT IN (SELECT user_id FROM auth_identities);
