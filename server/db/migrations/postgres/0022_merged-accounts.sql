ALTER TABLE "profiles" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
CREATE INDEX "profiles_by_merge" ON "profiles" USING btree ("merged_into");