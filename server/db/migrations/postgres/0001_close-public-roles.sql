-- A hosted project publishes the schema `public` under the roles `anon` and `authenticated`. Row level security alone
-- would still let them TRUNCATE, so they lose every right, also on what later migrations create (B7, I8).
DO $$
DECLARE
  closed_role name;
  owned record;
BEGIN
  FOR closed_role IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
    FOR owned IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tableowner = current_user LOOP
      EXECUTE format('REVOKE ALL ON TABLE public.%I FROM %I', owned.tablename, closed_role);
    END LOOP;
    FOR owned IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' AND sequenceowner = current_user LOOP
      EXECUTE format('REVOKE ALL ON SEQUENCE public.%I FROM %I', owned.sequencename, closed_role);
    END LOOP;
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON TABLES FROM %I', closed_role);
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON SEQUENCES FROM %I', closed_role);
  END LOOP;
END $$;
