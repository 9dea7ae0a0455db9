ALTER TABLE "profiles" ADD COLUMN "joined_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "profiles_by_joining" ON "profiles" USING btree ("joined_at","id");